/** Files for their owner alone, written as a whole: nobody ever sees a part of one, and a power cut leaves none. */
import { Effect, FileSystem, Path } from "effect"

const ownersFile = 0o600
const ownersFolder = 0o700

/** The bits of a mode that let others in. */
const others = 0o077

const sync = (path: string) =>
  Effect.gen(function* () {
    yield* (yield* (yield* FileSystem.FileSystem).open(path, { flag: "r" })).sync
  }).pipe(Effect.scoped)

/** Windows opens no folders: there, that the file is on the disk has to do. */
const syncFolder = (path: string) => (process.platform === "win32" ? Effect.void : sync(path))

/** Makes a folder, and what it is in, where it is not there. */
export const makeFolder = Effect.fnUntraced(function* (folder: string) {
  yield* (yield* FileSystem.FileSystem).makeDirectory(folder, { recursive: true, mode: ownersFolder })
})

/** A file that is not there yet; fails when it is. */
export const writeNew = Effect.fnUntraced(function* (file: string, content: string) {
  const fileSystem = yield* FileSystem.FileSystem
  yield* fileSystem.writeFileString(file, content, { mode: ownersFile, flag: "wx" })
  yield* sync(file)
})

/** Puts a file in the place of what is there. */
export const replace = Effect.fnUntraced(function* (file: string, content: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const aside = `${file}.new`
  yield* fileSystem.remove(aside, { force: true })
  yield* writeNew(aside, content)
  yield* fileSystem.rename(aside, file)
  yield* syncFolder((yield* Path.Path).dirname(file))
})

/** A folder with these files, all at once; false, and nothing written, when there is one that has anything in it. */
export const makeWhole = Effect.fnUntraced(function* (folder: string, files: Readonly<Record<string, string>>) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const parent = path.dirname(folder)
  yield* makeFolder(parent)
  const draft = yield* fileSystem.makeTempDirectoryScoped({ directory: parent, prefix: `${path.basename(folder)}.` })
  yield* fileSystem.chmod(draft, ownersFolder)
  for (const [name, content] of Object.entries(files)) yield* writeNew(path.join(draft, name), content)
  yield* syncFolder(draft)
  return yield* fileSystem.rename(draft, folder).pipe(
    Effect.andThen(syncFolder(parent)),
    Effect.as(true),
    // Whatever keeps a draft from its place that something stands in is that it stands there.
    Effect.catchIf(
      () => true,
      (error) =>
        Effect.flatMap(fileSystem.exists(folder), (exists) => (exists ? Effect.succeed(false) : Effect.fail(error)))
    )
  )
}, Effect.scoped)

/** Whether somebody else may read a file. Windows says nothing of that in a mode. */
export const isOpenToOthers = Effect.fnUntraced(function* (file: string) {
  const { mode } = yield* (yield* FileSystem.FileSystem).stat(file)
  return process.platform !== "win32" && (mode & others) !== 0
})

/** What a file holds, if it is there. */
export const readIfThere = Effect.fnUntraced(function* (file: string) {
  const fileSystem = yield* FileSystem.FileSystem
  return (yield* fileSystem.exists(file)) ? yield* fileSystem.readFileString(file) : undefined
})
