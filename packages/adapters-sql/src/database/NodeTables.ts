/** The nodes of a PostgreSQL database, and the releases that can use the database. */
import { tables } from "./Dialect.ts"

export const nodes = tables((sql, { count, strict }) => [
  sql`CREATE TABLE schema_release (oldest ${count} NOT NULL) ${strict}`,
  sql`INSERT INTO schema_release (oldest) VALUES (0)`,
  ...sql.onDialectOrElse({
    pg: () => [
      sql`CREATE TABLE node (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        started_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL,
        load integer NOT NULL,
        release integer NOT NULL
      )`
    ],
    orElse: () => []
  })
])
