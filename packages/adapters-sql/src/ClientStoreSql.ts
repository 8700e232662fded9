/** Clients, and the keyed hashes of their API keys. */
import { ClientStore, maximumLiveKeys } from "@sheaf/ports"
import type { Client, StoredKey } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { locked } from "./Dialect.ts"
import { promised } from "./Durability.ts"
import { PointReads } from "./PointReads.ts"
import { asStoreError } from "./SqlFailure.ts"

const ClientRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  environment: Schema.Literals(["test", "production"])
})
const KeyRow = Schema.Struct({
  keyId: Schema.NullOr(Schema.String),
  clientId: Schema.String,
  createdAt: Schema.Finite,
  revokedAt: Schema.NullOr(Schema.Finite)
})
const decodeClient = Schema.decodeUnknownSync(ClientRow)
const decodeClients = Schema.decodeUnknownSync(Schema.Array(ClientRow))
const decodeKeys = Schema.decodeUnknownSync(Schema.Array(KeyRow))

const toClient = (row: unknown): Option.Option<Client> =>
  row === undefined ? Option.none() : Option.some(decodeClient(row))

const toKey = ({ keyId, revokedAt, ...key }: typeof KeyRow.Type): StoredKey => ({
  ...key,
  ...(keyId !== null && { keyId }),
  ...(revokedAt !== null && { revokedAt })
})

export const layer = Layer.effect(
  ClientStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const points = yield* PointReads
    const byId = points.prepare("read client", "SELECT id, name, environment FROM client WHERE id = ?")
    const byKey = points.prepare(
      "read API key",
      `SELECT c.id, c.name, c.environment FROM api_key k JOIN client c ON c.id = k.client_id
       WHERE k.hash = ? AND k.revoked_at IS NULL`
    )

    const addKey: ClientStore["Service"]["addKey"] = (clientId, hash, keyId) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const known = yield* sql`SELECT 1 FROM api_key WHERE hash = ${hash}`
        if (known.length > 0) return true
        // Two keys that come at the same moment are counted one after the other.
        yield* sql`SELECT id FROM client WHERE id = ${clientId} ${locked(sql)}`
        const live = yield* sql`SELECT 1 FROM api_key WHERE client_id = ${clientId} AND revoked_at IS NULL`
        if (live.length >= maximumLiveKeys) return false
        const row = { hash, client_id: clientId, created_at: now, key_id: keyId ?? null }
        yield* sql`INSERT INTO api_key ${sql.insert(row)}`
        return true
      }).pipe(sql.withTransaction, promised, asStoreError("add API key"))

    return ClientStore.of({
      addClient: ({ environment, id, name }) =>
        Effect.flatMap(
          Clock.currentTimeMillis,
          (now) =>
            sql`INSERT INTO client ${sql.insert({ id, name, environment, created_at: now })} ON CONFLICT DO NOTHING`
        ).pipe(sql.withTransaction, promised, Effect.asVoid, asStoreError("add client")),
      clients: sql`SELECT id, name, environment FROM client ORDER BY created_at, id`.pipe(
        asStoreError("list clients"),
        Effect.map((rows): ReadonlyArray<Client> => decodeClients(rows))
      ),
      addKey,
      keys: (clientId) =>
        sql`SELECT key_id AS "keyId", client_id AS "clientId", created_at AS "createdAt", revoked_at AS "revokedAt"
          FROM api_key WHERE client_id = ${clientId} ORDER BY created_at, key_id`.pipe(
          asStoreError("list API keys"),
          Effect.map((rows) => decodeKeys(rows).map(toKey))
        ),
      revokeKey: (keyId) =>
        Effect.flatMap(
          Clock.currentTimeMillis,
          (now) =>
            sql`UPDATE api_key SET revoked_at = ${now} WHERE key_id = ${keyId} AND revoked_at IS NULL RETURNING 1`
        ).pipe(
          sql.withTransaction,
          promised,
          Effect.map((revoked) => revoked.length > 0),
          asStoreError("revoke API key")
        ),
      findClient: (clientId) => Effect.map(byId(clientId), toClient),
      findByKey: (hash) => Effect.map(byKey(hash), toClient)
    })
  })
)
