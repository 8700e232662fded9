/** Reads single rows from PostgreSQL on shared connections. */
import type { PgPool } from "@effect/sql-pg"
import { Effect } from "effect"
import * as DatabaseHealth from "../database/DatabaseHealth.ts"
import { PointReads } from "../database/PointReads.ts"
import { toStoreError } from "../database/SqlErrors.ts"
import { numberPlaceholders } from "../unitsOfWork/Placeholders.ts"
import { toPostgresValue } from "./PostgresClient.ts"

const measured = DatabaseHealth.measureOperation("postgresql", "read")

/** Reads outside the fiber's transaction. Concurrent reads are sent together. */
export const make = (pool: PgPool.PgPool): PointReads["Service"] => {
  const prepareOption: PointReads["Service"]["prepareOption"] = (operation, sql, view) => {
    const text = numberPlaceholders(sql)
    return (...keys) =>
      pool
        .use((connection) => connection.query(text, keys.map(toPostgresValue)))
        .pipe(
          measured,
          Effect.mapError((cause) => toStoreError(operation, cause)),
          Effect.flatMap(({ rows: [row] }) => (row === undefined ? Effect.succeedNone : view(row)))
        )
  }
  return PointReads.of({
    prepareOption,
    prepare: (operation, sql, view) => prepareOption(operation, sql, (row) => Effect.asSome(view(row)))
  })
}
