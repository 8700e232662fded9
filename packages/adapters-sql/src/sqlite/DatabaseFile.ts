/** Opens the embedded database, which is a single file. */
import { Effect, Layer } from "effect"
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { DatabaseUnusableError } from "../database/DatabaseUnusableError.ts"
import { DatabaseSchema } from "../database/DatabaseSchema.ts"
import { migrateTo, migrationTable } from "../database/Releases.ts"
import { attempt } from "../database/SqlErrors.ts"
import { selectNames } from "./SqliteTables.ts"
import * as SqliteClient from "./SqliteClient.ts"

const migrated = Effect.flatMap(DatabaseSchema, ({ release }) => migrateTo(release)).pipe(
  Effect.catch((error) => (error._tag === "UnsupportedReleaseError" ? Effect.fail(error) : Effect.die(error)))
)

/**
 * The name of a file that exists only while a database is being created. If an empty database has no such file next to
 * it, the database must have lost its content.
 */
const creationOf = (filename: string) => `${filename}-creating`

const hasTables = (filename: string): boolean => {
  const db = new DatabaseSync(filename, { readOnly: true, timeout: 1000 })
  try {
    return selectNames(db, "SELECT name FROM sqlite_schema WHERE name = ?", migrationTable).length > 0
  } finally {
    db.close()
  }
}

/** Rejects a file that is not a Sheaf database; otherwise, the service would start without its data. */
const checked = (filename: string) =>
  Effect.gen(function* () {
    const whole = yield* attempt(() => {
      if (!existsSync(filename)) writeFileSync(creationOf(filename), "", { mode: 0o600 })
      return existsSync(creationOf(filename)) || (statSync(filename).size > 0 && hasTables(filename))
    })
    if (whole) return
    const message = `the database ${filename} is empty, or belongs to another program: restore a backup, or remove the file to begin without data`
    return yield* new DatabaseUnusableError({ message })
  })

const created = (filename: string) => attempt(() => rmSync(creationOf(filename), { force: true }))

/** Opens or creates the database and migrates it. Databases in memory are not supported. */
export const layer = (filename: string) =>
  SqliteClient.pointReadsLayer(filename).pipe(
    Layer.provide(Layer.effectDiscard(Effect.andThen(migrated, created(filename)))),
    Layer.provideMerge(SqliteClient.layer(filename)),
    Layer.provide(Layer.effectDiscard(checked(filename)))
  )
