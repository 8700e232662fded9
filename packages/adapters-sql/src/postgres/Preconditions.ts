/** Checks at startup whether Sheaf can use the PostgreSQL database. Each error tells the operator what to do. */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { dataMigrationLock } from "../database/DatabaseLock.ts"
import { DatabaseUnusableError } from "../database/DatabaseUnusableError.ts"
import { newestMigration } from "../database/DatabaseSchema.ts"
import { describeNewerRelease, migrationTable } from "../database/Releases.ts"
import { rootCauseMessageOf } from "../database/SqlErrors.ts"

const oldestMajor = 14

const Facts = Schema.Struct({
  version: Schema.Finite,
  encoding: Schema.String,
  readOnly: Schema.Boolean,
  schema: Schema.NullOr(Schema.String),
  user: Schema.String,
  canCreate: Schema.NullOr(Schema.Boolean),
  tables: Schema.Finite,
  connections: Schema.Finite,
  migrated: Schema.Boolean,
  filling: Schema.Boolean
})

const factsOf = `SELECT current_setting('server_version_num')::int AS version,
  current_setting('server_encoding') AS encoding,
  pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "readOnly",
  current_schema() AS schema,
  current_user::text AS user,
  has_schema_privilege(current_schema(), 'CREATE') AS "canCreate",
  (SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = current_schema()) AS tables,
  (SELECT min(most) FROM (SELECT current_setting('max_connections')::int AS most
    UNION SELECT datconnlimit FROM pg_database WHERE datname = current_database()
    UNION SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user AND NOT rolsuper) AS limits
    WHERE most >= 0) AS connections,
  to_regclass('${migrationTable}') IS NOT NULL AS migrated,
  EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32) | objid::bigint = ${dataMigrationLock}) AS filling`

const decodeFacts = Schema.decodeUnknownSync(Facts)
const decodeMigration = Schema.decodeUnknownSync(
  Schema.Tuple([Schema.Struct({ id: Schema.NullOr(Schema.Finite), owned: Schema.Boolean })])
)

const placeOf = (url: Redacted.Redacted): string => {
  const { host, pathname } = new URL(Redacted.value(url))
  return `${host}${pathname}`
}

const nodeConnections = 18

const advice: Readonly<Record<string, string>> = {
  "42501": "grant the user the CONNECT privilege on the database",
  "53300": "raise the connection limit, or close other connections",
  "57P03": "start Sheaf once the server accepts connections",
  AuthenticationError: "correct the user or the password",
  ConnectionError: "start the server, or correct the address"
}

const adviceFor = (why: string, { reason: { _tag, cause } }: SqlError.SqlError): string => {
  if (why.includes("no encryption")) return "add sslmode=require to the address"
  if (why.includes("support TLS")) return "set up TLS on the server, or remove sslmode from the address"
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  return advice[code] ?? advice[_tag] ?? "create the database, or correct the address"
}

export const unreachableDatabaseError = (url: Redacted.Redacted) => (error: SqlError.SqlError) => {
  const why = rootCauseMessageOf(error)
  const message = `DATABASE_URL: ${placeOf(url)} cannot be used: ${why}; ${adviceFor(why, error)}`
  return Effect.fail(new DatabaseUnusableError({ message }))
}

const adviceOf = (facts: typeof Facts.Type): string | undefined => {
  const { canCreate, connections, encoding, readOnly, schema, tables, user, version } = facts
  const major = Math.floor(version / 10_000)
  if (major < oldestMajor) return `runs PostgreSQL ${major}: use PostgreSQL ${oldestMajor} or newer`
  if (encoding !== "UTF8") return `has the encoding ${encoding}: create a database with the encoding UTF8`
  if (readOnly) return "is read-only: use the address of the primary server, and a user that can write"
  if (schema === null) return `has no schema for the user ${user}: create one, or set the user's search_path`
  if (connections < nodeConnections)
    return `allows the user ${user} only ${connections} connections, and each node uses ${nodeConnections}: raise the limit`
  if (facts.filling) return "is being filled by sheaf migrate-to-postgres: wait until it ends"
  if (facts.migrated) return undefined
  if (tables > 0) return `has tables of another product in the schema ${schema}: use an empty database or schema`
  return canCreate === true
    ? undefined
    : `does not let the user ${user} create tables: run GRANT CREATE ON SCHEMA ${schema} TO ${user}`
}

const adviceOfMigrated = ([{ owned }]: ReturnType<typeof decodeMigration>, { user }: typeof Facts.Type) =>
  owned
    ? undefined
    : `has tables that the user ${user} does not own: use the user that created them, or change their owner`

/** Returns true if no newer migration has removed anything that the release `own` uses. */
const supportsRelease = (connection: PgConnection.PgConnection, own: number) =>
  connection.query("SELECT 1 FROM schema_release WHERE oldest <= $1", [own]).pipe(
    Effect.map(({ rows }) => rows.length > 0),
    Effect.orElseSucceed(() => false)
  )

/** Fails with {@link DatabaseUnusableError} if the database cannot be used. Writes nothing. */
export const check = Effect.fnUntraced(function* (config: PgConnection.Config & { readonly url: Redacted.Redacted }) {
  const place = placeOf(config.url)
  const refuse = (why: string) => Effect.fail(new DatabaseUnusableError({ message: `DATABASE_URL: ${place} ${why}` }))
  yield* Effect.gen(function* () {
    const connection = yield* PgConnection.make(config)
    const [row] = (yield* connection.query(factsOf)).rows
    const facts = decodeFacts(row)
    const advice = adviceOf(facts)
    if (advice !== undefined) return yield* refuse(advice)
    if (!facts.migrated) return
    const { rows } = yield* connection.query(`SELECT (SELECT max(migration_id) FROM ${migrationTable}) AS id,
      pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = '${migrationTable}'::regclass), 'USAGE') AS owned`)
    const migration = decodeMigration(rows)
    const own = yield* newestMigration
    const isNewer = (migration[0].id ?? 0) > own
    if (isNewer && !(yield* supportsRelease(connection, own))) return yield* refuse(describeNewerRelease(own))
    const later = adviceOfMigrated(migration, facts)
    if (later !== undefined) return yield* refuse(later)
  }).pipe(Effect.scoped, Effect.catchTag("SqlError", unreachableDatabaseError(config.url)))
})
