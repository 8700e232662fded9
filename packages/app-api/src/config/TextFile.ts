/** A file of text that a setting names. */
import { Effect, FileSystem, Path } from "effect"
import type { PlatformError } from "effect/PlatformError"
import { refuse } from "./SettingsError.ts"

/** What the file holds; where it cannot be read, the setting `name` is said to be wrong. */
export const read = Effect.fnUntraced(function* (name: string, path: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const whole = (yield* Path.Path).resolve(path)
  return yield* fileSystem
    .readFileString(path)
    .pipe(Effect.catch((error: PlatformError) => refuse(`${name}: ${whole} cannot be read: ${error.reason._tag}`)))
})
