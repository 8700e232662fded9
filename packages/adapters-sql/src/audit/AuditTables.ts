/** The tables of the audit log (ADR 27). */
import { tables } from "../database/Dialect.ts"

export const auditLog = tables((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE audit_chain (
    chain ${count} PRIMARY KEY,
    seq ${millis} NOT NULL,
    hash ${bytes} NOT NULL
  ) ${strict}`,
  sql`CREATE TABLE audit_record (
    chain ${count} NOT NULL,
    seq ${millis} NOT NULL,
    at ${millis} NOT NULL,
    text TEXT NOT NULL,
    hash ${bytes} NOT NULL,
    record_id TEXT NOT NULL,
    address ${bytes},
    PRIMARY KEY (chain, seq)
  ) ${strict}`,
  sql`CREATE INDEX audit_record_by_time ON audit_record (at)`,
  sql`CREATE INDEX audit_record_with_address ON audit_record (at) WHERE address IS NOT NULL`,
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
