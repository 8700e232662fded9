import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Client from "./Client.ts"
import { send } from "./Client.ts"
import { ids, otherApiKey } from "./World.ts"

const key = (text: string | undefined) => ({ headers: { "authorization-token": text } })

layer(Client.layer)("The API key", (it) => {
  it.effect("lets its client in", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send(`/collections/${ids.running}/status`)).status, 200)
    })
  )

  it.effect("shows another client nothing, not even that there is something", () =>
    Effect.gen(function* () {
      const path = `/collections/${ids.running}/status`
      const ofAnother = yield* send(path, key(otherApiKey))
      const ofNobody = yield* send(`/collections/${ids.unknown}/status`, key(otherApiKey))
      assert.strictEqual(ofAnother.status, 404)
      const without = ({ requestId: _, ...rest }: Client.Answer["problem"]) => rest
      assert.deepStrictEqual(without(ofAnother.problem), without(ofNobody.problem))
    })
  )

  for (const [name, text, code] of [
    ["missing", undefined, "MISSING_CREDENTIALS"],
    ["empty", "", "MISSING_CREDENTIALS"],
    ["unknown", "sheaf_test_x", "INVALID_API_KEY"],
    ["given twice", "sheaf-demo, sheaf-demo", "INVALID_API_KEY"]
  ] as const) {
    it.effect(`when ${name}, is asked for with a challenge`, () =>
      Effect.gen(function* () {
        const answer = yield* send("/companies/availability", key(text))
        assert.strictEqual(answer.status, 401)
        assert.strictEqual(answer.problem.code, code)
        assert.strictEqual(answer.header("www-authenticate"), 'ApiKey realm="sheaf", header="Authorization-token"')
      })
    )
  }

  it.effect("is not wanted on open paths", () =>
    Effect.gen(function* () {
      for (const path of ["/health", "/ready", "/docs", "/openapi/2026-04-01.json"]) {
        assert.strictEqual((yield* send(path, key(undefined))).status, 200)
      }
    })
  )
})
