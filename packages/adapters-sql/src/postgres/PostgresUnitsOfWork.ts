/**
 * Runs units of work on PostgreSQL. Each unit has its own transaction, except that units of frequent kinds share
 * transactions ({@link GroupCommit}).
 */
import type { PgPool } from "@effect/sql-pg"
import { Effect, Option } from "effect"
import type { SqlError } from "effect/sql"
import { Isolation } from "../database/Isolation.ts"
import { UnitInterceptor } from "../unitsOfWork/UnitInterceptor.ts"
import type { UnitOfWork, UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import * as GroupCommit from "./GroupCommit.ts"
import * as Transactions from "./Transactions.ts"
import * as PipelinedTransaction from "./PipelinedTransaction.ts"

export interface ConnectionPools {
  readonly alone: Pick<PgPool.PgPool, "get">
  readonly shared: Pick<PgPool.PgPool, "get">
}

const inOwnTransaction =
  (pool: ConnectionPools["alone"], isolation: Isolation) =>
  <A>(unit: UnitOfWork<A>): Effect.Effect<A, SqlError.SqlError> =>
    Transactions.retryOnConflict(
      Effect.flatMap(
        PipelinedTransaction.run(pool, () => [unit], isolation, false),
        (ended) =>
          ended._tag === "RolledBack"
            ? Effect.failCause(ended.cause)
            : // The unit ran alone, so the only result is its own.
              Effect.succeed(Option.getOrThrow(ended.results[0] ?? Option.none()) as A)
      )
    )

/** Running a unit inside a transaction of the same fiber is a defect. */
export const make = (
  { alone, shared }: ConnectionPools,
  isInTransaction: Effect.Effect<boolean>
): UnitsOfWork["Service"] => {
  const share = GroupCommit.make(shared, inOwnTransaction(alone, "READ COMMITTED"))
  const checked =
    (run: <A>(unit: UnitOfWork<A>, isolation: Isolation) => Effect.Effect<A, SqlError.SqlError>) =>
    <A>(unit: UnitOfWork<A>): Effect.Effect<A, SqlError.SqlError> =>
      Effect.flatMap(isInTransaction, (isNested) =>
        isNested
          ? Effect.die(new Error("a unit of work cannot run inside another transaction"))
          : Effect.withFiber((fiber) => run(fiber.getRef(UnitInterceptor)(unit), fiber.getRef(Isolation)))
      )
  return {
    run: checked((unit, isolation) => inOwnTransaction(alone, isolation)(unit)),
    share: checked((unit, isolation) =>
      isolation === "READ COMMITTED" ? share(unit) : inOwnTransaction(alone, isolation)(unit)
    )
  }
}
