/**
 * The tables for statistics about companies and samples of the service's state (spec 14.5). They contain no personal
 * data.
 */
import { createTables } from "../database/Dialect.ts"

export const createCompanyFigureTables = createTables((sql, { count, millis, strict }) => [
  sql`CREATE TABLE collection_end (
    resolution TEXT NOT NULL,
    start ${millis} NOT NULL,
    company TEXT NOT NULL,
    login_method TEXT NOT NULL,
    ended TEXT NOT NULL,
    seconds ${count} NOT NULL,
    count ${count} NOT NULL,
    PRIMARY KEY (resolution, start, company, login_method, ended, seconds)
  ) ${strict}`,
  sql`CREATE TABLE record_shape (
    company TEXT NOT NULL,
    login_method TEXT NOT NULL,
    kind TEXT NOT NULL,
    history TEXT NOT NULL,
    drifts TEXT,
    revision ${count} NOT NULL,
    changed_at ${millis} NOT NULL,
    PRIMARY KEY (company, login_method, kind)
  ) ${strict}`,
  sql`CREATE TABLE service_sample (
    resolution TEXT NOT NULL,
    start ${millis} NOT NULL,
    delivered ${count} NOT NULL,
    undelivered ${count} NOT NULL,
    waiting ${count} NOT NULL,
    oldest_seconds ${count} NOT NULL,
    open ${count} NOT NULL,
    late_seconds ${count} NOT NULL,
    expiring_consents ${count} NOT NULL,
    nodes ${count} NOT NULL,
    database_bytes ${millis} NOT NULL,
    PRIMARY KEY (resolution, start)
  ) ${strict}`,
  sql`CREATE INDEX record_shape_with_drifts ON record_shape (company) WHERE drifts IS NOT NULL`
])
