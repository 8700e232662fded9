/**
 * Units in one transaction. The units' statements alternate: in each round trip, each unit sends its statements up to the
 * next one whose rows it reads. BEGIN and COMMIT share round trips with them.
 */
import type { PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, Exit, Option } from "effect"
import type { Cause } from "effect"
import type { SqlError } from "effect/sql"
import type { Isolation } from "../database/Isolation.ts"
import { numberPlaceholders } from "../unitsOfWork/Placeholders.ts"
import { RunningUnit } from "../unitsOfWork/RunningUnit.ts"
import { literal } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import type { UnitOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import { toPostgresValue, requireCommit } from "./PostgresClient.ts"
import * as Transactions from "./Transactions.ts"

/** All transactions take their first locks in one order, so that they do not wait for each other in a circle. */
const inOrderOfLocks = ({ locks: [one = ""] }: RunningUnit, { locks: [other = ""] }: RunningUnit): number =>
  one === other ? 0 : one < other ? -1 : 1

/** Runs the units' own code. A unit that throws fails the transaction. */
const attempt = <A>(run: () => A) =>
  Effect.try({ try: run, catch: (cause) => Transactions.unknownSqlError(cause, "execute") })

/** Sends statements together, and returns their results. Fails with the error of the first that fails. */
const sendAll = (session: PgConnection.PgConnection, statements: ReadonlyArray<Statement>) =>
  Effect.forEach(
    statements,
    ({ text, values }) => session.query(numberPlaceholders(text), values.map(toPostgresValue)),
    {
      concurrency: "unbounded"
    }
  )

/** Sends statements together, and returns the rows of those that are read, in order. */
const readsOf = (session: PgConnection.PgConnection, statements: ReadonlyArray<Statement>) =>
  Effect.map(sendAll(session, statements), (results) =>
    results.flatMap(({ rows }, index) => (statements[index]?.isRead === true ? [rows] : []))
  )

/** The owners of locks in a transaction. PostgreSQL would let all of a transaction's units take the same lock. */
class Owners {
  readonly #owners = new Map<string, RunningUnit>()

  /** Takes the locks of a unit's part. Returns false if another unit has one of them. */
  take(running: RunningUnit): boolean {
    const { locks } = running
    if (locks.some((lock) => (this.#owners.get(lock) ?? running) !== running)) return false
    for (const lock of locks) this.#owners.set(lock, running)
    return true
  }
}

/** The end of a transaction. */
export type TransactionOutcome =
  /** The result of each unit. None for a unit that needs another transaction, because another unit had its lock. */
  | { readonly _tag: "Committed"; readonly results: ReadonlyArray<Option.Option<unknown>> }
  | { readonly _tag: "RolledBack"; readonly cause: Cause.Cause<SqlError.SqlError> }

const commit = literal("COMMIT").unread

/** Runs units after the statement `opening`. Returns their results, and the statements that are still to be sent. */
const runAll = Effect.fnUntraced(function* (
  session: PgConnection.PgConnection,
  units: ReadonlyArray<UnitOfWork<unknown>>,
  opening: Statement,
  isHopeful: boolean
) {
  const owners = new Owners()
  const begun = yield* attempt(() => units.map((unit) => new RunningUnit(unit, isHopeful)))
  const members = begun.toSorted(inOrderOfLocks).filter((each) => owners.take(each))
  let running: ReadonlyArray<RunningUnit> = members
  let unsent = [opening, ...members.flatMap(({ part }) => part)]
  for (;;) {
    running = running.filter(({ hasEnded }) => !hasEnded)
    if (running.length === 0) {
      return { results: begun.map((each) => (members.includes(each) ? each.result : Option.none())), unsent }
    }
    const rows = yield* readsOf(session, unsent)
    unsent = yield* attempt(() =>
      running.flatMap((each, index) => {
        each.proceed(rows[index] ?? [])
        if (!owners.take(each)) throw new Error("another unit of the transaction has the lock")
        return each.part
      })
    )
  }
})

/**
 * Runs units in a transaction on a session of `pool`, which must send concurrent statements of a session together, and
 * must lend each session to one transaction at a time. Chooses the units once it has the session. Fails if no session
 * becomes free, or if the connection is lost. The transaction can have been committed in the latter case.
 *
 * With `isHopeful`, sends the units' conditional writes without waiting for their rows. If one of them changes no row, the
 * transaction is rolled back.
 */
export const run = (
  pool: Pick<PgPool.PgPool, "get">,
  choose: () => ReadonlyArray<UnitOfWork<unknown>>,
  isolation: Isolation,
  isHopeful: boolean
): Effect.Effect<TransactionOutcome, SqlError.SqlError> =>
  Effect.scoped(
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const session = yield* restore(pool.get)
        const opening = literal(Transactions.beginStatement(isolation)).unread
        const exit = yield* Effect.exit(
          Effect.flatMap(restore(runAll(session, choose(), opening, isHopeful)), ({ results, unsent }) =>
            // If one of the statements fails, PostgreSQL turns the COMMIT into a rollback.
            Effect.flatMap(sendAll(session, [...unsent, commit]), (sent) =>
              Effect.as(requireCommit(sent.at(-1) ?? { command: "" }), results)
            )
          )
        )
        if (Exit.isSuccess(exit)) return { _tag: "Committed", results: exit.value }
        const rollback = yield* Effect.exit(session.query("ROLLBACK"))
        // The connection is lost. The caller must know that, but the transaction's own failure can have another cause.
        if (Exit.isFailure(rollback)) return yield* Effect.failCause(rollback.cause)
        return { _tag: "RolledBack", cause: exit.cause }
      })
    )
  )
