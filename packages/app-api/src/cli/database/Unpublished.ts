/** Files that appear under their name only once they are complete. */
import { Effect, FileSystem, Path } from "effect"

/** Syncs a file or a folder to disk. */
export const sync = (path: string) =>
  Effect.scoped(
    Effect.flatMap(FileSystem.FileSystem, (files) =>
      Effect.flatMap(files.open(path, { flag: "r" }), (open) => open.sync)
    )
  )

/**
 * Lets `write` fill an empty draft next to the file, which only its owner can access. Then gives the draft its name, and never
 * replaces a file. Removes the draft if `write` fails.
 */
export const publish = <A, E, R>(file: string, write: (draft: string) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fileSystem = yield* FileSystem.FileSystem
    const folder = (yield* Path.Path).dirname(file)
    const draft = yield* fileSystem.makeTempFileScoped({ directory: folder, prefix: ".sheaf-backup-" })
    yield* fileSystem.chmod(draft, 0o600)
    const written = yield* write(draft)
    yield* sync(draft)
    // A link fails if the file exists, and a rename would replace it.
    yield* fileSystem.link(draft, file)
    yield* sync(folder)
    return written
  }).pipe(Effect.scoped)
