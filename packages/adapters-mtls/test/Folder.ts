/** Temporary folders for tests, and file permissions. */
import { Effect, FileSystem } from "effect"
import { statSync } from "node:fs"

export const make = Effect.gen(function* () {
  return yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "sheaf-mtls-" })
})

/** Returns the permissions in octal, for example `600`. */
export const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
