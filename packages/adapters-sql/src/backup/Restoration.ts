/** Prepares a restored database before anything else uses it (ADR 29). */
import type { ChainedRecord } from "@sheaf/ports"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import { withFullDurability } from "../database/Durability.ts"
import { attempt, mapToStoreError } from "../database/SqlErrors.ts"
import { insertClause, statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import { manifestTable } from "./BackupFile.ts"

/**
 * The gap between the backup's last event position and the first new one. Because of the gap, a client does not skip
 * new events even if its cursor dates from after the backup. At a thousand events per second, the gap covers 35 years
 * between backup and restoration.
 */
const eventsSkipped = 2 ** 40

const recordsAtOnce = 1000

/**
 * Turns a copied backup back into a database. New events skip the positions of events that happened after the backup.
 */
export const prepareDatabase = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.gen(function* () {
    yield* sql`DROP TABLE ${sql(manifestTable)}`
    const raised =
      yield* sql`UPDATE sqlite_sequence SET seq = seq + ${eventsSkipped} WHERE name = 'event' RETURNING seq`
    if (raised.length === 0) yield* sql`INSERT INTO sqlite_sequence (name, seq) VALUES ('event', ${eventsSkipped})`
  }).pipe(sql.withTransaction, withFullDurability, mapToStoreError("prepare the restored database"))
)

/**
 * Appends the lost database's audit records to their chains, which makes checkpoints stored outside the database match
 * again.
 */
export const appendAuditRecords = Effect.fnUntraced(
  function* (records: ReadonlyArray<ChainedRecord>) {
    const units = yield* UnitsOfWork
    for (let start = 0; start < records.length; start += recordsAtOnce) {
      const some = records.slice(start, start + recordsAtOnce)
      yield* units.run(function* () {
        for (const { chain, hash, seq, text } of some) {
          yield* statement`INSERT INTO audit_record ${insertClause({ chain, seq, text, hash })}`.unread
          yield* statement`INSERT INTO audit_chain ${insertClause({ chain, seq, hash })}
          ON CONFLICT (chain) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`.unread
        }
      })
    }
  },
  withFullDurability,
  mapToStoreError("restore audit records")
)

/** Moves all changes from the closed database's WAL into its file. The file can then be renamed without the WAL. */
export const checkpointWriteAheadLog = (file: string) =>
  attempt(() => {
    const db = new DatabaseSync(file)
    try {
      const mode = db.prepare("PRAGMA journal_mode = DELETE").get()?.["journal_mode"]
      if (mode !== "delete") throw new Error("the log of the restored database is still in use")
    } finally {
      db.close()
    }
  }).pipe(mapToStoreError("complete the restored database"))
