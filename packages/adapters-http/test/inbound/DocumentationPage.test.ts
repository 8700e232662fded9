/** The documentation page: prefilled values, notices about replaced versions, and no external services. */
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Client from "../Client.ts"
import { send } from "../Client.ts"
import * as World from "../World.ts"

const pages = ["/docs", "/docs/2025-01-01", "/docs/2026-04-01"]

const textOf = (path: string) => Effect.map(send(path), ({ text }) => text)

describe("The documentation", () => {
  layer(Client.over(World.layer, { demonstrationKey: "open-sesame" }))("with a demonstration key", (it) => {
    it.effect.each(pages)("fills in the key: %s", (path) =>
      Effect.gen(function* () {
        assert.include(yield* textOf(path), '"securitySchemes":{"ApiKey":{"value":"open-sesame"}}')
      })
    )
  })

  layer(Client.layer)("without one", (it) => {
    it.effect.each(pages)("fills in only the version: %s", (path) =>
      Effect.gen(function* () {
        const page = yield* textOf(path)
        assert.notInclude(page, '"securitySchemes":{"ApiKey":{"value"')
        const version = path.endsWith("2025-01-01") ? "2025-01-01" : "2026-04-01"
        assert.include(page, `"const":"${version}","examples":["${version}"]`)
      })
    )

    it.effect.each(pages)("uses no external services, and has its own icon: %s", (path) =>
      Effect.gen(function* () {
        const page = yield* textOf(path)
        assert.include(page, '"showDeveloperTools":"never","hideClientButton":true,"telemetry":false')
        assert.match(page, /"favicon":"data:image\/svg\+xml,[^"]+#\.svg\+xml"/)
      })
    )

    it.effect("is cached for five minutes", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* send("/docs")).header("cache-control"), "public, max-age=300")
      })
    )

    it.effect("of a replaced version starts with a notice and a link to the newest", () =>
      Effect.gen(function* () {
        const beginning =
          '"description":"**Version 2025-01-01 is deprecated.** Write new clients for [version 2026-04-01](/docs/2026-04-01).'
        assert.include(yield* textOf("/docs/2025-01-01"), beginning)
        assert.notInclude(yield* textOf("/docs"), "is deprecated.**")
      })
    )
  })
})
