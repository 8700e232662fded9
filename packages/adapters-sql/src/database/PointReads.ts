/** Fast reads of single rows by key. They see only committed rows and never wait for a transaction. */
import type { StoreError } from "@sheaf/ports"
import { Context } from "effect"
import type { Effect, Option } from "effect"

export type PointReadKey = string | Uint8Array

export type PointReadRow = Record<string, unknown>

type PointRead<A> = (...keys: ReadonlyArray<PointReadKey>) => Effect.Effect<Option.Option<A>, StoreError>

export class PointReads extends Context.Service<
  PointReads,
  {
    /** Prepares a read of one row by key. `view` converts the row. */
    readonly prepare: <A>(
      operation: string,
      sql: string,
      view: (row: PointReadRow) => Effect.Effect<A, StoreError>
    ) => PointRead<A>
    /** Like `prepare`, except that `view` can return nothing. */
    readonly prepareOption: <A>(
      operation: string,
      sql: string,
      view: (row: PointReadRow) => Effect.Effect<Option.Option<A>, StoreError>
    ) => PointRead<A>
  }
>()("@sheaf/adapters-sql/PointReads") {}
