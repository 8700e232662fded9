/**
 * One process per data folder: two engines over one database would take every step twice. The lock is the operating
 * system's, held through a database of its own: it is gone with the process, however that ends.
 */
import { Effect, Layer, Schema } from "effect"
import { DatabaseSync } from "node:sqlite"

/** Another process works with this data folder. */
export class DataFolderInUse extends Schema.TaggedError<DataFolderInUse>()("DataFolderInUse", {
  message: Schema.String,
  cause: Schema.Defect()
}) {}

/** The lock cannot be opened at all: its folder cannot be written to, or its file is something else. */
export class LockUnusable extends Schema.TaggedError<LockUnusable>()("LockUnusable", {
  message: Schema.String,
  cause: Schema.Defect()
}) {}

/** How long to wait for a predecessor that is still shutting down. */
const patienceMillis = 6_000

/** SQLite's code for "somebody else has it"; its extended codes carry more above the lowest byte. */
const sqliteBusy = 5

const isBusy = (cause: unknown): boolean =>
  cause instanceof Error &&
  "errcode" in cause &&
  typeof cause.errcode === "number" &&
  (cause.errcode & 0xff) === sqliteBusy

const take = (file: string): DatabaseSync => {
  const lock = new DatabaseSync(file, { timeout: patienceMillis })
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by INTEGER)")
    return lock
  } catch (cause) {
    lock.close()
    throw cause
  }
}

const failure = (file: string, cause: unknown): DataFolderInUse | LockUnusable => {
  if (isBusy(cause)) {
    return new DataFolderInUse({ message: `another process works with the data folder (${file})`, cause })
  }
  const why = cause instanceof Error ? cause.message : String(cause)
  return new LockUnusable({ message: `the lock of the data folder (${file}) cannot be taken: ${why}`, cause })
}

/**
 * Holds the lock in this file as long as the layer lives. Fails with {@link DataFolderInUse} when another process holds
 * it, and with {@link LockUnusable} when it cannot be opened.
 */
export const layer = (file: string) =>
  Layer.effectDiscard(
    Effect.acquireRelease(Effect.try({ try: () => take(file), catch: (cause) => failure(file, cause) }), (lock) =>
      Effect.sync(() => lock.close())
    )
  )
