/** The table of what the certificate authorities have signed: a migration (see Migrations). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../sqlite/Dialect.ts"

export const certificates = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { millis, strict } = columnTypes(sql)
  yield* sql`CREATE TABLE certificate (
    serial TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    environment TEXT NOT NULL,
    subject_key_id TEXT NOT NULL,
    not_before ${millis} NOT NULL,
    not_after ${millis} NOT NULL,
    issued_at ${millis} NOT NULL,
    revoked_at ${millis},
    reason TEXT
  ) ${strict}`
  yield* sql`CREATE INDEX certificate_by_client ON certificate (client_id, issued_at, serial)`
  yield* sql`CREATE INDEX certificate_by_key ON certificate (subject_key_id, issued_at, serial)`
  yield* sql`CREATE INDEX certificate_revoked ON certificate (environment, revoked_at, serial)
    WHERE revoked_at IS NOT NULL`
})
