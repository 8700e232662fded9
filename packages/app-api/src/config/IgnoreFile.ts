/** Keeps folders with keys out of Git: a folder in a working tree gets a `.gitignore` that excludes everything in it. */
import { AtomicFiles } from "@sheaf/ports"
import { Effect, FileSystem, Path } from "effect"

const name = ".gitignore"
const everything = "*\n"

/** Returns true unless a folder is in a working tree in which no `.gitignore` of ours excludes it. */
const isExcluded = Effect.fnUntraced(function* (folder: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  for (let place = yield* fileSystem.realPath(folder); ; place = path.dirname(place)) {
    if ((yield* AtomicFiles.readFileIfExists(path.join(place, name))) === everything) return true
    if (yield* fileSystem.exists(path.join(place, ".git"))) return false
    if (path.dirname(place) === place) return true
  }
})

/**
 * Excludes an existing folder from Git if it is in a working tree. Returns false if it cannot: other files are in the folder, and
 * Git may have to add them.
 */
export const ensure = Effect.fnUntraced(function* (folder: string) {
  const fileSystem = yield* FileSystem.FileSystem
  if (yield* isExcluded(folder)) return true
  if ((yield* fileSystem.readDirectory(folder)).length > 0) return false
  yield* AtomicFiles.writeNewFile((yield* Path.Path).join(folder, name), everything)
  return true
})
