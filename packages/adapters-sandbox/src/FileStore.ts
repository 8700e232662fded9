/** A store with one file per record. When full, it drops the least recently changed records. */
import { Effect, Schema, Semaphore } from "effect"
import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import * as WholeFile from "./WholeFile.ts"

export interface FileStoreOptions<A, E> {
  /** The store creates the folder if necessary. */
  readonly folder: string
  /** The largest number of records. */
  readonly capacity: number
  readonly schema: Schema.Codec<A, unknown>
  /** Returns the error for a failed file operation, or for a file that does not match the schema. */
  readonly failure: (reason: "FILE" | "CONTENT", cause: unknown) => E
}

export interface FileStore<A, E> {
  /** Stores a record unless the name exists already. Returns the stored record. */
  readonly make: (name: string, record: A) => Effect.Effect<A, E>
  readonly find: (name: string) => Effect.Effect<A | undefined, E>
  /** Changes the record with this name, if it exists. Changes run one at a time. */
  readonly change: (name: string, become: (record: A) => A) => Effect.Effect<void, E>
}

const ending = ".json"

/** Lists the names in the folder, least recently changed first, and deletes abandoned drafts. */
const namesIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  await WholeFile.makeFolder(folder)
  const all = await readdir(folder)
  await Promise.all(all.filter(WholeFile.isDraft).map((draft) => rm(join(folder, draft), { force: true })))
  const files = all.filter((file) => file.endsWith(ending))
  const dated = await Promise.all(
    files.map(async (file) => ({ file, changedAt: (await stat(join(folder, file))).mtimeMs }))
  )
  return dated.sort((a, b) => a.changedAt - b.changedAt).map(({ file }) => file.slice(0, -ending.length))
}

export const make = <A, E>({ capacity, failure, folder, schema }: FileStoreOptions<A, E>): FileStore<A, E> => {
  const content = Schema.fromJsonString(schema)
  const encode = Schema.encodeSync(content)
  const decode = Schema.decodeUnknownEffect(content)
  const oneAtATime = Semaphore.makeUnsafe(1)
  const pathOf = (name: string) => join(folder, `${name}${ending}`)
  /** The names, least recently changed first, as read from the folder at the first use. */
  let names: Set<string> | undefined

  const attempt = <B>(run: () => Promise<B>): Effect.Effect<B, E> =>
    Effect.tryPromise({ try: run, catch: (cause) => failure("FILE", cause) })

  const find = Effect.fnUntraced(function* (name: string) {
    const text = yield* attempt(() => WholeFile.readIfThere(pathOf(name)))
    if (text === undefined) return undefined
    return yield* Effect.mapError(decode(text), (cause) => failure("CONTENT", cause))
  })

  const forgetOldest = async (kept: Set<string>): Promise<void> => {
    for (const oldest of kept) {
      if (kept.size <= capacity) return
      await rm(pathOf(oldest), { force: true })
      kept.delete(oldest)
    }
  }

  const write = (name: string, record: A) =>
    attempt(async () => {
      const kept = (names ??= new Set(await namesIn(folder)))
      await WholeFile.write(pathOf(name), encode(record))
      kept.delete(name)
      kept.add(name)
      await forgetOldest(kept)
    })

  /** Runs one change at a time, without interruption, so that each change sees the result of the previous one. */
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
