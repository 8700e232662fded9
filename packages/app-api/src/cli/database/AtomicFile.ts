/** Writes files that appear only when they are complete. */
import { AtomicFiles } from "@sheaf/ports"
import { Effect, FileSystem, Path } from "effect"

/**
 * Creates an empty draft in the file's folder, passes it to `write`, and then gives it the file's name. Only the owner
 * can access the draft. Never replaces an existing file. If `write` fails, the draft is removed.
 */
export const writeAtomically = <A, E, R>(file: string, write: (draft: string) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fileSystem = yield* FileSystem.FileSystem
    const folder = (yield* Path.Path).dirname(file)
    const draft = yield* fileSystem.makeTempFileScoped({ directory: folder, prefix: ".sheaf-backup-" })
    yield* fileSystem.chmod(draft, AtomicFiles.ownerOnlyMode)
    const written = yield* write(draft)
    yield* AtomicFiles.syncFile(draft)
    // Unlike a rename, a link fails if the file exists.
    yield* fileSystem.link(draft, file)
    yield* AtomicFiles.syncFolder(folder)
    return written
  }).pipe(Effect.scoped)
