/** Binds the existing rows when a database from before bindings existed is first opened. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { facts, RowBinding } from "./RowBinding.ts"
import type { BoundTable } from "./RowBinding.ts"

/** The rows to bind. Revoked rows stay unbound, so that nobody can revive one by clearing `revoked_at`. */
const unbound: Readonly<Record<BoundTable, string>> = {
  api_key: "binding IS NULL AND revoked_at IS NULL",
  certificate: "binding IS NULL AND revoked_at IS NULL",
  client_return_url: "binding IS NULL"
}

const tables: ReadonlyArray<BoundTable> = ["api_key", "certificate", "client_return_url"]

const decode = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ clientId: Schema.String, facts: Schema.String })))

export const bindRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { bind } = yield* RowBinding
  for (const table of tables) {
    const [name, text, condition] = [table, facts[table], unbound[table]].map((part) => sql.literal(part))
    if (name === undefined || text === undefined || condition === undefined) continue
    const rows = decode(yield* sql`SELECT client_id AS "clientId", ${text} AS facts FROM ${name} WHERE ${condition}`)
    for (const row of rows) {
      yield* sql`UPDATE ${name} SET binding = ${bind(table, row.clientId, row.facts)}
        WHERE client_id = ${row.clientId} AND ${text} = ${row.facts} AND ${condition}`
    }
  }
})
