/** The table of Connect sessions (spec 13). */
import { createTables } from "../database/Dialect.ts"
import { clientColumns } from "../sealing/KeyRotationColumn.ts"
import { progress, terms } from "./ConnectSessionRow.ts"

/** `unconfirmed` is 1 until the client confirms the session. Until then, its data and consents cannot be used. */
export const createConnectTables = createTables((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE connect_session (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    user_id TEXT REFERENCES app_user (id),
    purpose TEXT NOT NULL,
    status TEXT NOT NULL,
    unconfirmed ${count} NOT NULL DEFAULT 0,
    revision ${count} NOT NULL,
    created_at ${millis} NOT NULL,
    expires_at ${millis} NOT NULL,
    ended_at ${millis},
    discard_at ${millis},
    shard ${count} NOT NULL,
    due_at ${millis},
    link_hash ${bytes} NOT NULL,
    browser_hash ${bytes},
    window_hash ${bytes},
    terms ${bytes} NOT NULL,
    progress ${bytes} NOT NULL
  ) ${strict}`,
  sql`CREATE INDEX connect_session_due ON connect_session (due_at, id) WHERE due_at IS NOT NULL`,
  sql`CREATE INDEX connect_session_ended ON connect_session (ended_at) WHERE ended_at IS NOT NULL`,
  sql`CREATE INDEX connect_session_by_client ON connect_session (client_id, created_at DESC, id DESC)`,
  sql`CREATE INDEX connect_session_by_status ON connect_session (client_id, status, created_at DESC, id DESC)`,
  sql`CREATE INDEX connect_session_by_user ON connect_session (client_id, user_id, created_at DESC, id DESC)
    WHERE user_id IS NOT NULL`
])

export const sealedColumns = clientColumns("connect_session", "id", { terms: terms.name, progress: progress.name })
