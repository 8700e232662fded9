/** Files for their owner alone, written as a whole: nobody ever sees a part of one, and a power cut leaves none. */
import { Effect, FileSystem, Path } from "effect"

const ownersFile = 0o600
const ownersFolder = 0o700

/** The bits of a mode that let others in. */
const others = 0o077

/** The bits that let anybody write. */
const writing = 0o222

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

/** Writes a file, or replaces it. A process that dies meanwhile leaves the old content, and a power cut undoes nothing. */
export const replace = Effect.fnUntraced(function* (file: string, content: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const aside = `${file}.new`
  yield* fileSystem.remove(aside, { force: true })
  yield* writeNew(aside, content)
  yield* fileSystem.rename(aside, file)
  yield* syncFolder((yield* Path.Path).dirname(file))
})

/** Whether there is a folder that has anything in it, or anything else. */
const isTaken = Effect.fnUntraced(function* (folder: string) {
  const fileSystem = yield* FileSystem.FileSystem
  return yield* fileSystem.readDirectory(folder).pipe(
    Effect.map((names) => names.length > 0),
    Effect.catch(() => fileSystem.exists(folder))
  )
})

/** How the drafts of a folder are called, beside it. Nobody calls a copy like this that he puts aside. */
const draftsOf = (name: string): string => `.${name}.draft-`

/** What a name is made unique with. */
const unique = /^[A-Za-z0-9]{6}$/

/** Puts a folder with these files in its place. What becomes of a draft that cannot be removed, {@link tidy} sees to. */
const place = Effect.fnUntraced(function* (folder: string, files: Readonly<Record<string, string>>) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const parent = path.dirname(folder)
  yield* makeFolder(parent)
  const draft = yield* Effect.acquireRelease(
    fileSystem.makeTempDirectory({ directory: parent, prefix: draftsOf(path.basename(folder)) }),
    (made) => Effect.ignore(fileSystem.remove(made, { recursive: true, force: true }))
  )
  yield* fileSystem.chmod(draft, ownersFolder)
  for (const [name, content] of Object.entries(files)) yield* writeNew(path.join(draft, name), content)
  yield* syncFolder(draft)
  yield* fileSystem.rename(draft, folder)
  yield* syncFolder(parent)
}, Effect.scoped)

/** Removes the drafts of a folder. What cannot be removed stays until the next time: nothing depends on it. */
const tidy = Effect.fnUntraced(
  function* (folder: string) {
    const fileSystem = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const parent = path.dirname(folder)
    const prefix = draftsOf(path.basename(folder))
    for (const name of yield* fileSystem.readDirectory(parent)) {
      if (!name.startsWith(prefix) || !unique.test(name.slice(prefix.length))) continue
      const draft = path.join(parent, name)
      const { type } = yield* fileSystem.stat(draft)
      if (type === "Directory") yield* fileSystem.remove(draft, { recursive: true, force: true })
    }
  },
  (removal) => Effect.ignore(removal)
)

/**
 * A folder with these files, all at once; false, and nothing made, when there is one that has anything in it.
 *
 * The drafts of processes that were killed are removed once the folder is there, and not before. By then a draft that is
 * still being written is worth nothing either: whoever misses it finds that somebody else was first.
 */
export const makeWhole = Effect.fnUntraced(function* <E, R>(
  folder: string,
  files: Effect.Effect<Readonly<Record<string, string>>, E, R>
) {
  const isNew = (yield* isTaken(folder))
    ? false
    : yield* place(folder, yield* files).pipe(
        Effect.as(true),
        // Whatever keeps a draft from its place that something stands in is that it stands there.
        Effect.catch((error) =>
          Effect.flatMap(isTaken(folder), (taken) => (taken ? Effect.succeed(false) : Effect.fail(error)))
        )
      )
  yield* tidy(folder)
  return isNew
})

/** Whether a mode has any of these bits. Windows says nothing of others in it. */
const has = Effect.fnUntraced(function* (path: string, bits: number) {
  const { mode } = yield* (yield* FileSystem.FileSystem).stat(path)
  return process.platform !== "win32" && (mode & bits) !== 0
})

/** Whether somebody else may read or change a file. */
export const isOpenToOthers = (file: string) => has(file, others)

/** Whether somebody else may replace what is in a folder, whoever may read or change that. */
export const isWritableByOthers = (folder: string) => has(folder, others & writing)

/** What a file holds, if it is there. */
export const readIfThere = Effect.fnUntraced(function* (file: string) {
  const fileSystem = yield* FileSystem.FileSystem
  return (yield* fileSystem.exists(file)) ? yield* fileSystem.readFileString(file) : undefined
})
