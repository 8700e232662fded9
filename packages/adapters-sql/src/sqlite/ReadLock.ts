/** SQLite's shared lock on the log, held between the reads of one turn of the event loop. */
import { Context, Effect } from "effect"
import type { Scope } from "effect"
import { DatabaseSync } from "node:sqlite"

/** The longest wait for the writer, in milliseconds, for example while it recovers the log after a crash. */
export const busyTimeoutMillis = 1000

export class ReadLock extends Context.Service<
  ReadLock,
  {
    /**
     * Call this before each read. From a turn's second read on, a separate handle holds the lock until the turn ends,
     * because locking the log for each read takes longer than the read. Each read still sees all earlier commits.
     */
    readonly share: () => void
    /** Call this before each transaction; otherwise the checkpoint after the commit cannot reset the log. */
    readonly release: () => void
  }
>()("@sheaf/adapters-sql/ReadLock") {}

const lockOf = (db: DatabaseSync) => {
  const begin = db.prepare("BEGIN")
  const read = db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1")
  const commit = db.prepare("COMMIT")
  return {
    db,
    lock: () => {
      begin.run()
      read.get()
    },
    unlock: () => {
      if (db.isTransaction) commit.run()
    }
  }
}

/** Returns the lock of the database in this file. Its handle opens with the first lock. */
export const make = (filename: string): Effect.Effect<ReadLock["Service"], never, Scope.Scope> =>
  Effect.gen(function* () {
    let opened: ReturnType<typeof lockOf> | undefined
    let isOpen = true
    let reads = 0
    const release = () => {
      reads = 0
      opened?.unlock()
    }
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isOpen = false
        opened?.db.close()
        opened = undefined
      })
    )
    const share = () => {
      reads++
      if (reads === 1) setImmediate(release)
      if (reads !== 2 || !isOpen) return
      opened ??= lockOf(new DatabaseSync(filename, { readOnly: true, timeout: busyTimeoutMillis }))
      opened.lock()
    }
    return { share, release }
  })
