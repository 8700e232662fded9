/** The documentation to browse: what is filled in on it, what it says of a replaced version, and what it leaves out. */
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Client from "../Client.ts"
import { send } from "../Client.ts"
import * as World from "../World.ts"

const pages = ["/docs", "/docs/2025-01-01", "/docs/2026-04-01"]

const textOf = (path: string) => Effect.map(send(path), ({ text }) => text)

describe("The documentation", () => {
  layer(Client.over(World.layer, { demonstrationKey: "open-sesame" }))("where there is a demonstration key", (it) => {
    it.effect.each(pages)("fills it in for requests that are tried: %s", (path) =>
      Effect.gen(function* () {
        assert.include(yield* textOf(path), '"securitySchemes":{"ApiKey":{"value":"open-sesame"}}')
      })
    )
  })

  layer(Client.layer)("where there is none", (it) => {
    it.effect.each(pages)("fills in the version only: %s", (path) =>
      Effect.gen(function* () {
        const page = yield* textOf(path)
        assert.notInclude(page, '"securitySchemes":{"ApiKey":{"value"')
        const version = path.endsWith("2025-01-01") ? "2025-01-01" : "2026-04-01"
        assert.include(page, `"const":"${version}","examples":["${version}"]`)
      })
    )

    it.effect.each(pages)("leads to nobody else's services, and brings its own icon: %s", (path) =>
      Effect.gen(function* () {
        const page = yield* textOf(path)
        assert.include(page, '"showDeveloperTools":"never","hideClientButton":true,"telemetry":false')
        assert.match(page, /"favicon":"data:image\/svg\+xml,[^"]+#\.svg\+xml"/)
      })
    )

    it.effect("is kept for a while, since it is large", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* send("/docs")).header("cache-control"), "public, max-age=300")
      })
    )

    it.effect("of a replaced version begins with that, and leads to the newest", () =>
      Effect.gen(function* () {
        const beginning =
          '"description":"**Version 2025-01-01 is deprecated.** Write new clients for [version 2026-04-01](/docs/2026-04-01).'
        assert.include(yield* textOf("/docs/2025-01-01"), beginning)
        assert.notInclude(yield* textOf("/docs"), "is deprecated.**")
      })
    )
  })
})
