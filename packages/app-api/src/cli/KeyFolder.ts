/** Prepares folders that commands write private keys to. */
import { AtomicFiles } from "@sheaf/ports"
import { Effect } from "effect"
import * as IgnoreFile from "../config/IgnoreFile.ts"
import { failWith } from "../errors/OperatorError.ts"

/**
 * Creates a folder that only its owner can read, unless the folder exists. Rejects a folder if Git could commit the
 * keys in it.
 */
export const make = Effect.fnUntraced(function* (flag: string, folder: string) {
  yield* AtomicFiles.makeFolder(folder)
  if (yield* IgnoreFile.ensure(folder)) return
  yield* failWith(
    `${flag}: ${folder} is in a Git working tree and has other files: choose a new folder, which Sheaf excludes from Git`
  )
})
