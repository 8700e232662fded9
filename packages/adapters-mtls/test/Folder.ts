/** A folder for a test, which is gone with it; and who may read what is in it. */
import { Effect, FileSystem } from "effect"
import { statSync } from "node:fs"

export const make = Effect.gen(function* () {
  return yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "sheaf-mtls-" })
})

/** The permissions of a file or folder: `600`. */
export const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
