/** Keeps a transaction open while a test observes other calls. */
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

export const openTransaction = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [begun, over] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const waiting = Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(over))
  const transaction = yield* Effect.forkChild(sql.withTransaction(waiting))
  yield* Deferred.await(begun)
  return Effect.andThen(Deferred.succeed(over, undefined), Fiber.join(transaction))
})
