/** Tests how long callers wait for a PostgreSQL connection, in virtual time. */
import type { PgConnection } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Duration, Effect, Fiber, Pool } from "effect"
import { TestClock } from "effect/testing"
import * as PoolTimeouts from "../../src/postgres/PoolTimeouts.ts"

const test = testsOf(it, Effect.void)

const single = Effect.gen(function* () {
  const connections = yield* Pool.make({ acquire: Effect.succeed({} as PgConnection.PgConnection), size: 1 })
  const get = Pool.get(connections)
  return yield* PoolTimeouts.make({ get, reserve: get, use: (f) => Effect.scoped(Effect.flatMap(get, f)) })
})

/** Holds the connection for `millis`. Returns how long the caller waited for it, in milliseconds. */
const hold = Effect.fnUntraced(function* ({ get }: Effect.Success<typeof single>, millis: number) {
  const [waited] = yield* Effect.timed(get)
  yield* Effect.sleep(millis)
  return Duration.toMillis(waited)
}, Effect.scoped)

const waits = Effect.fnUntraced(function* (users: number, millis: number) {
  const pool = yield* single
  const all = yield* Effect.forkChild(
    Effect.forEach(
      Array.from({ length: users }),
      () =>
        hold(pool, millis).pipe(
          Effect.catch(({ message }) => Effect.succeed(message)),
          Effect.timed,
          Effect.map(([after, waited]) => (typeof waited === "string" ? [waited, Duration.toSeconds(after)] : waited))
        ),
      { concurrency: "unbounded" }
    )
  )
  yield* TestClock.adjust("2 minutes")
  return yield* Fiber.join(all)
})

const message = "no connection to the database became free in time"

test("users of a busy pool get a connection in turn while transactions complete", function* () {
  const places = Array.from({ length: 10 }, (_, place) => place * 2_000)
  assert.deepStrictEqual(yield* waits(10, 2_000), places)
})

test("users fail after 3 seconds if no transaction completes", function* () {
  assert.deepStrictEqual(yield* waits(3, 60_000), [0, [message, 3], [message, 3]])
})

test("users fail after 30 seconds even if transactions complete", function* () {
  const [last] = (yield* waits(20, 1_900)).slice(-1)
  assert.deepStrictEqual(last, [message, 30])
})
