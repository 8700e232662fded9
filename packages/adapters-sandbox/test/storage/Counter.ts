/** A file store whose records are counters. */
import { Data, Schema } from "effect"
import * as FileStore from "../../src/storage/FileStore.ts"

class CounterError extends Data.TaggedError("CounterError")<{
  readonly reason: "FILE" | "CONTENT"
  readonly cause: unknown
}> {}

export const openCounter = (folder: string, capacity = 10) =>
  FileStore.make({
    folder,
    capacity,
    schema: Schema.Struct({ count: Schema.Finite }),
    failure: (reason, cause) => new CounterError({ reason, cause })
  })
