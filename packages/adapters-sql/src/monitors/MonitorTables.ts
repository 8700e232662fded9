/** The tables for monitors, their runs' findings, and run statistics (spec 18). */
import { createTables } from "../database/Dialect.ts"
import { clientColumns } from "../sealing/KeyRotationColumn.ts"
import { renewal } from "./StoredRenewal.ts"
import { found, knowledge, progress, terms } from "./MonitorRow.ts"

export const createMonitorTables = createTables((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE monitor (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    user_id TEXT NOT NULL REFERENCES app_user (id),
    company TEXT NOT NULL,
    consent_id TEXT,
    collection_id TEXT,
    status TEXT NOT NULL,
    revision ${count} NOT NULL,
    created_at ${millis} NOT NULL,
    ended_at ${millis},
    shard ${count} NOT NULL,
    due_at ${millis},
    terms ${bytes} NOT NULL,
    progress ${bytes} NOT NULL,
    renewal ${bytes},
    keeps_credentials ${count} NOT NULL,
    knowledge ${bytes},
    hashed_since ${millis}
  ) ${strict}`,
  // Includes the last two columns so that monitors can be counted by status from the index alone.
  sql`CREATE INDEX monitor_due ON monitor (due_at, id, status, created_at) WHERE due_at IS NOT NULL`,
  sql`CREATE INDEX monitor_live ON monitor (client_id) WHERE due_at IS NOT NULL`,
  // Begins with the column that its condition names, because SQLite would otherwise search all live monitors.
  sql`CREATE INDEX monitor_with_credentials ON monitor (keeps_credentials, client_id) WHERE keeps_credentials = 1`,
  sql`CREATE INDEX monitor_ended ON monitor (ended_at) WHERE ended_at IS NOT NULL`,
  sql`CREATE INDEX monitor_by_client ON monitor (client_id, created_at, id)`,
  sql`CREATE INDEX monitor_by_status ON monitor (client_id, status, created_at, id)`,
  sql`CREATE INDEX monitor_by_user ON monitor (client_id, user_id, created_at, id)`,
  sql`CREATE INDEX monitor_by_consent ON monitor (consent_id) WHERE due_at IS NOT NULL AND consent_id IS NOT NULL`,
  sql`CREATE TABLE monitor_run (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    monitor_id TEXT NOT NULL REFERENCES monitor (id) ON DELETE CASCADE,
    run ${count} NOT NULL,
    at ${millis} NOT NULL,
    found ${bytes} NOT NULL
  ) ${strict}`,
  sql`CREATE UNIQUE INDEX monitor_run_in_order ON monitor_run (monitor_id, run)`,
  sql`CREATE INDEX monitor_run_by_time ON monitor_run (at)`,
  sql`CREATE TABLE monitor_usage (
    day TEXT NOT NULL,
    client_id TEXT NOT NULL REFERENCES client (id),
    company TEXT NOT NULL,
    started ${count} NOT NULL DEFAULT 0,
    unchanged ${count} NOT NULL DEFAULT 0,
    changed ${count} NOT NULL DEFAULT 0,
    failed ${count} NOT NULL DEFAULT 0,
    changes ${count} NOT NULL DEFAULT 0,
    PRIMARY KEY (client_id, day, company)
  ) ${strict}`,
  sql`CREATE INDEX monitor_usage_by_day ON monitor_usage (day)`
])

export const sealedColumns = [
  ...clientColumns("monitor", "id", {
    terms: terms.name,
    progress: progress.name,
    renewal: renewal.name,
    knowledge: knowledge.name
  }),
  ...clientColumns("monitor_run", "id", { found: found.name })
]
