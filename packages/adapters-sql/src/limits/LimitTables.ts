/** The migration for the quotas of starts. */
import { migration } from "../database/Dialect.ts"

export const quotas = migration((sql, { bytes }) => [
  sql`ALTER TABLE collection ADD COLUMN login_index ${bytes}`,
  sql`CREATE INDEX collection_by_login ON collection (client_id, login_index) WHERE login_index IS NOT NULL`,
  sql`CREATE INDEX collection_running ON collection (client_id) WHERE ended_at IS NULL`,
  sql`ALTER TABLE consent ADD COLUMN login_index ${bytes}`,
  sql`CREATE INDEX consent_by_login ON consent (client_id, login_index) WHERE login_index IS NOT NULL`
])
