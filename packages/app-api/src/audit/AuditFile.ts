/**
 * Stores the audit log's checkpoints outside the database: as one JSON object per line, in a file and in the service's
 * log.
 */
import { AuditExport, AuditCheckpoints } from "@sheaf/application"
import type { Checkpoint } from "@sheaf/ports"
import { Effect, FileSystem, Layer } from "effect"
import { failWith } from "../errors/OperatorError.ts"
import * as TextFile from "../config/values/TextFile.ts"

export const read = Effect.fnUntraced(function* (name: string, path: string) {
  const lines = (yield* TextFile.read(name, path)).split("\n").filter((line) => line !== "")
  return yield* Effect.forEach(lines, (line, index) =>
    Effect.catch(AuditExport.decodeCheckpoint(line), () =>
      failWith(`${name}: line ${index + 1} of ${path} is not a checkpoint`)
    )
  )
})

/** Logs each new checkpoint, and appends it to a file that only the file's owner can read. */
export const layerPublisher = (path: string) =>
  Layer.effect(
    AuditCheckpoints.CheckpointPublisher,
    Effect.map(FileSystem.FileSystem, (files) => (checkpoint: Checkpoint) => {
      const text = AuditExport.encodeCheckpoint(checkpoint)
      const append = files.writeFileString(path, `${JSON.stringify(text)}\n`, { flag: "a", mode: 0o600 })
      return Effect.andThen(
        Effect.annotateLogs(Effect.logInfo("audit checkpoint"), { checkpoint: text }),
        Effect.orDie(append)
      )
    })
  )
