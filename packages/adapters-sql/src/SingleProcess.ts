/**
 * One process per data folder: two engines over one database would take every step twice. The lock is the operating
 * system's, held through a database of its own: it is gone with the process, however that ends.
 */
import { StoreError } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import { DatabaseSync } from "node:sqlite"

/** How long to wait for a predecessor that is still shutting down. */
const patienceMillis = 10_000

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
        catch: (cause) => new StoreError({ operation: "lock the data folder", cause })
      }),
      (lock) => Effect.sync(() => lock.close())
    )
  )
