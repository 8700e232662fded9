/** Tests that the list of sealed columns is complete. Key rotation would skip a missing column. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Tables from "../../src/Tables.ts"
import * as Database from "../Database.ts"

/** Binary columns without sealed values: keyed hashes, and the key check, which key rotation handles separately. */
const others = [
  "api_key.binding",
  "api_key.hash",
  "app_user.erased_index",
  "app_user.external_id_index",
  "audit_chain.hash",
  "audit_checkpoint.hash",
  "audit_checkpoint.signature",
  "audit_record.hash",
  "certificate.binding",
  "client_origin.binding",
  "client_return_url.binding",
  "collection.login_index",
  "collection.reference_index",
  "collection.session_index",
  "connect_session.browser_hash",
  "connect_session.link_hash",
  "connect_session.window_hash",
  "consent.login_index",
  "consent.return_index",
  "consent.returned_index",
  "consent_person.person_index",
  "key_check.blind",
  "key_check.sealed",
  "request_key.id",
  "request_key.request"
]

layer(Database.layer)("every binary column", (it) => {
  it.effect("is either sealed or listed here", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const found = yield* sql<{ name: string }>`SELECT t.name || '.' || c.name AS name
        FROM sqlite_master t JOIN pragma_table_info(t.name) c
        WHERE t.type = 'table' AND c.type = 'BLOB'`
      const sealed = Tables.sealedColumns.map(({ column, table }) => `${table}.${column}`)
      assert.sameMembers(
        found.map(({ name }) => name),
        [...sealed, ...others]
      )
    })
  )
})
