/** The table of recurring tasks. */
import { createTables } from "../database/Dialect.ts"

export const createTaskTables = createTables((sql, { count, millis, strict }) => [
  sql`CREATE TABLE recurring_task (
    id TEXT PRIMARY KEY,
    shard ${count} NOT NULL,
    due_at ${millis} NOT NULL
  ) ${strict}`
])
