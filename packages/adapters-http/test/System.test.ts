import { assert, layer } from "@effect/vitest"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { Readiness } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as Client from "./Client.ts"
import { send } from "./Client.ts"
import * as World from "./World.ts"

layer(Client.layer)("The open paths", (it) => {
  it.effect("say that the service is alive and can serve", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* send("/health")).json, { status: "healthy" })
      assert.deepStrictEqual((yield* send("/ready")).json, { status: "ready" })
    })
  )

  it.effect("answer HEAD as they answer GET", () =>
    Effect.gen(function* () {
      for (const path of ["/health", "/ready", "/docs", "/openapi/2025-01-01.json", "/openapi/2026-04-01.json"]) {
        const head = yield* send(path, { method: "HEAD" })
        assert.strictEqual(head.status, 200)
        assert.strictEqual(head.bytes.length, 0)
      }
    })
  )

  it.effect("publish the contract of every running version, with themselves in it", () =>
    Effect.gen(function* () {
      const newest = yield* send("/openapi/2026-04-01.json")
      assert.strictEqual(newest.header("content-type"), "application/json")
      assert.containsSubset(newest.json, { paths: { "/collections": {} } })
      for (const version of ApiVersion.running) {
        const { json } = yield* send(`/openapi/${version}.json`)
        assert.containsSubset(json, { openapi: "3.1.0", info: { version }, paths: { "/health": {} } })
      }
      assert.strictEqual((yield* send("/openapi/1999-01-01.json")).problem.code, "UNKNOWN_ROUTE")
    })
  )

  it.effect("show the documentation with nothing from elsewhere", () =>
    Effect.gen(function* () {
      const page = yield* send("/docs")
      assert.strictEqual(page.status, 200)
      assert.match(page.header("content-type") ?? "", /^text\/html/)
      assert.notMatch(page.text, /<(?:script|link|img)[^>]+(?:src|href)=["']?(?:https?:)?\/\//i)
      assert.include(page.text, '"withDefaultFonts":false')
      const policy = page.header("content-security-policy") ?? ""
      assert.include(policy, "default-src 'self'")
      assert.notInclude(policy, "http")
    })
  )
})

const notReady = Layer.merge(World.layer, Layer.succeed(Readiness, { isReady: Effect.succeed(false) }))

layer(Client.over(notReady))("A service that cannot serve", (it) => {
  it.effect("says so at /ready, and is alive all the same", () =>
    Effect.gen(function* () {
      const answer = yield* send("/ready")
      assert.strictEqual(answer.status, 503)
      assert.strictEqual(answer.problem.code, "NOT_READY")
      assert.strictEqual((yield* send("/health")).status, 200)
    })
  )
})
