/**
 * Finds the data files that settings name: bank profiles, PDF layouts, cassettes. Each is a path, or
 * `bundle:NAME/KIND/FILE` for a file of an installed bundle. A setting for several files can also name a folder.
 */
import { Effect, FileSystem, Path } from "effect"
import type { PlatformError } from "effect/PlatformError"
import * as FileErrors from "../../errors/FileErrors.ts"
import { failWith } from "../../errors/OperatorError.ts"
import type { OperatorError } from "../../errors/OperatorError.ts"

type Found<A> = Effect.Effect<A, OperatorError, FileSystem.FileSystem | Path.Path>

export interface DataFiles {
  /**
   * Resolves a file that no bundle may contain, such as a secret. Relative paths are relative to the configuration
   * file's folder.
   */
  readonly resolve: (file: string) => Effect.Effect<string, never, Path.Path>
  /** Outside bundles, the path is relative to `folder`, which defaults to the configuration's folder. */
  readonly pathOf: (setting: string, reference: string, folder?: string) => Found<string>
  /**
   * Returns the path of a file, or the paths of all JSON files in a folder. Each path comes with the name of the
   * setting, which errors about the file must mention.
   */
  readonly pathsOf: (
    setting: string,
    reference: string
  ) => Found<ReadonlyArray<{ readonly path: string; readonly setting: string }>>
}

export interface BundleFolder {
  readonly folder: string
  readonly files: ReadonlyArray<string>
}

const prefix = "bundle:"

const jsonFilesIn = Effect.fnUntraced(function* (setting: string, folder: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const { join } = yield* Path.Path
  const names = yield* fileSystem
    .readDirectory(folder)
    .pipe(
      Effect.catch((error: PlatformError) =>
        failWith(`${setting}: cannot read ${folder}: ${FileErrors.reasonOf(error)}`)
      )
    )
  const files = names.filter((name) => name.endsWith(".json")).toSorted()
  if (files.length === 0) return yield* failWith(`${setting}: ${folder} contains no JSON files`)
  return files.map((name) => join(folder, name))
})

export const make = (folder: string, bundle: (setting: string, name: string) => Found<BundleFolder>): DataFiles => {
  const inBundle = Effect.fnUntraced(function* (setting: string, reference: string) {
    const [name = "", ...parts] = reference.slice(prefix.length).split("/")
    const wanted = parts.join("/")
    const { files, folder: root } = yield* bundle(setting, name)
    const isFile = files.includes(wanted)
    const found = isFile ? [wanted] : files.filter((file) => file.startsWith(`${wanted}/`))
    if (found.length === 0) {
      return yield* failWith(`${setting}: the bundle has no ${wanted}; it has ${files.join(", ")}`)
    }
    const { join } = yield* Path.Path
    return { isFile, paths: found.map((file) => join(root, file)) }
  })
  return {
    resolve: (file) => Effect.map(Path.Path, (path) => path.resolve(folder, file)),
    pathOf: Effect.fnUntraced(function* (setting, reference, from = folder) {
      if (!reference.startsWith(prefix)) return (yield* Path.Path).resolve(from, reference)
      const { isFile, paths } = yield* inBundle(setting, reference)
      const [path] = paths
      return isFile && path !== undefined
        ? path
        : yield* failWith(`${setting}: ${reference} is a folder; name one file in it`)
    }),
    pathsOf: Effect.fnUntraced(function* (setting, reference) {
      if (reference.startsWith(prefix)) {
        return (yield* inBundle(setting, reference)).paths.map((path) => ({ path, setting }))
      }
      const path = (yield* Path.Path).resolve(folder, reference)
      const isFolder = yield* (yield* FileSystem.FileSystem).stat(path).pipe(
        Effect.map(({ type }) => type === "Directory"),
        Effect.catch(() => Effect.succeed(false))
      )
      const paths = isFolder ? yield* jsonFilesIn(setting, path) : [path]
      return paths.map((each) => ({ path: each, setting }))
    })
  }
}

export const onDisk: DataFiles = make(".", (setting) =>
  failWith(`${setting}: this command has no bundles; name the path of a file`)
)
