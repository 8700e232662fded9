/** The audit log's tables (ADR 27). */
import type { SqlClient } from "effect/sql"
import { createTables } from "../database/Dialect.ts"
import { serviceColumn } from "../sealing/KeyRotationColumn.ts"
import type { KeyRotationColumn } from "../sealing/KeyRotationColumn.ts"

/**
 * Reads a record's time from its text, which the record's hash covers. The hash would not cover a separate column, so
 * nobody would notice if that column was changed.
 */
export const recordTimeSql = "CAST(json_extract(text, '$.at') AS bigint)"
const idOf = "json_extract(t.text, '$.recordId')"

/**
 * Adds a function to PostgreSQL that works like SQLite's `json_extract`, but reads only numbers, and strings that
 * contain no quotation marks or commas. The time and the id come first in every record, so the function does not have
 * to read the rest. PostgreSQL's own JSON functions would read the whole record, and would fail on characters that
 * PostgreSQL's JSON types do not allow.
 */
const jsonExtract = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    pg: () => [
      sql`CREATE FUNCTION json_extract(document text, path text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN substring(document FROM '"' || substr(path, 3) || '":"?([^",}]*)')`
    ],
    orElse: () => []
  })

export const createAuditTables = createTables((sql, { bytes, count, millis, strict }) => [
  ...jsonExtract(sql),
  sql`CREATE TABLE audit_chain (
    chain ${count} PRIMARY KEY,
    seq ${millis} NOT NULL,
    hash ${bytes} NOT NULL
  ) ${strict}`,
  sql`CREATE TABLE audit_record (
    chain ${count} NOT NULL,
    seq ${millis} NOT NULL,
    text TEXT NOT NULL,
    hash ${bytes} NOT NULL,
    address ${bytes},
    PRIMARY KEY (chain, seq)
  ) ${strict}`,
  sql`CREATE INDEX audit_record_by_time ON audit_record ((${sql.literal(recordTimeSql)}))`,
  sql`CREATE INDEX audit_record_with_address ON audit_record ((${sql.literal(recordTimeSql)})) WHERE address IS NOT NULL`,
  sql`CREATE TABLE audit_checkpoint (
    kind TEXT NOT NULL,
    chain ${count} NOT NULL,
    seq ${millis} NOT NULL,
    hash ${bytes} NOT NULL,
    at ${millis} NOT NULL,
    signature ${bytes} NOT NULL,
    PRIMARY KEY (chain, kind)
  ) ${strict}`
])

export const sealedColumns: ReadonlyArray<KeyRotationColumn> = [
  {
    ...serviceColumn("audit_record", "address", "seq", "address"),
    keys: ["t.chain", "t.seq"],
    id: idOf,
    startAfter: [-1, -1]
  }
]
