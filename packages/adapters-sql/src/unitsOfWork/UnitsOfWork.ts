/**
 * Units of writes: statements that take effect together or not at all. A unit awaits nothing, so a database with one
 * writer can run it immediately and commit many units together.
 */
import { Context } from "effect"
import type { Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { Statement } from "./Statement.ts"

/** A unit with its result. A unit can be rerun from the beginning. */
export type UnitOfWork<A> = () => Generator<Statement, A, never>

/** Runs units. A unit that fails, or whose commit fails, has written nothing. */
export class UnitsOfWork extends Context.Service<
  UnitsOfWork,
  {
    /** Runs a unit with the fiber's `Durability` and `UnitInterceptor`. Returns its result once it is committed. */
    readonly run: <A>(unit: UnitOfWork<A>) => Effect.Effect<A, SqlError.SqlError>
    /**
     * Like `run`, for frequent units that can share a transaction with each other on PostgreSQL. The statements of such
     * units alternate, so a unit must not rely on row locks against the others. Units that take the same `lock` never
     * share a transaction.
     */
    readonly share: <A>(unit: UnitOfWork<A>) => Effect.Effect<A, SqlError.SqlError>
  }
>()("@sheaf/adapters-sql/UnitsOfWork") {}
