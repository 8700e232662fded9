import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { takesJson } from "../src/inbound/Negotiation.ts"
import * as Client from "./Client.ts"
import { send } from "./Client.ts"
import { documentId, ids } from "./World.ts"

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

layer(Client.layer)("Accept", (it) => {
  it.effect("that excludes JSON is 406, as a problem all the same", () =>
    Effect.gen(function* () {
      for (const path of ["/companies/availability", "/collections", `/collections/${ids.completed}/wealth/data`]) {
        const answer = yield* send(path, { headers: { accept: "text/csv" } })
        assert.strictEqual(answer.problem.code, "NOT_ACCEPTABLE")
      }
    })
  )

  it.effect("may say anything where a document is fetched", () =>
    Effect.gen(function* () {
      const path = `/collections/${ids.completed}/insurance/document/${documentId}`
      for (const accept of ["application/pdf", "image/png", "*/*"]) {
        assert.strictEqual((yield* send(path, { headers: { accept } })).status, 200)
      }
    })
  )

  it.effect("may say anything on open paths", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send("/health", { headers: { accept: "text/plain" } })).status, 200)
    })
  )
})
