/** Atomically writes files that only their owner can change. A power failure cannot leave a partial file. */
import { Effect, FileSystem, Path } from "effect"

const ownersFolder = 0o700
export const ownerOnlyMode = 0o600

const readable = { folder: 0o755, file: 0o644 }

export const syncFile = (path: string) =>
  Effect.gen(function* () {
    yield* (yield* (yield* FileSystem.FileSystem).open(path, { flag: "r" })).sync
  }).pipe(Effect.scoped)

const isWindows = Effect.map(Path.Path, ({ sep }) => sep === "\\")

/** Syncs a folder's entries to disk, except on Windows, which cannot open folders. */
export const syncFolder = (path: string) => Effect.flatMap(isWindows, (is) => (is ? Effect.void : syncFile(path)))

export const makeFolder = Effect.fnUntraced(function* (folder: string) {
  yield* (yield* FileSystem.FileSystem).makeDirectory(folder, { recursive: true, mode: ownersFolder })
})

/** Fails if the file exists. */
export const writeNewFile = Effect.fnUntraced(function* (
  file: string,
  content: string | Uint8Array,
  mode = ownerOnlyMode
) {
  const fileSystem = yield* FileSystem.FileSystem
  const options = { mode, flag: "wx" } as const
  yield* typeof content === "string"
    ? fileSystem.writeFileString(file, content, options)
    : fileSystem.writeFile(file, content, options)
  // The umask may have removed permissions from `mode`.
  yield* fileSystem.chmod(file, mode)
  yield* syncFile(file)
})

const draftEnding = ".new"

/**
 * Writes or replaces a file atomically. After a crash, the file has either the old or the new content; once this
 * returns, the new content survives even a power failure.
 */
export const writeAtomically = Effect.fnUntraced(function* (file: string, content: string, mode?: number) {
  const fileSystem = yield* FileSystem.FileSystem
  const aside = `${file}${draftEnding}`
  yield* fileSystem.remove(aside, { force: true })
  yield* writeNewFile(aside, content, mode)
  yield* fileSystem.rename(aside, file)
  yield* syncFolder((yield* Path.Path).dirname(file))
})

const isTaken = Effect.fnUntraced(function* (folder: string) {
  const fileSystem = yield* FileSystem.FileSystem
  return yield* fileSystem.readDirectory(folder).pipe(
    Effect.map((names) => names.length > 0),
    Effect.catch(() => fileSystem.exists(folder))
  )
})

/**
 * The prefix of a folder's drafts, which lie next to the folder. Only a name in which exactly six letters or digits
 * follow the prefix counts as a draft, so that no backup is mistaken for one.
 */
const draftsOf = (name: string): string => `.${name}.draft-`

/** File contents by name. A name can include a folder, such as `folder/file`. */
export type NewFiles = Readonly<Record<string, string | Uint8Array>>

const place = Effect.fnUntraced(function* (folder: string, files: NewFiles, isReadable: boolean) {
  const modes = isReadable ? readable : { folder: ownersFolder, file: ownerOnlyMode }
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const parent = path.dirname(folder)
  yield* fileSystem.makeDirectory(parent, { recursive: true, mode: modes.folder })
  const draft = yield* Effect.acquireRelease(
    fileSystem.makeTempDirectory({ directory: parent, prefix: draftsOf(path.basename(folder)) }),
    (made) => Effect.ignore(fileSystem.remove(made, { recursive: true, force: true }))
  )
  const folders = new Set(Object.keys(files).map((name) => path.dirname(path.join(draft, name))))
  for (const each of [draft, ...folders]) {
    yield* fileSystem.makeDirectory(each, { recursive: true })
    yield* fileSystem.chmod(each, modes.folder)
  }
  for (const [name, content] of Object.entries(files)) {
    yield* writeNewFile(path.join(draft, name), content, modes.file)
  }
  for (const each of [...folders, draft]) yield* syncFolder(each)
  yield* fileSystem.rename(draft, folder)
  yield* syncFolder(parent)
}, Effect.scoped)

/**
 * Removes a folder's drafts. A failure is harmless, because nothing depends on a draft and the next call tries again.
 */
const tidy = Effect.fnUntraced(
  function* (folder: string) {
    const fileSystem = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const parent = path.dirname(folder)
    const prefix = draftsOf(path.basename(folder))
    for (const name of yield* fileSystem.readDirectory(parent)) {
      if (!name.startsWith(prefix) || !/^[A-Za-z0-9]{6}$/.test(name.slice(prefix.length))) continue
      const draft = path.join(parent, name)
      const { type } = yield* fileSystem.stat(draft)
      if (type === "Directory") yield* fileSystem.remove(draft, { recursive: true, force: true })
    }
  },
  (removal) => Effect.ignore(removal)
)

/**
 * Atomically creates a folder with these files, and then removes all drafts for it. Returns false, and creates nothing,
 * if the folder already has content. If another process is still writing its draft, that write fails, and the process
 * sees that it lost the race. Only the owner can access the files, unless `isReadable` is true.
 */
export const makeFolderAtomically = Effect.fnUntraced(function* <E, R>(
  folder: string,
  files: Effect.Effect<NewFiles, E, R>,
  { isReadable = false }: { readonly isReadable?: boolean } = {}
) {
  const isNew = (yield* isTaken(folder))
    ? false
    : yield* place(folder, yield* files, isReadable).pipe(
        Effect.as(true),
        // After any error, if the folder has content, another process has won the race.
        Effect.catch((error) =>
          Effect.flatMap(isTaken(folder), (taken) => (taken ? Effect.succeed(false) : Effect.fail(error)))
        )
      )
  yield* tidy(folder)
  return isNew
})

/**
 * Returns true if any of these mode bits is set on a path. Always false on Windows, where modes do not describe other
 * users' access.
 */
const has = Effect.fnUntraced(function* (path: string, bits: number) {
  const { mode } = yield* (yield* FileSystem.FileSystem).stat(path)
  return !(yield* isWindows) && (mode & bits) !== 0
})

export const isAccessibleByOthers = (file: string) => has(file, 0o077)

export const isWritableByOthers = (folder: string) => has(folder, 0o022)

export const readFileIfExists = (file: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fileSystem) =>
    fileSystem.readFileString(file).pipe(
      Effect.catchIf(
        ({ reason }) => reason._tag === "NotFound",
        () => Effect.undefined
      )
    )
  )
