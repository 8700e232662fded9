import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { takesJson } from "../src/inbound/Negotiation.ts"
import * as Client from "./Client.ts"
import { send } from "./Client.ts"
import * as Speaker from "./bad-requests/Speaker.ts"
import { ids } from "./World.ts"

const table: ReadonlyArray<readonly [accept: string | undefined, taken: boolean]> = [
  [undefined, true],
  ["", true],
  ["*/*", true],
  ["application/json", true],
  ["Application/JSON; charset=utf-8", true],
  ["application/*", true],
  ["text/html, application/xhtml+xml, */*;q=0.8", true],
  ["text/html;q=0.9, application/json;q=0.1", true],
  ["text/html", false],
  ["application/xml", false],
  ["application/problem+json", false],
  ["application/json;q=0", false],
  ["application/json;q=0, */*", false],
  ["*/*;q=0, application/json", true],
  ["application/*;q=0, */*;q=1", false],
  ["application/json;q=0.0", false],
  ["text/*, application/json", true],
  [",,,", false]
]

for (const [accept, taken] of table) {
  it(`Accept: ${accept} ${taken ? "takes" : "excludes"} JSON`, () => {
    assert.strictEqual(takesJson(accept), taken)
  })
}

for (const { starts, version, wealthData } of Speaker.all) {
  layer(Client.layer)(`Accept in ${version}`, (it) => {
    it.effect("that excludes JSON is 406, as a problem all the same", () =>
      Effect.gen(function* () {
        const send = Client.sendIn(version)
        const headers = { accept: "text/csv" }
        for (const path of ["/companies/availability", wealthData(ids.completed)]) {
          assert.strictEqual((yield* send(path, { headers })).problem.code, "NOT_ACCEPTABLE")
        }
        const start = yield* send(starts, { method: "POST", body: "{}", headers })
        assert.strictEqual(start.problem.code, "NOT_ACCEPTABLE")
      })
    )
  })
}

layer(Client.layer)("Accept", (it) => {
  it.effect("may say anything on open paths", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send("/health", { headers: { accept: "text/plain" } })).status, 200)
    })
  )
})
