/** A running service that is not ready (decisions 15). */
import { assert, layer } from "@effect/vitest"
import { Readiness } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as Client from "../Client.ts"
import { send } from "../Client.ts"
import * as World from "../World.ts"

const notReady = Layer.merge(World.layer, Layer.succeed(Readiness, { isReady: Effect.succeed(false) }))

layer(Client.over(notReady))("A service that is not ready", (it) => {
  it.effect("returns 503 at /ready and 200 at /health", () =>
    Effect.gen(function* () {
      const answer = yield* send("/ready")
      assert.strictEqual(answer.status, 503)
      assert.strictEqual(answer.problem.code, "NOT_READY")
      assert.strictEqual((yield* send("/health")).status, 200)
    })
  )
})
