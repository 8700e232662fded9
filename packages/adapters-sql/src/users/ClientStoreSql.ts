/** Clients and the keyed hashes of their API keys in SQL. */
import { ClientStore, maximumLiveKeys } from "@sheaf/ports"
import type { StoredClient, StoredKey } from "@sheaf/ports"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { selected } from "../sqlite/Columns.ts"
import { locked } from "../sqlite/Dialect.ts"
import { applied, promised } from "../sqlite/Durability.ts"
import { PointReads } from "../sqlite/PointReads.ts"
import { asStoreError } from "../sqlite/SqlFailure.ts"

const ClientRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  environment: Schema.Literals(["test", "production"]),
  requiresMutualTls: Schema.Finite
})
const KeyRow = Schema.Struct({
  keyId: Schema.NullOr(Schema.String),
  clientId: Schema.String,
  createdAt: Schema.Finite,
  revokedAt: Schema.NullOr(Schema.Finite)
})
const decodeClient = Schema.decodeUnknownSync(ClientRow)
const decodeReturnUrls = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ returnUrl: Schema.String })))
const decodeKeys = Schema.decodeUnknownSync(Schema.Array(KeyRow))

const toClient = (row: unknown): StoredClient => {
  const { requiresMutualTls, ...client } = decodeClient(row)
  return { ...client, ...(requiresMutualTls !== 0 && { requiresMutualTls: true }) }
}

const toKey = ({ keyId, revokedAt, ...key }: typeof KeyRow.Type): StoredKey => ({
  ...key,
  ...(keyId !== null && { keyId }),
  ...(revokedAt !== null && { revokedAt })
})

const columns = selected(ClientRow)

export const layer = Layer.effect(
  ClientStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const points = yield* PointReads
    const show = (row: unknown) => Effect.succeed(toClient(row))
    const byId = points.prepare("read client", `SELECT ${columns} FROM client WHERE id = ?`, show)
    const byKey = points.prepare(
      "read API key",
      `SELECT ${columns} FROM client
       WHERE id = (SELECT client_id FROM api_key WHERE hash = ? AND revoked_at IS NULL)`,
      show
    )

    const addKey: ClientStore["Service"]["addKey"] = (clientId, hash, keyId) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const known = yield* sql`SELECT 1 FROM api_key WHERE hash = ${hash}`
        if (known.length > 0) return true
        // The lock makes concurrent calls count keys one after the other.
        yield* sql`SELECT id FROM client WHERE id = ${clientId} ${sql.literal(locked(sql))}`
        const live = yield* sql`SELECT 1 FROM api_key WHERE client_id = ${clientId} AND revoked_at IS NULL`
        if (live.length >= maximumLiveKeys) return false
        const row = { hash, client_id: clientId, created_at: now, key_id: keyId ?? null }
        yield* sql`INSERT INTO api_key ${sql.insert(row)}`
        return true
      }).pipe(sql.withTransaction, promised, asStoreError("add API key"))

    return ClientStore.of({
      addClient: ({ environment, id, name, requiresMutualTls = false }) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const row = { id, name, environment, created_at: now, requires_mutual_tls: requiresMutualTls ? 1 : 0 }
          return sql`INSERT INTO client ${sql.insert(row)} ON CONFLICT DO NOTHING`
        }).pipe(sql.withTransaction, promised, Effect.asVoid, asStoreError("add client")),
      requireMutualTls: (clientId, isRequired) =>
        sql`UPDATE client SET requires_mutual_tls = ${isRequired ? 1 : 0} WHERE id = ${clientId} RETURNING 1`.pipe(
          applied(sql, "require mutual TLS")
        ),
      clients: sql`SELECT ${sql.literal(columns)} FROM client ORDER BY created_at, id`.pipe(
        asStoreError("list clients"),
        Effect.map((rows) => rows.map(toClient))
      ),
      addKey,
      keys: (clientId) =>
        sql`SELECT ${sql.literal(selected(KeyRow))} FROM api_key
          WHERE client_id = ${clientId} ORDER BY created_at, key_id`.pipe(
          asStoreError("list API keys"),
          Effect.map((rows) => decodeKeys(rows).map(toKey))
        ),
      revokeKey: (keyId) =>
        Effect.flatMap(
          Clock.currentTimeMillis,
          (now) =>
            sql`UPDATE api_key SET revoked_at = ${now} WHERE key_id = ${keyId} AND revoked_at IS NULL RETURNING 1`
        ).pipe(applied(sql, "revoke API key")),
      returnUrls: (clientId) =>
        sql`SELECT return_url AS "returnUrl" FROM client_return_url
          WHERE client_id = ${clientId} ORDER BY created_at, return_url`.pipe(
          asStoreError("list return addresses"),
          Effect.map((rows) => decodeReturnUrls(rows).map(({ returnUrl }) => returnUrl))
        ),
      addReturnUrl: (clientId, returnUrl) =>
        Effect.flatMap(
          Clock.currentTimeMillis,
          (now) =>
            sql`INSERT INTO client_return_url ${sql.insert({
              client_id: clientId,
              return_url: returnUrl,
              created_at: now
            })} ON CONFLICT DO NOTHING`
        ).pipe(sql.withTransaction, promised, Effect.asVoid, asStoreError("add return address")),
      removeReturnUrl: (clientId, returnUrl) =>
        sql`DELETE FROM client_return_url WHERE client_id = ${clientId} AND return_url = ${returnUrl} RETURNING 1`.pipe(
          applied(sql, "remove return address")
        ),
      findClient: (clientId) => byId(clientId),
      findByKey: (hash) => byKey(hash)
    })
  })
)
