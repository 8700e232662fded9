/**
 * The PostgreSQL database, which a migration fills in one transaction. If the migration fails or is killed, the
 * database stays empty.
 */
import { PgConnection, PgTypes } from "@effect/sql-pg"
import { Effect, Result, Schema } from "effect"
import type { Redacted } from "effect"
import type { SqlError } from "effect/sql"
import { dataMigrationLock } from "../database/DatabaseLock.ts"
import { requireCommit } from "../postgres/PostgresClient.ts"
import { maxMessageSize } from "../postgres/Postgres.ts"
import { typeRegistry } from "../postgres/PostgresTypes.ts"
import { failWith } from "./DataMigrationError.ts"
import type { SourceTable } from "./Source.ts"
import { TableChecksum } from "./TableChecksum.ts"
import type { TableRow, TableDigest, CellValue } from "./TableChecksum.ts"

/** The session ends with the scope. It has no timeouts, because a migration can take longer than the service allows. */
export const open = (url: Redacted.Redacted) =>
  PgConnection.make({
    url,
    types: typeRegistry,
    maxMessageSize,
    applicationName: "sheaf migrate-to-postgres",
    keepAlive: "10 seconds",
    startupParameters: { idle_in_transaction_session_timeout: "0", statement_timeout: "0" }
  }).pipe(
    // Closes the connection cleanly, because PostgreSQL would otherwise keep the locks until it notices that the
    // connection is gone.
    Effect.tap((session) =>
      Effect.addFinalizer(() => Effect.ignore(Effect.timeout(session.query("ROLLBACK"), "3 seconds")))
    )
  )

type Session = PgConnection.PgConnection

const decodeTaken = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ isTaken: Schema.Boolean })]))

/**
 * Begins the transaction and locks the `key_check` table. Services check their keys against this table when they start,
 * so they wait until the migration ends.
 */
export const begin = Effect.fnUntraced(function* (session: Session) {
  yield* session.query("BEGIN")
  const { rows } = yield* session.query(`SELECT pg_try_advisory_xact_lock(${dataMigrationLock}) AS "isTaken"`)
  const [{ isTaken }] = decodeTaken(rows)
  if (!isTaken) return yield* failWith("DATABASE_URL: another sheaf migrate-to-postgres is filling the database")
  yield* session.query("LOCK TABLE key_check IN ACCESS EXCLUSIVE MODE")
})

/** Until the transaction ends, nothing else can write to these tables. */
export const lockTables = (session: Session, tables: ReadonlyArray<SourceTable>) =>
  session.query(`LOCK TABLE ${tables.map(({ name }) => `"${name}"`).join(", ")} IN EXCLUSIVE MODE`)

export const commit = (session: Session) => Effect.flatMap(session.query("COMMIT"), requireCommit)

/** Values are sent as this type. PostgreSQL converts them to the column's own type, or fails. */
interface Transport {
  readonly type: string
  readonly oid: number
}

const { bool, bytea, int8, text } = PgTypes.OID

const transports: Readonly<Record<string, Transport>> = {
  bool: { type: "bool", oid: bool },
  bytea: { type: "bytea", oid: bytea },
  int4: { type: "int8", oid: int8 },
  int8: { type: "int8", oid: int8 },
  text: { type: "text", oid: text },
  varchar: { type: "text", oid: text }
}

interface Column extends Transport {
  readonly name: string
}

const decodeColumns = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ name: Schema.String, type: Schema.String }))
)

/** Fails unless the target has all of the source's columns. */
const columnsOf = Effect.fnUntraced(function* (session: Session, { columns, name }: SourceTable) {
  const { rows } = yield* session.query(
    `SELECT attname::text AS name, typname::text AS type FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
      WHERE attrelid = to_regclass('"${name}"') AND attnum > 0 AND NOT attisdropped`
  )
  const found = new Map(decodeColumns(rows).map(({ name, type }) => [name, transports[type]]))
  return yield* Effect.forEach(columns, (column): Effect.Effect<Column> => {
    const transport = found.get(column)
    return transport === undefined
      ? Effect.die(new Error(`cannot move ${name}.${column}`))
      : Effect.succeed({ name: column, ...transport })
  })
})

/** Converts 0 and 1 to booleans, because SQLite has no boolean type. */
const valueFor = ({ type }: Column, value: CellValue | undefined): CellValue =>
  value === undefined || value === null ? null : type === "bool" ? Boolean(value) : value

/** Specifies the array's type, because the driver cannot infer it if all values are NULL. */
const arrayOf = ({ oid }: Column, values: ReadonlyArray<CellValue>) => Result.getOrThrow(PgTypes.array(values, oid))

export const maxRowsPerStatement = 1_000

/** The maximum size of a statement in bytes. A statement may exceed it only to insert a single row that is larger. */
export const maxBytesPerStatement = 4 * 1024 * 1024

export interface DestinationTable {
  readonly isEmpty: Effect.Effect<boolean, SqlError.SqlError>
  readonly insert: (rows: ReadonlyArray<TableRow>) => Effect.Effect<void, SqlError.SqlError>
  /** Reads the table back and computes its checksum. `maxRow` is in bytes. */
  readonly sum: (maxRow: number) => Effect.Effect<TableDigest, SqlError.SqlError>
  readonly analyze: Effect.Effect<void, SqlError.SqlError>
}

export const openTable = Effect.fnUntraced(function* (session: Session, moved: SourceTable) {
  const columns = yield* columnsOf(session, moved)
  const name = `"${moved.name}"`
  const into = columns.map((column) => `"${column.name}"`).join(", ")
  const from = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(", ")
  const read = columns.map((column) => `"${column.name}"::${column.type}`).join(", ")

  const sum = Effect.fnUntraced(function* (maxRow: number) {
    const checksum = new TableChecksum()
    const count = Math.max(1, Math.min(maxRowsPerStatement, Math.floor(maxBytesPerStatement / (maxRow + 1))))
    // Each table needs its own cursor name, because the driver caches prepared statements by their text.
    const cursor = `moved_${moved.name}`
    yield* session.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${read} FROM ${name}`)
    let rows: ReadonlyArray<ReadonlyArray<unknown>>
    do {
      rows = yield* session.queryValues(`FETCH ${count} FROM ${cursor}`)
      // The query casts each column to one of the types in `transports`, so each row is a table row.
      for (const row of rows) checksum.add(row as TableRow)
    } while (rows.length > 0)
    yield* session.query(`CLOSE ${cursor}`)
    return checksum.sum
  })

  return {
    isEmpty: Effect.map(session.query(`SELECT 1 FROM ${name} LIMIT 1`), ({ rows }) => rows.length === 0),
    insert: (rows) =>
      Effect.asVoid(
        session.query(
          `INSERT INTO ${name} (${into}) SELECT * FROM unnest(${from})`,
          columns.map((column, index) =>
            arrayOf(
              column,
              rows.map((row) => valueFor(column, row[index]))
            )
          )
        )
      ),
    sum,
    analyze: Effect.asVoid(session.query(`ANALYZE ${name}`))
  } satisfies DestinationTable
})

export interface CopiedTable extends TableDigest {
  readonly name: string
}

const Recorded = Schema.Struct({ name: Schema.String, rows: Schema.Finite, checksum: Schema.String, at: Schema.Finite })
const decodeRecords = Schema.decodeUnknownSync(Schema.Array(Recorded))

/**
 * Returns the tables that an earlier migration copied, or an empty list if there was none. Times are in milliseconds
 * since 1970.
 */
export const findEarlierMigration = Effect.fnUntraced(function* (session: Session) {
  yield* session.query(`CREATE TABLE IF NOT EXISTS sheaf_move
    (name TEXT PRIMARY KEY, row_count bigint NOT NULL, checksum TEXT NOT NULL, moved_at timestamptz NOT NULL)`)
  const { rows } = yield* session.query(`SELECT name, row_count AS rows, checksum,
    (extract(epoch FROM moved_at) * 1000)::float8 AS at FROM sheaf_move ORDER BY name`)
  return decodeRecords(rows)
})

export const recordCopiedTable = (session: Session, { checksum, name, rows }: CopiedTable) =>
  session.query("INSERT INTO sheaf_move VALUES ($1, $2, $3, now())", [name, rows, checksum])
