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

/** How long to wait for a predecessor that is still shutting down. */
const patienceMillis = 6_000

/** Holds the lock in this file as long as the layer lives; fails when another process holds it. */
export const layer = (file: string) =>
  Layer.effectDiscard(
    Effect.acquireRelease(
      Effect.try({
        try: () => {
          const lock = new DatabaseSync(file, { timeout: patienceMillis })
          lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by INTEGER)")
          return lock
        },
        catch: (cause) =>
          new DataFolderInUse({ message: `another process works with the data folder (${file})`, cause })
      }),
      (lock) => Effect.sync(() => lock.close())
    )
  )
