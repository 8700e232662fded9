/**
 * Group commit for units of work. Units that arrive while all database sessions are busy go into the next transaction
 * together. If that transaction is rolled back, each unit runs alone.
 */
import type { PgPool } from "@effect/sql-pg"
import { Effect, Exit, Option } from "effect"
import type { SqlError } from "effect/sql"
import type { UnitOfWork, UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import * as PipelinedTransaction from "./PipelinedTransaction.ts"

const max = 24

type Outcome = Effect.Effect<unknown, SqlError.SqlError>

interface WaitingUnit {
  readonly unit: UnitOfWork<unknown>
  readonly resume: (outcome: Outcome) => void
}

/**
 * Returns a function that runs a unit in a shared transaction. The sessions of `pool` must have a short lock timeout,
 * because when one unit waits for a lock, all other units in its transaction wait too.
 */
export const make = (pool: Pick<PgPool.PgPool, "get">, runAlone: UnitsOfWork["Service"]["run"]) => {
  const waiting = new Set<WaitingUnit>()
  let isBeginning = false

  const leave = (count: number): ReadonlyArray<WaitingUnit> => {
    const members = [...waiting].slice(0, count)
    for (const member of members) waiting.delete(member)
    return members
  }

  const begin = (): void => {
    if (isBeginning || waiting.size === 0) return
    isBeginning = true
    let members: ReadonlyArray<WaitingUnit> | undefined
    const choose = () => {
      isBeginning = false
      members = leave(max)
      begin()
      return members.map(({ unit }) => unit)
    }
    Effect.runFork(PipelinedTransaction.run(pool, choose, "READ COMMITTED", true)).addObserver((exit) => {
      if (members === undefined) isBeginning = false
      // If no session is available, all units fail.
      end(members ?? leave(waiting.size), exit)
    })
  }

  const end = (
    members: ReadonlyArray<WaitingUnit>,
    exit: Exit.Exit<PipelinedTransaction.TransactionOutcome, SqlError.SqlError>
  ): void => {
    members.forEach((member, index) => {
      if (Exit.isFailure(exit)) return member.resume(Effect.failCause(exit.cause))
      if (exit.value._tag === "RolledBack") return member.resume(runAlone(member.unit))
      const result = exit.value.results[index] ?? Option.none()
      if (Option.isSome(result)) member.resume(Effect.succeed(result.value))
      else waiting.add(member)
    })
    begin()
  }

  return <A>(unit: UnitOfWork<A>): Effect.Effect<A, SqlError.SqlError> =>
    Effect.callback<A, SqlError.SqlError>((resume) => {
      const member: WaitingUnit = { unit, resume: (outcome) => resume(outcome as Effect.Effect<A, SqlError.SqlError>) }
      waiting.add(member)
      // Waits one turn of the event loop, so units from the same turn share a transaction.
      if (waiting.size === 1) setImmediate(begin)
      return Effect.sync(() => waiting.delete(member))
    })
}
