/** Selects the files beside the database that belong in backups: certificates, authorities and simulated orders. */
import type { BackupFile } from "@sheaf/adapters-sql"
import { AtomicFiles } from "@sheaf/ports"
import { Effect, FileSystem, Option, Path } from "effect"
import type { PlatformError } from "effect/PlatformError"
import type { DataFolder } from "../../config/DataFolder.ts"

/** Excludes the keys, because a backup and its keys must be kept apart. */
export const foldersOf = ({ certificates, connectorLoginHost, loginHost, orders }: DataFolder) => [
  certificates,
  connectorLoginHost,
  loginHost,
  orders
]

/** The service may remove the file at any moment. */
const readIfThere = (file: string): Effect.Effect<Option.Option<Uint8Array>, PlatformError, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (files) => Effect.asSome(files.readFile(file))).pipe(
    Effect.catchIf(
      ({ reason }) => reason._tag === "NotFound",
      () => Effect.succeedNone
    )
  )

export const read = Effect.fnUntraced(function* (dataDir: string, folder: DataFolder) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const saved: Array<BackupFile.SavedFile> = []
  for (const place of foldersOf(folder)) {
    if (!(yield* fileSystem.exists(place))) continue
    for (const name of yield* fileSystem.readDirectory(place, { recursive: true })) {
      const file = path.join(place, name)
      const info = yield* Effect.option(fileSystem.stat(file))
      if (Option.isNone(info) || info.value.type !== "File") continue
      const content = yield* readIfThere(file)
      if (Option.isNone(content)) continue
      saved.push({ path: path.relative(dataDir, file).split(path.sep).join("/"), content: content.value })
    }
  }
  return saved
})

/** Writes the files so that only their owner can access them. */
export const write = Effect.fnUntraced(function* (folder: string, saved: ReadonlyArray<BackupFile.SavedFile>) {
  const path = yield* Path.Path
  for (const { content, path: name } of saved) {
    const file = path.join(folder, ...name.split("/"))
    yield* AtomicFiles.makeFolder(path.dirname(file))
    yield* AtomicFiles.writeNewFile(file, content)
  }
})
