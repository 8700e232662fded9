/**
 * Runs several units in one transaction. Their statements are interleaved: in each round trip, every unit sends its
 * statements up to the next statement whose rows it needs. BEGIN and COMMIT travel with the statements.
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

/** All transactions take their first locks in the same order, so they cannot deadlock on them. */
const inOrderOfLocks = ({ locks: [one = ""] }: RunningUnit, { locks: [other = ""] }: RunningUnit): number =>
  one === other ? 0 : one < other ? -1 : 1

const attempt = <A>(run: () => A) =>
  Effect.try({ try: run, catch: (cause) => Transactions.unknownSqlError(cause, "execute") })

const sendAll = (session: PgConnection.PgConnection, statements: ReadonlyArray<Statement>) =>
  Effect.forEach(
    statements,
    ({ text, values }) => session.query(numberPlaceholders(text), values.map(toPostgresValue)),
    {
      concurrency: "unbounded"
    }
  )

/** Sends all statements together. Returns the rows of each statement whose `isRead` is true, in order. */
const readsOf = (session: PgConnection.PgConnection, statements: ReadonlyArray<Statement>) =>
  Effect.map(sendAll(session, statements), (results) =>
    results.flatMap(({ rows }, index) => (statements[index]?.isRead === true ? [rows] : []))
  )

/**
 * Tracks which unit holds which lock in a transaction. PostgreSQL itself would grant the same lock to all units in the
 * transaction.
 */
class Owners {
  readonly #owners = new Map<string, RunningUnit>()

  /** Takes the locks that a unit needs next, and returns false if another unit holds any of them. */
  take(running: RunningUnit): boolean {
    const { locks } = running
    if (locks.some((lock) => (this.#owners.get(lock) ?? running) !== running)) return false
    for (const lock of locks) this.#owners.set(lock, running)
    return true
  }
}

export type TransactionOutcome =
  /**
   * The results in the order of the units. If a unit needed a lock that another unit held, it has no result and must
   * run in another transaction.
   */
  | { readonly _tag: "Committed"; readonly results: ReadonlyArray<Option.Option<unknown>> }
  | { readonly _tag: "RolledBack"; readonly cause: Cause.Cause<SqlError.SqlError> }

const commit = literal("COMMIT").unread

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
 * Runs units of work in one transaction, on a session of `pool`. The pool must send concurrent statements of a session
 * together, and lend each session to only one transaction at a time. Calls `choose` to get the units as soon as a
 * session is available. Fails if no session becomes free, or if the connection is lost. If the connection was lost, the
 * transaction may have been committed.
 *
 * With `isHopeful`, a unit does not wait for the results of its conditional writes, but assumes that each one changes a
 * row. If one changes nothing, the transaction is rolled back.
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
            // If a statement fails, PostgreSQL turns the COMMIT into a rollback.
            Effect.flatMap(sendAll(session, [...unsent, commit]), (sent) =>
              Effect.as(requireCommit(sent.at(-1) ?? { command: "" }), results)
            )
          )
        )
        if (Exit.isSuccess(exit)) return { _tag: "Committed", results: exit.value }
        const rollback = yield* Effect.exit(session.query("ROLLBACK"))
        // The connection is lost. Report that even if the transaction had already failed for another reason.
        if (Exit.isFailure(rollback)) return yield* Effect.failCause(rollback.cause)
        return { _tag: "RolledBack", cause: exit.cause }
      })
    )
  )
