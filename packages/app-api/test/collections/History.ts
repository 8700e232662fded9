/** Reads the status history that the service stores for each collection. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

/** Returns the statuses of a collection, oldest first, without consecutive repetitions. */
export const of = (dataDir: string, id: string): ReadonlyArray<string> => {
  const database = new DatabaseSync(join(dataDir, "sheaf.db"), { readOnly: true })
  try {
    const rows = database
      .prepare("SELECT status FROM collection_history WHERE collection_id = ? ORDER BY revision")
      .all(id)
    const statuses = rows.map((row) => String(row["status"]))
    return statuses.filter((status, index) => status !== statuses[index - 1])
  } finally {
    database.close()
  }
}
