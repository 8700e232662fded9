/** The table of recurring tasks. */
import { tables } from "../database/Dialect.ts"

export const tasks = tables((sql, { count, millis, strict }) => [
  sql`CREATE TABLE recurring_task (
    id TEXT PRIMARY KEY,
    shard ${count} NOT NULL,
    due_at ${millis} NOT NULL
  ) ${strict}`
])
