/** The documentation page: prefilled values, its script, its policy, and notices about replaced versions. */
import { assert, describe, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect } from "effect"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as Client from "../Client.ts"
import { browse, send } from "../Client.ts"
import * as World from "../World.ts"

const pages = ["/docs", "/docs/2025-01-01", "/docs/2026-04-01"]

/** Returns a page's settings as Scalar reads them. */
const settingsOf = (path: string) =>
  Effect.map(send(path), ({ text }) => {
    const [, settings = ""] = /data-configuration="([^"]*)"/.exec(text) ?? []
    return JSON.parse(settings.replaceAll("&quot;", '"'))
  })

const scriptOf = (path: string) =>
  Effect.map(
    send(path),
    ({ text }) => /<script src="([^"]+)">/.exec(text)?.[1] ?? assert.fail("the page has no script")
  )

describe("The documentation", () => {
  layer(Client.over(World.layer, { demonstrationKey: "open-sesame" }))("with a demonstration key", (it) => {
    const test = testsOf(it, Client.Client)

    test.each(pages)("fills in the key: %s", function* (_, path) {
      const { authentication } = yield* settingsOf(path)
      assert.deepStrictEqual(authentication.securitySchemes, { ApiKey: { value: "open-sesame" } })
    })
  })

  layer(Client.layer)("without one", (it) => {
    const test = testsOf(it, Client.Client)

    test.each(pages)("reads the version's document, and uses no external services: %s", function* (_, path) {
      const settings = yield* settingsOf(path)
      assert.notProperty(settings.authentication, "securitySchemes")
      assert.containsSubset(settings, {
        url: `/openapi/${path.endsWith("2025-01-01") ? "2025-01-01" : "2026-04-01"}.json`,
        withDefaultFonts: false,
        showDeveloperTools: "never",
        hideClientButton: true,
        telemetry: false
      })
      assert.match(settings.favicon, /^data:image\/svg\+xml,.+#\.svg\+xml$/)
    })

    test("fills in the version", function* () {
      for (const version of ["2025-01-01", "2026-04-01"]) {
        const document = (yield* send(`/openapi/${version}.json`)).text
        assert.include(document, `"const":"${version}","examples":["${version}"]`)
      }
    })

    test("runs the same script in all versions, and only from this service", function* () {
      const scripts = yield* Effect.forEach(pages, scriptOf)
      assert.lengthOf(new Set(scripts), 1)
      const policy = (yield* send("/docs")).header("content-security-policy")
      assert.include(policy, "default-src 'none'")
      assert.include(policy, "script-src 'self';")
      assert.notMatch(policy ?? "", /http|script-src[^;]*unsafe/)
    })

    test("is cached for five minutes, and its script for a year", function* () {
      assert.strictEqual((yield* send("/docs")).header("cache-control"), "public, max-age=300")
      const script = yield* browse(yield* scriptOf("/docs"))
      assert.strictEqual(script.header("cache-control"), "public, max-age=31536000, immutable")
      assert.strictEqual(script.header("content-type"), "text/javascript; charset=utf-8")
    })

    test("has no script with another name", function* () {
      const { problem, status } = yield* browse("/docs/scripts/scalar-0123456789abcdef.js")
      assert.deepStrictEqual([status, problem.code], [404, "NOT_FOUND"])
    })

    test("compresses large responses in a coding that the browser accepts", function* () {
      const decoded = {
        br: brotliDecompressSync,
        gzip: gunzipSync,
        identity: (bytes: Uint8Array) => Buffer.from(bytes)
      }
      for (const [path, limit] of [
        [yield* scriptOf("/docs"), 900_000],
        ["/openapi/2025-01-01.json", 75_000]
      ] as const) {
        const whole = (yield* browse(path)).text
        for (const [accepted, coding] of [
          ["gzip, deflate, br, zstd", "br"],
          ["GZIP;q=0.5, br;q=0.0", "gzip"],
          ["gzip;q=0, deflate", "identity"]
        ] as const) {
          const answer = yield* browse(path, { headers: { "accept-encoding": accepted } })
          assert.strictEqual(answer.header("content-encoding") ?? "identity", coding)
          assert.strictEqual(answer.header("vary"), "Accept-Encoding")
          assert.isTrue(decoded[coding](answer.bytes).toString() === whole, `${path} in ${coding}`)
          if (coding !== "identity") assert.isBelow(answer.bytes.length, limit)
        }
      }
    })

    test("of a replaced version starts with a notice and a link to the newest version", function* () {
      const beginning =
        '"description":"**Version 2025-01-01 is deprecated.** Write new clients for [version 2026-04-01](/docs/2026-04-01).'
      assert.include((yield* send("/openapi/2025-01-01.json")).text, beginning)
      assert.notInclude((yield* send("/openapi/2026-04-01.json")).text, "is deprecated.**")
    })
  })
})
