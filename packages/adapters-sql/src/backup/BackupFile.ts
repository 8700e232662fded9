/**
 * Backup files (ADR 29). A backup is one file: a copy of the SQLite database with an encrypted manifest. Personal data
 * stays encrypted as in the database. The manifest contains the other files in the data folder and a checksum for each
 * table, which reveals damage and tampering.
 */
import { genesisHash, Sealer } from "@sheaf/ports"
import type { ChainHead } from "@sheaf/ports"
import { Clock, Effect, Schema } from "effect"
import { DatabaseSync } from "node:sqlite"
import { newestMigration } from "../database/DatabaseSchema.ts"
import { migrationTable } from "../database/Releases.ts"
import { TableChecksum } from "../dataMigration/TableChecksum.ts"
import { serviceTenant } from "../sealing/ColumnSealer.ts"
import { attempt } from "../database/SqlErrors.ts"
import * as SqliteTables from "../sqlite/SqliteTables.ts"
import { bytes } from "../database/Columns.ts"

/** A backup cannot be made or restored. The message is a single line. */
export class BackupError extends Schema.TaggedError<BackupError>()("BackupError", { message: Schema.String }) {}

/** The manifest's table, which is removed from restored databases. */
export const manifestTable = "sheaf_backup"

const SavedTable = Schema.Struct({ name: Schema.String, rows: Schema.Finite, checksum: Schema.String })

/** A file in the data folder other than the database. `path` is relative to the folder and uses slashes. */
const SavedFile = Schema.Struct({ path: Schema.String, content: Schema.Uint8ArrayFromBase64 })
export type SavedFile = typeof SavedFile.Type

/** `at` is the time of the backup, in milliseconds since 1970. */
const BackupManifest = Schema.Struct({
  at: Schema.Finite,
  tables: Schema.Array(SavedTable),
  files: Schema.Array(SavedFile)
})
export type BackupManifest = typeof BackupManifest.Type

const encodeManifest = Schema.encodeEffect(Schema.fromJsonString(BackupManifest))
const decodeManifest = Schema.decodeUnknownEffect(Schema.fromJsonString(BackupManifest))

const place = { tenant: serviceTenant, record: "backup/manifest" }

const refuse = (message: string): Effect.Effect<never, BackupError> => Effect.fail(new BackupError({ message }))

const using = <A>(file: string, readOnly: boolean, use: (db: DatabaseSync) => A) =>
  attempt(() => {
    const db = new DatabaseSync(file, { readOnly })
    try {
      return use(db)
    } finally {
      db.close()
    }
  })

const sums = (db: DatabaseSync): ReadonlyArray<typeof SavedTable.Type> =>
  SqliteTables.tablesIn(db)
    .filter(({ name }) => name !== manifestTable)
    .map((table) => {
      const checksum = new TableChecksum()
      for (const row of SqliteTables.readRows(db, table)) checksum.add(row)
      return { name: table.name, ...checksum.sum }
    })

const decodeIntegrity = Schema.decodeUnknownSync(Schema.Struct({ integrity_check: Schema.String }))

const isIntact = (db: DatabaseSync): boolean =>
  decodeIntegrity(db.prepare("PRAGMA integrity_check(1)").get()).integrity_check === "ok"

/**
 * Copies the database to an empty file, verifies the copy, and adds the manifest. The database stays usable during
 * this. The copy is a snapshot that contains no erased rows. If the copy is interrupted, it has no manifest and cannot
 * be restored.
 */
export const write = Effect.fnUntraced(function* (database: string, file: string, files: ReadonlyArray<SavedFile>) {
  const sealer = yield* Sealer
  const at = yield* Clock.currentTimeMillis
  yield* using(database, true, (db) => db.prepare("VACUUM INTO ?").run(file))
  const tables = yield* using(file, true, (db) => (isIntact(db) ? sums(db) : undefined))
  if (tables === undefined) return yield* refuse(`the copy in ${file} is damaged: check the disk`)
  const manifest: BackupManifest = { at, tables, files }
  const text = yield* Effect.orDie(encodeManifest(manifest))
  const sealed = yield* sealer.seal(place, new TextEncoder().encode(text))
  const pepper = sealer.blindIndex(place, "").written.bytes
  yield* using(file, false, (db) => {
    db.exec(`PRAGMA synchronous = EXTRA; BEGIN;
      CREATE TABLE ${manifestTable} (sealed BLOB NOT NULL, pepper BLOB NOT NULL) STRICT`)
    db.prepare(`INSERT INTO ${manifestTable} VALUES (?, ?)`).run(sealed, pepper)
    db.exec("COMMIT")
  })
  return manifest
})

const decodeRow = Schema.decodeUnknownSync(Schema.Struct({ sealed: bytes, pepper: bytes }))
const decodeRelease = Schema.decodeUnknownSync(Schema.Struct({ release: Schema.NullOr(Schema.Finite) }))
const decodeHeads = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ chain: Schema.Finite, seq: Schema.Finite, hash: bytes }))
)

const hasTable = (db: DatabaseSync, name: string): boolean =>
  SqliteTables.selectNames(db, "SELECT name FROM sqlite_schema WHERE name = ?", name).length > 0

/**
 * Returns the last record of each audit chain at the time of the backup. A backup from a release without an audit log
 * has no chains; for such a backup, returns the start of an empty first chain.
 */
const headsIn = (db: DatabaseSync): ReadonlyArray<ChainHead> =>
  hasTable(db, "audit_chain")
    ? decodeHeads(db.prepare("SELECT chain, seq, hash FROM audit_chain").all())
    : [{ chain: 0, seq: 0, hash: genesisHash }]

export interface CheckedBackup {
  readonly manifest: BackupManifest
  readonly heads: ReadonlyArray<ChainHead>
}

/** Verifies the backup's release, its keys and every row, without changing anything. */
export const verify = Effect.fnUntraced(function* (file: string) {
  const sealer = yield* Sealer
  const damaged = `${file} is not a complete backup: it was not created by sheaf backup, or it is damaged`
  const known = yield* using(file, true, (db) =>
    hasTable(db, manifestTable) && hasTable(db, migrationTable)
      ? {
          ...decodeRelease(db.prepare(`SELECT max(migration_id) AS release FROM ${migrationTable}`).get()),
          ...decodeRow(db.prepare(`SELECT sealed, pepper FROM ${manifestTable}`).get())
        }
      : undefined
  ).pipe(Effect.catch(() => refuse(damaged)))
  if (known === undefined) return yield* refuse(damaged)
  const { pepper, release, sealed } = known
  const own = yield* newestMigration
  if (release !== null && release > own) {
    return yield* refuse(
      `${file} is from a newer release (migration ${release}, and this release knows ${own}): use that release`
    )
  }
  const opened = yield* sealer
    .open(place, sealed)
    .pipe(
      Effect.catchTag("UnsealError", () =>
        refuse(`${file} was sealed with keys that SHEAF_KEYS does not contain, or its manifest was changed`)
      )
    )
  if (!sealer.blindIndex(place, "").matches(pepper)) {
    return yield* refuse(`${file} was made with a different SHEAF_PEPPER`)
  }
  const manifest = yield* Effect.orDie(decodeManifest(new TextDecoder().decode(opened)))
  const { found, heads } = yield* using(file, true, (db) => ({
    found: isIntact(db) ? sums(db) : [],
    heads: headsIn(db)
  })).pipe(Effect.catch(() => refuse(damaged)))
  const checksums = new Map(found.map(({ checksum, name }) => [name, checksum]))
  const changed = manifest.tables.filter(({ checksum, name }) => checksums.get(name) !== checksum)
  if (changed.length > 0 || found.length !== manifest.tables.length) {
    const names = changed.map(({ name }) => name).join(", ")
    return yield* refuse(`${file} is damaged or was changed${names === "" ? "" : `, in ${names}`}`)
  }
  return { manifest, heads } satisfies CheckedBackup
})
