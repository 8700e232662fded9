/**
 * Determines which releases can use a database (spec 14.2). A release's migrations only add to the tables; whatever
 * becomes unused is removed by the next release. The previous release can therefore run alongside the newest one during
 * a rolling upgrade.
 */
import { Effect, Schema } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { whereNodeAlive } from "./NodeTables.ts"
import { withLock } from "./DatabaseLock.ts"

/** This release cannot use the database, or must not change it yet. The message is a single line. */
export class UnsupportedReleaseError extends Schema.TaggedError<UnsupportedReleaseError>()("UnsupportedReleaseError", {
  message: Schema.String
}) {}

/** A release is identified by the number of its newest migration. */
export interface Release {
  readonly migrations: Readonly<Record<string, Effect.Effect<unknown, unknown, SqlClient.SqlClient>>>
  /** The oldest release that can use the tables after these migrations: either the previous release or this one. */
  readonly oldest: number
}

export const migrationTable = "sheaf_migration"

export const newestMigrationOf = ({ migrations }: Release): number => Object.keys(migrations).length

export const oldestSupportedRelease = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ oldest: number }>`SELECT oldest FROM schema_release`, ([row]) => row?.oldest ?? 0)
)

export const describeNewerRelease = (own: number) =>
  `belongs to a newer release, which no longer supports this release (migration ${own}): start a newer release`

const supported = Effect.fnUntraced(function* (own: number) {
  if ((yield* oldestSupportedRelease) > own)
    return yield* new UnsupportedReleaseError({ message: `the database ${describeNewerRelease(own)}` })
})

/** Runs an effect if the database supports this release. Migrations wait until the effect ends. */
export const runIfSupported = <A, E, R>(own: number, effect: Effect.Effect<A, E, R>) =>
  withLock("migrations")(Effect.andThen(supported(own), effect))

/** Fails if a live node runs a release that the database will no longer support. */
const withoutOlderNodes = Effect.fnUntraced(function* (oldest: number) {
  const sql = yield* SqlClient.SqlClient
  const older = yield* sql.onDialectOrElse({
    pg: () =>
      sql<{
        name: string
      }>`SELECT name FROM node WHERE release < ${oldest} AND ${whereNodeAlive(sql)} ORDER BY name`,
    orElse: () => Effect.succeed([])
  })
  if (older.length === 0) return
  const message = `nodes of an older release use the database (${older.map(({ name }) => name).join(", ")}): stop them, or upgrade them to the release before this one first`
  return yield* new UnsupportedReleaseError({ message })
})

const beforeFirstRelease =
  "the database is from before the first release, which cannot read it: use a new data folder or an empty database"

/**
 * Fails if this release does not know the database's first migration, for example because the database is from before
 * the first release.
 */
const knownTables = Effect.fnUntraced(function* ({ migrations }: Release) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ name: string }>`SELECT name FROM ${sql(migrationTable)} WHERE migration_id = 1`
  const isKnown = Object.keys(migrations).some((name) => name === `0001_${row?.name}`)
  if (!isKnown) return yield* new UnsupportedReleaseError({ message: beforeFirstRelease })
})

/** Runs the release's pending migrations. If one fails, PostgreSQL rolls all of them back. */
export const migrateTo = (release: Release) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const done = yield* Migrator.make({})({ loader: Migrator.fromRecord(release.migrations), table: migrationTable })
    yield* knownTables(release)
    yield* supported(newestMigrationOf(release))
    const { oldest } = release
    if ((yield* oldestSupportedRelease) < oldest) {
      yield* withoutOlderNodes(oldest)
      yield* sql`UPDATE schema_release SET oldest = ${oldest}`
    }
    return done
  }).pipe(withLock("migrations"))
