/** The SQL for process rows: shards, signals, and the part of `ProcessStore` that collections and consents share. */
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

export const rowShards = Effect.map(Shards, ({ isShared, own: ownNow }) => {
  // If this process is the only node, its shards never change.
  const own = isShared ? ownNow : Function.constant(ownNow())
  let chosen = 0

  /** Chooses one of this node's shards for a new row, so this node runs the process. */
  const choose = (): number => {
    const shards = own()
    chosen += 1
    return shards[chosen % shards.length] ?? (chosen % shardCount) + 1
  }

  return {
    choose,
    /** Assigns the row to one of this node's shards. Append this to an UPDATE's SET clause. */
    taken: (): Statement => (isShared && own().length > 0 ? statement`, shard = ${choose()}` : literal("")),
    isOwn: (): string => {
      if (!isShared) return "TRUE"
      const shards = own()
      return shards.length === 0 ? "FALSE" : `shard IN (${shards.join(", ")})`
    }
  }
})

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

/**
 * Conditions for processes that still have steps to run. An ended collection still has steps if it must clean up
 * something at the company.
 */
export const whereUnfinished = {
  collection: "(ended_at IS NULL OR leftovers IS NOT NULL)",
  consent: "closed_at IS NULL"
} as const

export interface ProcessTable<Outline> {
  readonly name: "collection" | "consent"
  readonly endedColumn: "ended_at" | "closed_at"
  readonly outline: Schema.Struct<Schema.Struct.Fields> & Schema.Codec<Outline, unknown>
  readonly eraseOperation: string
  readonly erasureOfSubjects: (ids: ReadonlyArray<string>) => ReadonlyArray<Statement>
}

/** Matches the process only if it has neither ended nor changed since it was found. */
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
 * Runs `write`, then publishes a signal for each process, even if the write failed or was interrupted. An unnecessary
 * signal costs only one read.
 */
export const withSignals =
  ({ publish }: ChangeSignals["Service"]) =>
  <Found, Rest extends ReadonlyArray<unknown>, A, E>(
    write: (found: Found, ...rest: Rest) => Effect.Effect<A, E>,
    topicsOf: (found: Found) => ReadonlyArray<string>
  ) =>
  (found: Found, ...rest: Rest): Effect.Effect<A, E> =>
    Effect.ensuring(write(found, ...rest), Effect.forEach(topicsOf(found), publish, { discard: true }))
