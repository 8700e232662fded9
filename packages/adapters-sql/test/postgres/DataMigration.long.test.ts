/** Tests moving a SQLite database to PostgreSQL. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { DatabaseSync } from "node:sqlite"
import type { SQLInputValue } from "node:sqlite"
import * as Destination from "../../src/dataMigration/Destination.ts"
import { DataMigration, Postgres } from "../../src/postgres.ts"
import { Sqlite, Tables } from "../../src/index.ts"
import { PostgresServer } from "../../src/testing/index.ts"
import * as Database from "../Database.ts"
import * as PostgresDatabase from "./PostgresDatabase.ts"

interface Column {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly pk: number
}

const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)

/**
 * Returns a value that a database or the driver might change. All strings in a row are equal, so foreign keys match.
 */
const valueOf = (name: string, type: string, row: number): SQLInputValue => {
  if (type === "BLOB") return Uint8Array.of(row >> 8, row & 255, ...bytes)
  if (type === "BOOLEAN") return row % 2
  if (type === "INTEGER") return /^(?:id|request_id)$/.test(name) ? 9_007_199_254_740_993n + BigInt(row) : row
  return `\uFEFF${row}\0\uFFFD😀`
}

const isSmall = (table: string, { name }: Column): boolean => table === "key_check" && name === "id"

const tablesOf = (db: DatabaseSync): ReadonlyArray<string> =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !/^sqlite_|_migrations?$|^schema_release$/.test(name))

const columnsOf = (db: DatabaseSync, table: string) =>
  db.prepare("SELECT * FROM pragma_table_info(?)").all(table) as unknown as ReadonlyArray<Column>

const rowsOf = (table: string): number => (table === "client" ? 1_100 : 3)

/** Adds rows to every table. In the last row, and in all rows of consents, every optional column is NULL. */
const fill = (db: DatabaseSync) => {
  db.exec("PRAGMA foreign_keys = OFF; BEGIN")
  for (const table of tablesOf(db)) {
    const columns = columnsOf(db, table)
    const insert = db.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => "?").join(", ")})`)
    const rows = rowsOf(table)
    for (let row = 0; row < rows; row++) {
      const hasNulls = row === rows - 1 || table === "consent"
      const values = columns.map((column) => {
        if (hasNulls && !column.notnull && !column.pk) return null
        return isSmall(table, column) ? row : valueOf(column.name, column.type, row)
      })
      insert.run(...values)
    }
  }
  db.exec("COMMIT")
  assert.isEmpty(db.prepare("PRAGMA foreign_key_check").all())
}

const inFile = <A>(file: string, use: (db: DatabaseSync) => A): A => {
  const db = new DatabaseSync(file)
  try {
    return use(db)
  } finally {
    db.close()
  }
}

const source = Effect.gen(function* () {
  const file = yield* Database.DatabaseFile
  yield* Effect.scoped(Layer.build(Sqlite.layer(file)))
  inFile(file, fill)
  return file
})

const jsonOf = (value: unknown, { type }: Column): string | null => {
  if (value === null) return null
  if (type === "BOOLEAN") return String(value === 1n)
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`
  return String(value).replaceAll("\0", "\uFFFD")
}

const expectedRows = (file: string) =>
  inFile(file, (db) =>
    tablesOf(db).map((table) => {
      const columns = columnsOf(db, table)
      const select = db.prepare(`SELECT * FROM ${table}`)
      select.setReadBigInts(true)
      const rows = select
        .all()
        .map((row) => JSON.stringify(columns.map((column) => [column.name, jsonOf(row[column.name], column)])))
      return { table, columns: columns.map(({ name }) => name), rows: rows.sort() }
    })
  )

const rowsIn = (url: string, table: string, columns: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const texts = `SELECT encode(convert_to(json_object_agg(key, value)::text, 'UTF8'), 'base64') AS row FROM ${table} t,
      LATERAL json_each_text(row_to_json(t)) GROUP BY t.ctid`
    const found = (await PostgresServer.query(url, texts)) as ReadonlyArray<{ readonly row: string }>
    return found
      .map(({ row }) => {
        const values = JSON.parse(Buffer.from(row, "base64").toString()) as Readonly<Record<string, string | null>>
        return JSON.stringify(columns.map((column) => [column, values[column]]))
      })
      .sort()
  })

const run = (file: string, url: string) =>
  Effect.provide(
    DataMigration.run(file, Redacted.make(url), () => Effect.void),
    Tables.layer
  )
const refusal = (file: string, url: string) => Effect.map(Effect.flip(run(file, url)), ({ message }) => message)
const execute = PostgresDatabase.execute

for (const installation of PostgresServer.installations()) {
  const databases = Layer.merge(Database.file, PostgresDatabase.emptyLayer(installation))

  layer(databases, { excludeTestServices: true })(`a move to ${installation.name}`, (it) => {
    it.effect("copies every row of every table, and a second move copies nothing", () =>
      Effect.gen(function* () {
        const [file, url] = [yield* source, yield* PostgresDatabase.DatabaseUrl]
        const first = yield* run(file, url)
        const expected = expectedRows(file)
        assert.isUndefined(first.earlier)
        const named = first.tables.map(({ name, rows }) => ({ name, rows })).sort((a, b) => (a.name < b.name ? -1 : 1))
        assert.deepStrictEqual(
          named,
          expected.map(({ table }) => ({ name: table, rows: rowsOf(table) }))
        )
        for (const { columns, rows, table } of expected) {
          assert.deepStrictEqual(yield* rowsIn(url, table, columns), rows, table)
        }

        yield* execute(url, "DELETE FROM collection_history")
        const second = yield* run(file, url)
        assert.isDefined(second.earlier)
        assert.sameDeepMembers(
          [...second.tables].map(({ name, rows }) => ({ name, rows })),
          named
        )
        assert.isEmpty((yield* execute(url, "SELECT 1 FROM collection_history")).rows)

        inFile(file, (db) => db.exec("DELETE FROM consent_use"))
        assert.include(
          yield* refusal(file, url),
          "contains other data: the table consent_use in the data folder differs"
        )
      })
    )
  })

  layer(databases, { excludeTestServices: true })(`a move to ${installation.name} is rejected`, (it) => {
    it.effect("while a service runs, while another move runs, and if the target or the source is unsuitable", () =>
      Effect.gen(function* () {
        const [file, url] = [yield* source, yield* PostgresDatabase.DatabaseUrl]
        yield* Effect.scoped(Layer.build(Postgres.layer(Redacted.make(url))))
        yield* execute(url, "INSERT INTO node VALUES ('a', '10.0.0.7:7000', now(), now() + interval '1 minute', 1, 1)")
        assert.include(yield* refusal(file, url), "services are using the database (10.0.0.7:7000): stop them first")
        yield* execute(url, "UPDATE node SET seen_at = '-infinity'")

        const other = Destination.open(Redacted.make(url)).pipe(
          Effect.tap(Destination.begin),
          Effect.andThen(refusal(file, url)),
          Effect.scoped
        )
        assert.include(yield* other, "is being filled by sheaf migrate-to-postgres: wait until it ends")

        yield* execute(url, "INSERT INTO client VALUES ('id', 'Brask', 'test', 1)")
        assert.include(yield* refusal(file, url), "already contains data (table client): use an empty database")
        yield* execute(url, "DELETE FROM client")

        inFile(file, (db) => db.exec("INSERT INTO sheaf_migration (migration_id, name) VALUES (999, 'later')"))
        assert.include(yield* refusal(file, url), "belongs to a newer release (migration 999")
        inFile(file, (db) => db.exec("DROP TABLE sheaf_migration"))
        assert.include(yield* refusal(file, url), "is not a Sheaf database")
      })
    )
  })
}
