/**
 * Counts login attempts, and requests under the rate limit `starts`, across all processes on a PostgreSQL database
 * (spec 8). Each process counts other requests in memory, and the processes reconcile their counts.
 */
import * as LoginAttempts from "@sheaf/domain/LoginAttempts"
import type * as RateLimit from "@sheaf/domain/RateLimit"
import { Counters } from "@sheaf/ports"
import { Clock, Effect, Layer, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { concurrencyOf } from "../database/Dialect.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import * as CountersLocal from "./CountersLocal.ts"
import { literal, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import * as ReconciledRates from "./ReconciledRates.ts"
import * as SharedRates from "./SharedRates.ts"

/**
 * The tables are UNLOGGED, so counting does not wait for the disk. A crash of the database server empties them, just as
 * a restart empties in-memory counters.
 */
const tables = [
  ...SharedRates.tableStatements,
  "CREATE UNLOGGED TABLE IF NOT EXISTS login_attempt (login TEXT PRIMARY KEY, attempts TEXT NOT NULL, kept_until bigint)"
]

const decodeAttempts = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Array(Schema.Struct({ at: Schema.Finite, hasFailed: Schema.Boolean })))
)

/** Reads a login's attempts, and locks them until the unit of work ends. */
const attemptsOf = function* (login: string): Generator<Statement, LoginAttempts.LoginAttempts> {
  const [row] = yield* statement<{ readonly attempts: string }>`INSERT INTO login_attempt (login, attempts, kept_until)
    VALUES (${login}, ${"[]"}, 0) ON CONFLICT (login) DO UPDATE SET login = excluded.login RETURNING attempts`
  return row === undefined ? [] : decodeAttempts(row.attempts)
}

const setAttempts = (login: string, attempts: LoginAttempts.LoginAttempts, keptUntil: number) =>
  statement`UPDATE login_attempt SET attempts = ${JSON.stringify(attempts)}, kept_until = ${keptUntil}
    WHERE login = ${login}`

/**
 * Counts login attempts and the rate limits named in `shared` across all processes. Each process counts all other rate
 * limits itself.
 */
export const layer = (shared: ReadonlyArray<string>) =>
  Layer.effect(
    Counters,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const units = yield* UnitsOfWork
      const { lock } = concurrencyOf(sql)
      const isShared = ({ name }: RateLimit.RateLimit) => shared.includes(name)

      // Prevents two services that start at the same time from both creating the tables.
      yield* units.run(function* () {
        yield* lock("counters")
        for (const table of tables) yield* literal(table)
      })

      const local = yield* ReconciledRates.make(yield* CountersLocal.make)
      const rates = yield* SharedRates.make

      /**
       * Runs a unit of work and passes it the current time. A database error becomes a defect, so the request fails.
       */
      const counting = <A>(unit: (now: number) => Generator<Statement, A>): Effect.Effect<A> =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          units.run(() => unit(now)).pipe(mapToStoreError("count"), Effect.orDie)
        )

      const forget = counting(function* (now) {
        yield* statement`DELETE FROM rate_state WHERE full_at < ${now}`
        yield* statement`DELETE FROM login_attempt WHERE kept_until < ${now}`
      })
      yield* Effect.forkScoped(Effect.repeat(Effect.ignoreCause(forget), Schedule.spaced("1 minute")))

      const changing = (
        { windowMillis }: LoginAttempts.AttemptLimit,
        login: string,
        change: (attempts: LoginAttempts.LoginAttempts, now: number) => LoginAttempts.LoginAttempts
      ) =>
        counting(function* (now) {
          yield* setAttempts(login, change(yield* attemptsOf(login), now), now + 2 * windowMillis)
        })

      return Counters.of({
        ...local,
        take: (rate, key) => (isShared(rate) ? rates : local).take(rate, key),
        refund: (rate, key) => (isShared(rate) ? rates : local).refund(rate, key),
        countAttempt: (limit, login, at) =>
          counting(function* () {
            const sofar = yield* attemptsOf(login)
            const wait = LoginAttempts.waitMillis(limit, sofar, at)
            if (wait === 0)
              yield* setAttempts(login, LoginAttempts.addAttempt(limit, sofar, at), at + 2 * limit.windowMillis)
            return wait
          }),
        withdrawAttempt: (limit, login, at) =>
          changing(limit, login, (attempts) => LoginAttempts.withdrawAttempt(attempts, at)),
        markAttemptFailed: (limit, login, at) =>
          changing(limit, login, (attempts, now) => LoginAttempts.markFailed(limit, attempts, at, now))
      })
    })
  )
