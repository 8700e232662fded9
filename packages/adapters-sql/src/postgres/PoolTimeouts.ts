/**
 * Lets callers wait for a connection while the database is busy, but makes them fail soon if the database stops
 * responding (ADR 22).
 */
import type { PgPool } from "@effect/sql-pg"
import { Clock, Effect, Exit } from "effect"
import { SqlError } from "effect/sql"

/** Waiting callers fail if no transaction has completed for this long, in milliseconds. */
const stallMillis = 3_000

const maxMillis = 30_000

type Lender = Pick<PgPool.PgPool, "get" | "reserve" | "use">

const exhausted = () => {
  const message = "no connection to the database became free in time"
  return new SqlError.SqlError({
    reason: new SqlError.ConnectionError({ cause: new Error(message), message, operation: "acquire" })
  })
}

/**
 * Limits how long callers wait for a connection and for the result of `use`. A wait fails when no transaction has
 * completed for 3 seconds (the database is not responding) or after 30 seconds (it is overloaded).
 */
export const make = Effect.fnUntraced(function* <Pool extends Lender>(pool: Pool) {
  const clock = yield* Clock.Clock
  // Uses the monotonic clock, because the wall clock can jump.
  const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  let completedAt = -Infinity
  const complete = Effect.sync(() => {
    completedAt = now()
  })

  const tooLong = (began: number): Effect.Effect<never, SqlError.SqlError> =>
    Effect.suspend(() => {
      const end = Math.min(Math.max(began, completedAt) + stallMillis, began + maxMillis)
      const left = end - now()
      return left <= 0 ? Effect.fail(exhausted()) : Effect.andThen(Effect.sleep(left), tooLong(began))
    })
  const patiently = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => Effect.raceFirst(effect, tooLong(now())))
  /** When a scope closes without an error, its transaction has completed. */
  const lent = (acquire: Lender["get"]) =>
    Effect.tap(patiently(acquire), () => Effect.addFinalizer((exit) => (Exit.isSuccess(exit) ? complete : Effect.void)))

  return {
    ...pool,
    get: lent(pool.get),
    reserve: lent(pool.reserve),
    use: ((f) => Effect.tap(patiently(pool.use(f)), () => complete)) satisfies Lender["use"]
  }
})
