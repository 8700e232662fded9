/** The part of `ProcessStore` that collections and consents share. */
import { StoreError } from "@sheaf/ports"
import type { ProcessOutline } from "@sheaf/ports"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { literal, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import { readIds, selectList } from "../database/Columns.ts"
import { runStatement } from "../database/Dialect.ts"
import { repeatInBatches, batchSize } from "../database/Batches.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"

const decodeCounts = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      status: Schema.String,
      isDue: Schema.BooleanFromBit,
      count: Schema.Finite,
      oldestAt: Schema.Finite,
      dueAt: Schema.Finite
    })
  )
)

/** The conditions that a process has steps left. An ended collection can have cleanups left. */
export const unfinishedConditions = {
  collection: "(ended_at IS NULL OR leftovers IS NOT NULL)",
  consent: "closed_at IS NULL"
} as const

export interface ProcessTable<Outline> {
  readonly name: "collection" | "consent"
  /** The column with the time at which a process ended, in milliseconds since 1970. */
  readonly endedColumn: "ended_at" | "closed_at"
  readonly outline: Schema.Struct<Schema.Struct.Fields> & Schema.Codec<Outline, unknown>
  /** The name of the operation in errors from `eraseRows`. */
  readonly eraseOperation: string
  /** Returns the statements that erase what other tables know about erased rows. */
  readonly erasureOfSubjects: (ids: ReadonlyArray<string>) => ReadonlyArray<Statement>
}

/** Returns the filter for a process that has neither ended nor changed since it was found. */
export const unchangedCondition = (
  ended: ProcessTable<never>["endedColumn"],
  id: string,
  { revision, step }: Pick<ProcessOutline, "revision" | "step">
) => statement`id = ${id} AND step = ${step} AND revision = ${revision} AND ${literal(ended)} IS NULL`

export const make = Effect.fnUntraced(function* <Outline>({
  eraseOperation,
  erasureOfSubjects,
  name,
  outline,
  ...table
}: ProcessTable<Outline>) {
  const sql = yield* SqlClient.SqlClient
  const from = sql.literal(name)
  const ended = sql.literal(table.endedColumn)
  const outlineColumns = sql.literal(selectList(outline, `${name}Id`))
  const decodeOutline = Schema.decodeUnknownEffect(outline)
  const readOutline = (row: unknown) =>
    Effect.mapError(
      decodeOutline(row),
      (cause) => new StoreError({ operation: `outline ${name}`, reason: "UNREADABLE", cause })
    )

  const eraseRowsOnce = (endedBefore: number) =>
    Effect.gen(function* () {
      const due = yield* sql`SELECT id FROM ${from}
          WHERE ${ended} IS NOT NULL AND ${ended} < ${endedBefore} LIMIT ${batchSize}`.pipe(readIds)
      if (due.length === 0) return 0
      yield* sql`DELETE FROM ${from} WHERE ${sql.in("id", due)}`
      for (const each of erasureOfSubjects(due)) yield* runStatement(sql, each)
      return due.length
    }).pipe(sql.withTransaction)

  return {
    census: (now: number) =>
      sql`SELECT status, CASE WHEN due_at <= ${now} THEN 1 ELSE 0 END AS "isDue", COUNT(*) AS count,
        MIN(created_at) AS "oldestAt", MIN(due_at) AS "dueAt"
        FROM ${from} WHERE ${ended} IS NULL GROUP BY 1, 2`.pipe(
        Effect.map(decodeCounts),
        mapToStoreError(`count ${name}s`)
      ),
    outline: (id: string) =>
      sql`SELECT ${outlineColumns} FROM ${from} WHERE id = ${id} AND ${sql.literal(unfinishedConditions[name])}`.pipe(
        mapToStoreError(`outline ${name}`),
        Effect.flatMap(([row]) => (row === undefined ? Effect.succeedNone : Effect.asSome(readOutline(row))))
      ),
    eraseRows: (endedBefore: number) =>
      repeatInBatches(eraseRowsOnce(endedBefore)).pipe(mapToStoreError(eraseOperation))
  }
})
