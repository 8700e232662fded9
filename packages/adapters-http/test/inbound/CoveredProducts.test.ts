/** The paths of 2025-01-01 for a collection of accounts, which count as wealth (decisions 3). */
import { Speaker } from "@sheaf/adapters-http/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Client from "../Client.ts"
import { ids } from "../World.ts"

const { insurance, version, wealth } = Speaker.speakers["2025-01-01"]

layer(Client.layer)("A collection of accounts only", (it) => {
  const send = Client.sendIn(version)

  it.effect("exists under wealth, not under insurance", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send(wealth.status(ids.accountsOnly))).status, 200)
      assert.strictEqual((yield* send(insurance.status(ids.accountsOnly))).problem.code, "NOT_FOUND")
    })
  )

  it.effect("has no data and accepts no input under insurance", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ type: "TWO_FACTOR_CODE", value: "123456" })
      const answers = [
        yield* send(insurance.data(ids.accountsOnly)),
        yield* send(insurance.document(ids.accountsOnly, "page")),
        yield* send(insurance.supplementInfo(ids.accountsOnly), { method: "POST", body })
      ]
      assert.deepStrictEqual(
        answers.map(({ problem }) => problem.code),
        ["NOT_FOUND", "NOT_FOUND", "NOT_FOUND"]
      )
      const input = yield* send(wealth.supplementInfo(ids.accountsOnly), { method: "POST", body })
      assert.strictEqual(input.problem.code, "NOT_AWAITING_INPUT")
    })
  )
})
