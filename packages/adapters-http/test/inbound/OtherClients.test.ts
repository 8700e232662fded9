/** The collections of others: nothing tells that they are there (decisions 8). The sandbox has but one client. */
import { Speaker } from "@sheaf/adapters-http/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Client from "../Client.ts"
import { ids, otherApiKey } from "../World.ts"

const ofOther = { "authorization-token": otherApiKey }

for (const { version, wealth } of Speaker.all) {
  layer(Client.layer)(`Another client in ${version}`, (it) => {
    const send = Client.sendIn(version)

    const body = JSON.stringify({ type: "TWO_FACTOR_CODE", value: "123456" })

    const requests: ReadonlyArray<readonly [what: string, path: (id: string) => string, request: Client.Request]> = [
      ["a status", wealth.status, {}],
      ["data", wealth.data, {}],
      ["a document", (id) => wealth.document(id, "page"), {}],
      ["input", wealth.supplementInfo, { method: "POST", body }],
      ["a timeout", (id) => `/sandbox/collections/${id}/expire`, { method: "POST" }]
    ]

    for (const [what, path, request] of requests) {
      it.effect(`is told of ${what} as if there were no such collection`, () =>
        Effect.gen(function* () {
          assert.notStrictEqual((yield* send(path(ids.waiting), request)).status, 404)
          const theirs = yield* send(path(ids.waiting), { ...request, headers: ofOther })
          const nobodys = yield* send(path(ids.unknown), { ...request, headers: ofOther })
          const without = ({ problem: { requestId: _, ...rest } }: Client.Answer) => rest
          assert.strictEqual(theirs.problem.code, "NOT_FOUND")
          assert.deepStrictEqual(without(theirs), without(nobodys))
        })
      )
    }
  })
}
