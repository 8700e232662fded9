/**
 * Records every status of every consent. The service stores only the current status, so database triggers record each
 * change. A trigger runs in the transaction that makes the change, so no crash can separate the two.
 */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

export interface HistoryEntry {
  readonly status: string
  readonly revision: number
  /** When the status changed, in milliseconds since 1970. */
  readonly since: number
}

const open = <A>(dataDir: string, use: (database: DatabaseSync) => A): A => {
  const database = new DatabaseSync(join(dataDir, "sheaf.db"), { timeout: 5_000 })
  try {
    return use(database)
  } finally {
    database.close()
  }
}

export const startRecording = (dataDir: string): void =>
  open(dataDir, (database) =>
    database.exec(`
      CREATE TABLE told_of_consent (consent_id TEXT, status TEXT, revision INTEGER, since INTEGER);
      CREATE TRIGGER told_of_new_consent AFTER INSERT ON consent BEGIN
        INSERT INTO told_of_consent VALUES (NEW.id, NEW.status, NEW.revision, NEW.status_changed_at);
      END;
      CREATE TRIGGER told_of_changed_consent AFTER UPDATE OF status ON consent WHEN NEW.status <> OLD.status BEGIN
        INSERT INTO told_of_consent VALUES (NEW.id, NEW.status, NEW.revision, NEW.status_changed_at);
      END;`)
  )

/** Returns statuses by consent id, oldest first. */
export const read = (dataDir: string): ReadonlyMap<string, ReadonlyArray<HistoryEntry>> =>
  open(dataDir, (database) => {
    const rows = database
      .prepare("SELECT consent_id, status, revision, since FROM told_of_consent ORDER BY rowid")
      .all()
    const entries = rows.map(({ consent_id: id, revision, since, status }) => ({
      id: String(id),
      entry: { status: String(status), revision: Number(revision), since: Number(since) }
    }))
    return new Map([...Map.groupBy(entries, ({ id }) => id)].map(([id, all]) => [id, all.map(({ entry }) => entry)]))
  })
