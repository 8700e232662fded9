/** Keeps folders with keys out of Git: inside a working tree, adds a `.gitignore` that excludes everything. */
import { AtomicFiles } from "@sheaf/ports"
import { Effect, FileSystem, Path } from "effect"

const name = ".gitignore"
const everything = "*\n"

/**
 * Returns true if the folder is outside any Git working tree, or if one of Sheaf's own `.gitignore` files excludes it.
 */
const isExcluded = Effect.fnUntraced(function* (folder: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  for (let place = yield* fileSystem.realPath(folder); ; place = path.dirname(place)) {
    if ((yield* AtomicFiles.readFileIfExists(path.join(place, name))) === everything) return true
    if (yield* fileSystem.exists(path.join(place, ".git"))) return false
    if (path.dirname(place) === place) return true
  }
})

/** Makes Git ignore an existing folder. Returns false if the folder contains other files that Git may need to track. */
export const ensure = Effect.fnUntraced(function* (folder: string) {
  const fileSystem = yield* FileSystem.FileSystem
  if (yield* isExcluded(folder)) return true
  if ((yield* fileSystem.readDirectory(folder)).length > 0) return false
  yield* AtomicFiles.writeNewFile((yield* Path.Path).join(folder, name), everything)
  return true
})
