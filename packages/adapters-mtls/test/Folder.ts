/** Temporary folders for tests, and the permissions of files. */
import { Effect, FileSystem } from "effect"
import { statSync } from "node:fs"

/** A folder that is removed after the test. */
export const make = Effect.gen(function* () {
  return yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "sheaf-mtls-" })
})

/** Returns the permissions of a file or folder, for example `600`. */
export const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
