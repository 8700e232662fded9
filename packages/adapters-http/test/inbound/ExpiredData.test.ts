/** Data after its retention time, which is longer than any test (decisions 10). */
import { Speaker } from "@sheaf/adapters-http/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Client from "../Client.ts"
import { documentId, ids } from "../World.ts"

for (const { insurance, version, wealth } of Speaker.all) {
  layer(Client.layer)(`Collected data in ${version}`, (it) => {
    it.effect("is 410 after its time", () =>
      Effect.gen(function* () {
        const { expired } = ids
        for (const path of [insurance.data(expired), wealth.data(expired), insurance.document(expired, documentId)]) {
          const answer = yield* Client.sendIn(version)(path)
          assert.strictEqual(answer.status, 410)
          assert.strictEqual(answer.problem.code, "DATA_EXPIRED")
        }
      })
    )
  })
}
