/**
 * A pool that lets its users wait while the database is busy, but makes them fail soon if the database stops responding
 * (ADR 22).
 */
import type { PgPool } from "@effect/sql-pg"
import { Clock, Effect, Exit } from "effect"
import { SqlError } from "effect/sql"

/** Waiting users fail if no transaction has completed for this long, in milliseconds. */
const stallMillis = 3_000

/** The maximum wait for a connection, in milliseconds. */
const maxMillis = 30_000

/** The part of a pool that lends connections. */
type Lender = Pick<PgPool.PgPool, "get" | "reserve" | "use">

const exhausted = () => {
  const message = "no connection to the database became free in time"
  return new SqlError.SqlError({
    reason: new SqlError.ConnectionError({ cause: new Error(message), message, operation: "acquire" })
  })
}

/**
 * Limits waits for connections of `pool`, and for the results of `use`. A wait fails once no transaction has completed
 * for 3 seconds (the database does not respond), or after 30 seconds (there is too much work).
 */
export const make = Effect.fnUntraced(function* <Pool extends Lender>(pool: Pool) {
  const clock = yield* Clock.Clock
  // The wall clock can jump.
  const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  let completedAt = -Infinity
  const complete = Effect.sync(() => {
    completedAt = now()
  })

  /** Fails if a wait since `began` takes too long. */
  const tooLong = (began: number): Effect.Effect<never, SqlError.SqlError> =>
    Effect.suspend(() => {
      const end = Math.min(Math.max(began, completedAt) + stallMillis, began + maxMillis)
      const left = end - now()
      return left <= 0 ? Effect.fail(exhausted()) : Effect.andThen(Effect.sleep(left), tooLong(began))
    })
  const patiently = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => Effect.raceFirst(effect, tooLong(now())))
  /** A scope that closes without an error has completed its transaction. */
  const lent = (acquire: Lender["get"]) =>
    Effect.tap(patiently(acquire), () => Effect.addFinalizer((exit) => (Exit.isSuccess(exit) ? complete : Effect.void)))

  return {
    ...pool,
    get: lent(pool.get),
    reserve: lent(pool.reserve),
    use: ((f) => Effect.tap(patiently(pool.use(f)), () => complete)) satisfies Lender["use"]
  }
})
