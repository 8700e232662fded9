/** Process rows: their shards, their signals, and the part of `ProcessStore` that collections and consents share. */
import { StoreError, Shards, shardCount } from "@sheaf/ports"
import type { ProcessOutline, ChangeSignals } from "@sheaf/ports"
import { Effect, Function, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { literal, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import { readIds, selectList } from "../database/Columns.ts"
import { runStatement } from "../database/Dialect.ts"
import { repeatInBatches, batchSize } from "../database/Batches.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"

/** Creates the parts of statements that depend on this node's shards. */
export const rowShards = Effect.map(Shards, ({ isShared, own: ownNow }) => {
  // The only node never gains or loses shards.
  const own = isShared ? ownNow : Function.constant(ownNow())
  let chosen = 0

  /** Chooses one of this node's shards for a new row, so that this node runs the process. */
  const choose = (): number => {
    const shards = own()
    chosen += 1
    return shards[chosen % shards.length] ?? (chosen % shardCount) + 1
  }

  return {
    choose,
    /** Returns what to add to the SET clause of an UPDATE, so that this node can continue the process. */
    taken: (): Statement => (isShared && own().length > 0 ? statement`, shard = ${choose()}` : literal("")),
    /** Returns the condition for a row to belong to this node. */
    isOwn: (): string => {
      if (!isShared) return "TRUE"
      const shards = own()
      return shards.length === 0 ? "FALSE" : `shard IN (${shards.join(", ")})`
    }
  }
})

/** Decodes the rows of a census. */
export const decodeCounts = Schema.decodeUnknownSync(
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

/** The conditions for having steps left. An ended collection may still have something to close. */
export const whereUnfinished = {
  collection: "(ended_at IS NULL OR leftovers IS NOT NULL)",
  consent: "closed_at IS NULL"
} as const

export interface ProcessTable<Outline> {
  readonly name: "collection" | "consent"
  /** The column with the time when the process ended, in milliseconds since 1970. */
  readonly endedColumn: "ended_at" | "closed_at"
  readonly outline: Schema.Struct<Schema.Struct.Fields> & Schema.Codec<Outline, unknown>
  /** The name of `eraseRows` in errors. */
  readonly eraseOperation: string
  /** Returns the statements that erase other tables' data about erased rows. */
  readonly erasureOfSubjects: (ids: ReadonlyArray<string>) => ReadonlyArray<Statement>
}

/** Returns the condition that a process has neither ended nor changed since it was found. */
export const whereUnchanged = (
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
      sql`SELECT ${outlineColumns} FROM ${from} WHERE id = ${id} AND ${sql.literal(whereUnfinished[name])}`.pipe(
        mapToStoreError(`outline ${name}`),
        Effect.flatMap(([row]) => (row === undefined ? Effect.succeedNone : Effect.asSome(readOutline(row))))
      ),
    eraseRows: (endedBefore: number) =>
      repeatInBatches(eraseRowsOnce(endedBefore)).pipe(mapToStoreError(eraseOperation))
  }
})

/**
 * Returns `write`, followed by a signal for each process that changed, or that a failed or interrupted write may have
 * changed. An unnecessary signal costs only one read.
 */
export const withSignals =
  ({ publish }: ChangeSignals["Service"]) =>
  <Found, Rest extends ReadonlyArray<unknown>, A, E>(
    write: (found: Found, ...rest: Rest) => Effect.Effect<A, E>,
    topicsOf: (found: Found) => ReadonlyArray<string>
  ) =>
  (found: Found, ...rest: Rest): Effect.Effect<A, E> =>
    Effect.ensuring(write(found, ...rest), Effect.forEach(topicsOf(found), publish, { discard: true }))
