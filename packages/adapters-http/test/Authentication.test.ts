import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Client from "./Client.ts"
import { send } from "./Client.ts"
import * as Speaker from "./bad-requests/Speaker.ts"
import { ids, otherApiKey } from "./World.ts"

const key = (text: string | undefined) => ({ headers: { "authorization-token": text } })

for (const { status, version } of Speaker.all) {
  layer(Client.layer)(`The API key in ${version}`, (it) => {
    const send = Client.sendIn(version)

    it.effect("lets its client in", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* send(status(ids.running))).status, 200)
      })
    )

    it.effect("shows another client nothing, not even that there is something", () =>
      Effect.gen(function* () {
        const ofAnother = yield* send(status(ids.running), key(otherApiKey))
        const ofNobody = yield* send(status(ids.unknown), key(otherApiKey))
        assert.strictEqual(ofAnother.status, 404)
        const without = ({ requestId: _, ...rest }: Client.Answer["problem"]) => rest
        assert.deepStrictEqual(without(ofAnother.problem), without(ofNobody.problem))
      })
    )
  })
}

layer(Client.layer)("The API key", (it) => {
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
