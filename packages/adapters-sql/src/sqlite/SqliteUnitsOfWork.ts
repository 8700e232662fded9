/**
 * Units on SQLite. Units that arrive in the same turn of the event loop share a transaction, with the strictest
 * durability that any of them needs. Each unit has its own savepoint, and no unit returns its result before the COMMIT.
 */
import { Effect, Exit, Result } from "effect"
import type { Semaphore } from "effect"
import type { SqlError } from "effect/sql"
import { UnitInterceptor } from "../unitsOfWork/UnitInterceptor.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import type { UnitOfWork, UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import { Durability } from "../database/Durability.ts"
import { toSqlError } from "./SqliteConnection.ts"
import type { SqliteConnection } from "./SqliteConnection.ts"

/** The result of a unit. Only the fiber that waits for the result knows its type. */
type Outcome = Exit.Exit<never, SqlError.SqlError>

/** A unit that waits for the next transaction. */
interface WaitingUnit {
  readonly unit: UnitOfWork<unknown>
  readonly durability: Durability
  readonly resume: (outcome: Outcome) => void
}

const strictest = (members: ReadonlyArray<WaitingUnit>): Durability =>
  members.some(({ durability }) => durability === "FULL") ? "FULL" : "NORMAL"

const committer = ({ db, prepared, prepareTransaction }: SqliteConnection) => {
  const control = (sql: string) => void prepared(sql).run()
  // The type of the rows depends on the statement.
  const rowsOf = ({ text, values }: Statement) => prepared(text).all(...values) as never

  const resultOf = (unit: UnitOfWork<unknown>) => {
    const statements = unit()
    let next = statements.next()
    while (next.done !== true) next = statements.next(rowsOf(next.value))
    return next.value
  }

  /** Runs a unit in its own savepoint. Throws if the unit's failure ended the shared transaction. */
  const inSavepoint = (unit: UnitOfWork<unknown>): Outcome => {
    control("SAVEPOINT unit")
    try {
      const result = resultOf(unit)
      control("RELEASE unit")
      return Exit.succeed(result as never)
    } catch (cause) {
      if (!db.isTransaction) throw cause
      control("ROLLBACK TO unit")
      control("RELEASE unit")
      return Exit.fail(toSqlError(cause, "execute"))
    }
  }

  const rollBack = () => {
    if (db.isTransaction) control("ROLLBACK")
  }

  /** Commits units together and returns their outcomes. If the COMMIT fails, all units fail. */
  return (members: ReadonlyArray<WaitingUnit>): ReadonlyArray<Outcome> => {
    try {
      rollBack()
      prepareTransaction(strictest(members))
      control("BEGIN IMMEDIATE")
      const outcomes = members.map(({ unit }) => inSavepoint(unit))
      control("COMMIT")
      return outcomes
    } catch (cause) {
      const failure = Exit.fail(toSqlError(cause, "commit"))
      // If the ROLLBACK fails too, the next transaction repeats it.
      Result.try(rollBack)
      return members.map(() => failure)
    }
  }
}

/**
 * Runs units on a connection that is guarded by `semaphore`. Running a unit inside another transaction of the same
 * fiber is a defect, because the unit would wait for the end of that transaction.
 */
export const make = (
  connection: SqliteConnection,
  semaphore: Semaphore.Semaphore,
  isInTransaction: Effect.Effect<boolean>
): UnitsOfWork["Service"] => {
  const commit = committer(connection)
  const waiting = new Set<WaitingUnit>()

  const commitWaiting = Effect.sync(() => {
    const members = [...waiting]
    waiting.clear()
    const outcomes = members.length === 0 ? [] : commit(members)
    return () => outcomes.forEach((outcome, index) => members[index]?.resume(outcome))
  })
  const flush = Effect.flatMap(semaphore.withPermit(commitWaiting), Effect.sync)

  const enqueue = <A>(unit: UnitOfWork<A>) =>
    Effect.withFiber<A, SqlError.SqlError>((fiber) =>
      Effect.callback<A, SqlError.SqlError>((resume) => {
        const durability = fiber.getRef(Durability)
        const member: WaitingUnit = { unit: fiber.getRef(UnitInterceptor)(unit), durability, resume }
        if (waiting.size === 0) setImmediate(() => Effect.runFork(flush))
        waiting.add(member)
        return Effect.sync(() => waiting.delete(member))
      })
    )
  const run: UnitsOfWork["Service"]["run"] = (unit) =>
    Effect.flatMap(isInTransaction, (isNested) =>
      isNested ? Effect.die(new Error("a unit of work cannot run inside another transaction")) : enqueue(unit)
    )
  return { run, share: run }
}
