/**
 * Units of writes: statements that take effect together or not at all. A unit waits for nothing else, so a database
 * with a single writer can run it immediately, and commit many together.
 */
import { Context } from "effect"
import type { Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { Statement } from "./Statement.ts"

/** A unit and its result. A unit may run again from the beginning. */
export type UnitOfWork<A> = () => Generator<Statement, A, never>

/** Runs units. If a unit or its commit fails, nothing is written. */
export class UnitsOfWork extends Context.Service<
  UnitsOfWork,
  {
    /** Runs a unit with the fiber's `Durability` and `UnitInterceptor`. Returns its result after the commit. */
    readonly run: <A>(unit: UnitOfWork<A>) => Effect.Effect<A, SqlError.SqlError>
    /**
     * Like `run`, for frequent units, which can share a transaction on PostgreSQL. The units' statements are then
     * interleaved, so row locks do not protect them from each other. Units that take the same `lock` never share a
     * transaction.
     */
    readonly share: <A>(unit: UnitOfWork<A>) => Effect.Effect<A, SqlError.SqlError>
  }
>()("@sheaf/adapters-sql/UnitsOfWork") {}
