/** A store with one file per record. When it is full, it drops the least recently changed records. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { AtomicFiles } from "@sheaf/ports"
import { Array, Effect, FileSystem, Layer, Option, Path, Schema, Semaphore } from "effect"
import type { PlatformError } from "effect/PlatformError"

export interface FileStoreOptions<A, E> {
  /** The folder, which is created if necessary. */
  readonly folder: string
  /** The maximum number of records. */
  readonly capacity: number
  readonly schema: Schema.Codec<A, unknown>
  /** Returns the error for a file operation that failed, or for a file that does not match the schema. */
  readonly failure: (reason: "FILE" | "CONTENT", cause: unknown) => E
}

export interface FileStore<A, E> {
  /** Stores a record, unless the name is taken. Returns what is stored. */
  readonly make: (name: string, record: A) => Effect.Effect<A, E>
  readonly find: (name: string) => Effect.Effect<A | undefined, E>
  /** Changes the record with this name, if there is one. Changes are serialized. */
  readonly change: (name: string, become: (record: A) => A) => Effect.Effect<void, E>
}

const ending = ".json"

/** The machine's file system, because the sandbox only runs on Node. */
export const layerFileSystem = Layer.merge(NodeFileSystem.layer, NodePath.layer)

/**
 * How old a draft must be to count as abandoned, in milliseconds. Another process may still be writing a younger draft.
 */
const abandonedAge = 60_000

/** Lists the names in the folder, the least recently changed first, and deletes abandoned drafts. */
const namesIn = Effect.fnUntraced(function* (folder: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const { join } = yield* Path.Path
  yield* AtomicFiles.makeFolder(folder)
  const all = yield* fileSystem.readDirectory(folder)
  const withTimes = (files: ReadonlyArray<string>) =>
    Effect.map(
      Effect.forEach(files, (file) =>
        fileSystem.stat(join(folder, file)).pipe(
          Effect.map(({ mtime }) => ({ file, changedAt: Option.getOrUndefined(mtime)?.getTime() ?? 0 })),
          // Another process has renamed or removed the file.
          Effect.option
        )
      ),
      Array.getSomes
    )
  const abandonedAt = Date.now() - abandonedAge
  for (const { changedAt, file } of yield* withTimes(all.filter(AtomicFiles.isTemporaryFile)))
    if (changedAt < abandonedAt) yield* fileSystem.remove(join(folder, file), { force: true })
  const dated = yield* withTimes(all.filter((file) => file.endsWith(ending)))
  return new Set(dated.sort((a, b) => a.changedAt - b.changedAt).map(({ file }) => file.slice(0, -ending.length)))
})

export const make = <A, E>({ capacity, failure, folder, schema }: FileStoreOptions<A, E>): FileStore<A, E> => {
  const content = Schema.fromJsonString(schema)
  const encode = Schema.encodeSync(content)
  const decode = Schema.decodeUnknownEffect(content)
  const oneAtATime = Semaphore.makeUnsafe(1)
  const pathOf = (name: string) => Effect.map(Path.Path, ({ join }) => join(folder, `${name}${ending}`))
  /** Names, the least recently changed first, as read from the folder when they are first needed. */
  let names: Set<string> | undefined

  const attempt = <B>(run: Effect.Effect<B, PlatformError, FileSystem.FileSystem | Path.Path>): Effect.Effect<B, E> =>
    run.pipe(
      Effect.mapError((cause) => failure("FILE", cause)),
      Effect.provide(layerFileSystem)
    )

  const readNames = Effect.suspend(() =>
    names === undefined
      ? Effect.tap(namesIn(folder), (found) => Effect.sync(() => (names = found)))
      : Effect.succeed(names)
  )

  const read = (name: string) => attempt(Effect.flatMap(pathOf(name), AtomicFiles.readFileIfExists))

  const find = Effect.fnUntraced(function* (name: string) {
    const text = yield* read(name)
    if (text === undefined) return undefined
    return yield* Effect.mapError(decode(text), (cause) => failure("CONTENT", cause))
  })

  const forgetOldest = Effect.fnUntraced(function* (kept: Set<string>) {
    for (const oldest of kept) {
      if (kept.size <= capacity) return
      yield* (yield* FileSystem.FileSystem).remove(yield* pathOf(oldest), { force: true })
      kept.delete(oldest)
    }
  })

  const write = (name: string, record: A) =>
    attempt(
      Effect.gen(function* () {
        const kept = yield* readNames
        yield* AtomicFiles.writeAtomically(yield* pathOf(name), encode(record))
        kept.delete(name)
        kept.add(name)
        yield* forgetOldest(kept)
      })
    )

  /** Runs changes one at a time and without interruption, so that each change sees the result of the previous one. */
  const modify = <B extends A | undefined>(name: string, become: (found: A | undefined) => B): Effect.Effect<B, E> =>
    Effect.gen(function* () {
      const found = yield* find(name)
      const changed = become(found)
      if (changed !== undefined && changed !== found) yield* write(name, changed)
      return changed
    }).pipe(Effect.uninterruptible, oneAtATime.withPermit)

  return {
    find,
    make: (name, record) => modify(name, (found) => found ?? record),
    change: (name, become) => Effect.asVoid(modify(name, (found) => found && become(found)))
  }
}
