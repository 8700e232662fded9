/** The tables and columns that only a database with several nodes needs. On SQLite, this migration changes nothing. */
import { migration } from "../database/Dialect.ts"

/**
 * The node that runs a row's process in memory. The default value comes from the connection that inserts the row, so no
 * statement mentions the column.
 */
export const nodes = migration((sql) =>
  sql.onDialectOrElse({
    pg: () => [
      sql`CREATE TABLE node (
        id TEXT PRIMARY KEY,
        address TEXT NOT NULL,
        started_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL,
        load integer NOT NULL
      )`,
      // Rows from before this migration have no node, so the default must not apply to them.
      sql`ALTER TABLE collection ADD COLUMN node TEXT`,
      sql`ALTER TABLE collection ALTER COLUMN node SET DEFAULT current_setting('sheaf.node', true)`,
      sql`ALTER TABLE consent ADD COLUMN node TEXT`,
      sql`ALTER TABLE consent ALTER COLUMN node SET DEFAULT current_setting('sheaf.node', true)`
    ],
    orElse: () => []
  })
)

/** The releases that can use the database, and the release of each node. */
export const releases = migration((sql, { count, strict }) => [
  sql`CREATE TABLE schema_release (oldest ${count} NOT NULL) ${strict}`,
  sql`INSERT INTO schema_release (oldest) VALUES (0)`,
  ...sql.onDialectOrElse({
    // Nodes from before this migration do not name their release.
    pg: () => [sql`ALTER TABLE node ADD COLUMN release integer NOT NULL DEFAULT 20`],
    orElse: () => []
  })
])
