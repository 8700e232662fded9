/**
 * Allows only one process per data folder, because two processes on one database would run every step twice. The
 * operating system locks a separate database file and releases the lock when the process ends.
 */
import { Effect, Layer, Schema } from "effect"
import { DatabaseSync } from "node:sqlite"

export class DataFolderInUseError extends Schema.TaggedError<DataFolderInUseError>()("DataFolderInUseError", {
  message: Schema.String,
  cause: Schema.Defect()
}) {}

/** The folder is not writable, or the lock file is not a database. */
export class LockUnusableError extends Schema.TaggedError<LockUnusableError>()("LockUnusableError", {
  message: Schema.String,
  cause: Schema.Defect()
}) {}

/** How long to wait for a previous process that is shutting down, in milliseconds. */
const patienceMillis = 6_000

/** The low byte of SQLite's error code when another process holds the lock. */
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

const failure = (file: string, cause: unknown): DataFolderInUseError | LockUnusableError => {
  if (isBusy(cause)) {
    return new DataFolderInUseError({
      message: `another process is using the data folder (${file}). Stop that process, or set SHEAF_DATA_DIR to another folder`,
      cause
    })
  }
  const why = cause instanceof Error ? cause.message : String(cause)
  return new LockUnusableError({ message: `cannot lock the data folder (${file}): ${why}`, cause })
}

export const layer = (file: string) =>
  Layer.effectDiscard(
    Effect.acquireRelease(Effect.try({ try: () => take(file), catch: (cause) => failure(file, cause) }), (lock) =>
      Effect.sync(() => lock.close())
    )
  )
