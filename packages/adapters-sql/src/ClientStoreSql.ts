/** Clients, and the keyed hashes of their API keys. */
import { ClientStore } from "@sheaf/ports"
import type { Client } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { promised } from "./Durability.ts"
import { PointReads } from "./PointReads.ts"
import { asStoreError } from "./SqlFailure.ts"

const ClientRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  environment: Schema.Literals(["test", "production"])
})
const decodeClient = Schema.decodeUnknownSync(ClientRow)

const toClient = (row: unknown): Option.Option<Client> =>
  row === undefined ? Option.none() : Option.some(decodeClient(row))

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
    return ClientStore.of({
      addClient: ({ environment, id, name }) =>
        Effect.flatMap(
          Clock.currentTimeMillis,
          (now) =>
            sql`INSERT INTO client ${sql.insert({ id, name, environment, created_at: now })} ON CONFLICT DO NOTHING`
        ).pipe(sql.withTransaction, promised, Effect.asVoid, asStoreError("add client")),
      addKey: (clientId, hash) =>
        Effect.flatMap(
          Clock.currentTimeMillis,
          (now) =>
            sql`INSERT INTO api_key ${sql.insert({ hash, client_id: clientId, created_at: now })} ON CONFLICT DO NOTHING`
        ).pipe(sql.withTransaction, promised, Effect.asVoid, asStoreError("add API key")),
      findClient: (clientId) => Effect.map(byId(clientId), toClient),
      findByKey: (hash) => Effect.map(byKey(hash), toClient)
    })
  })
)
