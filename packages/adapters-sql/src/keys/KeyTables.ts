/** The tables for the key check and the service's own secrets. */
import { createTables } from "../database/Dialect.ts"
import { serviceColumn } from "../sealing/KeyRotationColumn.ts"

export const createKeyTables = createTables((sql, { bytes, count, strict }) => [
  sql`CREATE TABLE key_check (
    id ${count} PRIMARY KEY,
    sealed ${bytes} NOT NULL,
    blind ${bytes} NOT NULL
  ) ${strict}`,
  sql`CREATE TABLE service_secret (
    name TEXT PRIMARY KEY,
    sealed ${bytes} NOT NULL
  ) ${strict}`
])

/** Does not include the key check, which a rotation encrypts last. */
export const sealedColumns = [serviceColumn("service_secret", "sealed", "name", "secret")]
