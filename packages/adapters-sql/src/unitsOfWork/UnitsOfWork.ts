/**
 * Units of work: statements that take effect together or not at all. A unit waits for nothing but its statements, so a
 * database with a single writer can run it immediately and commit many units together.
 */
import { Context } from "effect"
import type { Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { Statement } from "./Statement.ts"

/** A unit may run again from the beginning. */
export type UnitOfWork<A> = () => Generator<Statement, A, never>

/** If a unit or its commit fails, nothing is written. */
export class UnitsOfWork extends Context.Service<
  UnitsOfWork,
  {
    /** Applies the fiber's `Durability` and `UnitInterceptor`. Returns after the commit. */
    readonly run: <A>(unit: UnitOfWork<A>) => Effect.Effect<A, SqlError.SqlError>
    /**
     * Like `run`, but lets frequent units share a transaction on PostgreSQL. Their statements are then interleaved, so
     * row locks do not protect the units from each other. Units that take the same `lock` never share a transaction.
     */
    readonly share: <A>(unit: UnitOfWork<A>) => Effect.Effect<A, SqlError.SqlError>
  }
>()("@sheaf/adapters-sql/UnitsOfWork") {}
