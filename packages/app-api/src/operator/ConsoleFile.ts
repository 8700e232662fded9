/**
 * Lets `sheaf console` find the running service, through a file with the console's URL and the secret that signs links.
 */
import { AtomicFiles } from "@sheaf/ports"
import { Effect, FileSystem, Option, Schema } from "effect"
import { failWith } from "../errors/OperatorError.ts"

const Content = Schema.fromJsonString(Schema.Struct({ address: Schema.String, secret: Schema.String }))
export type ConsoleFile = (typeof Content)["Type"]

const decode = Schema.decodeUnknownOption(Content)

/** Only the owner can access the file. It is removed when the scope closes. */
export const write = Effect.fnUntraced(function* (path: string, content: ConsoleFile) {
  // Replaces a file left by a killed service, including its permissions.
  const written = AtomicFiles.writeAtomically(path, JSON.stringify(content))
  const removed = Effect.flatMap(FileSystem.FileSystem, (files) => files.remove(path))
  yield* Effect.acquireRelease(Effect.orDie(written), () => Effect.ignore(removed))
})

export const read = Effect.fnUntraced(function* (path: string) {
  const text = yield* Effect.option((yield* FileSystem.FileSystem).readFileString(path))
  const content = Option.flatMap(text, decode)
  if (Option.isSome(content)) return content.value
  return yield* failWith(
    "no running service has a console: start the service with METRICS_PORT on this machine, and with the same SHEAF_DATA_DIR"
  )
})
