/**
 * Moves a stopped service's SQLite database to PostgreSQL. A single transaction copies all tables, compares them with
 * the source, and records their checksums. Nothing has moved until it commits.
 */
import { Effect } from "effect"
import type { Redacted } from "effect"
import type { SqlError } from "effect/sql"
import { rootCauseMessageOf } from "../database/SqlErrors.ts"
import * as LiveNodes from "../nodes/LiveNodes.ts"
import * as Postgres from "../postgres/Postgres.ts"
import { failWith } from "./DataMigrationError.ts"
import * as Source from "./Source.ts"
import { TableChecksum } from "./TableChecksum.ts"
import type { TableRow, TableDigest, CellValue } from "./TableChecksum.ts"
import * as Destination from "./Destination.ts"

export { DataMigrationError } from "./DataMigrationError.ts"

export interface MigrationProgress {
  readonly table: string
  readonly rows: number
  /** The total number of rows in the table. */
  readonly of: number
}

export interface MigrationResult {
  /**
   * The time at which an earlier run moved this data, in milliseconds since 1970. If present, this run copied nothing.
   */
  readonly earlier?: number
  readonly tables: ReadonlyArray<Destination.CopiedTable>
}

/** Checks the target and creates or migrates its tables. Fails if a service is using the target. */
const prepareTarget = (url: Redacted.Redacted) =>
  Effect.gen(function* () {
    const nodes = yield* LiveNodes.list
    if (nodes.length === 0) return
    const names = nodes.map(({ name }) => name).join(", ")
    yield* failWith(`DATABASE_URL: services are using the database (${names}): stop them first`)
  }).pipe(Effect.provide(Postgres.layer(url)), Effect.scoped)

const bytesOf = (value: CellValue): number =>
  typeof value === "string" ? Buffer.byteLength(value) : value instanceof Uint8Array ? value.byteLength : 8

interface Scanned extends TableDigest {
  /** The size of the largest row, in bytes. */
  readonly maxRow: number
}

/** Reads a table in batches of limited size, so memory use does not grow with the table. */
const scan = Effect.fnUntraced(function* (
  source: Source.Source,
  table: Source.SourceTable,
  use: (rows: ReadonlyArray<TableRow>) => Effect.Effect<void, SqlError.SqlError>
) {
  const checksum = new TableChecksum()
  let batch: Array<TableRow> = []
  let [size, maxRow] = [0, 0]
  for (const row of source.rows(table)) {
    checksum.add(row)
    const bytes = row.reduce<number>((total, value) => total + bytesOf(value), 0)
    maxRow = Math.max(maxRow, bytes)
    if (size + bytes > Destination.maxBytesPerStatement || batch.length === Destination.maxRowsPerStatement) {
      if (batch.length > 0) yield* use(batch)
      batch = []
      size = 0
    }
    batch.push(row)
    size += bytes
  }
  if (batch.length > 0) yield* use(batch)
  return { ...checksum.sum, maxRow } satisfies Scanned
})

/** Fails unless the earlier migration copied exactly the rows that the source contains now. */
const isMoved = Effect.fnUntraced(function* (source: Source.Source, earlier: ReadonlyArray<Destination.CopiedTable>) {
  const known = new Map(earlier.map(({ checksum, name }) => [name, checksum]))
  for (const table of source.tables) {
    const { checksum } = yield* scan(source, table, () => Effect.yieldNow)
    if (known.get(table.name) === checksum) continue
    return yield* failWith(
      `DATABASE_URL: the database contains other data: the table ${table.name} in the data folder differs; use an empty database`
    )
  }
})

/** Called after each batch. */
export type ProgressReporter = (progress: MigrationProgress) => Effect.Effect<void>

/** Moves the SQLite database in this file. The caller must hold the data folder's lock. */
export const run = (file: string, url: Redacted.Redacted, report: ProgressReporter) =>
  Effect.gen(function* () {
    yield* prepareTarget(url)
    yield* Source.prepare(file)
    const source = yield* Source.open(file)
    const session = yield* Destination.open(url)
    yield* Destination.begin(session)
    const earlier = yield* Destination.findEarlierMigration(session)
    const [first] = earlier
    if (first !== undefined) {
      yield* isMoved(source, earlier)
      return { earlier: first.at, tables: earlier } satisfies MigrationResult
    }

    yield* Destination.lockTables(session, source.tables)
    const targets = yield* Effect.forEach(source.tables, (table) =>
      Effect.map(Destination.openTable(session, table), (target) => ({ table, target }))
    )
    for (const { table, target } of targets) {
      if (yield* target.isEmpty) continue
      yield* failWith(`DATABASE_URL: the database already contains data (table ${table.name}): use an empty database`)
    }
    const tables: Array<Destination.CopiedTable> = []
    for (const { table, target } of targets) {
      const { name } = table
      const of = source.count(table)
      let rows = 0
      const { maxRow, ...read } = yield* scan(source, table, (batch) =>
        Effect.andThen(
          target.insert(batch),
          Effect.suspend(() => report({ table: name, rows: (rows += batch.length), of }))
        )
      )
      const written = yield* target.sum(maxRow)
      if (written.checksum !== read.checksum || written.rows !== read.rows) {
        return yield* failWith(`the copy of the table ${name} differs from the original; the database is unchanged`)
      }
      yield* target.analyze
      yield* Destination.recordCopiedTable(session, { name, ...read })
      tables.push({ name, ...read })
    }
    yield* Destination.commit(session)
    return { tables } satisfies MigrationResult
  }).pipe(
    Effect.scoped,
    Effect.catchTag("SqlError", (error) =>
      failWith(`the move has stopped: ${rootCauseMessageOf(error)}; run the command again`)
    )
  )
