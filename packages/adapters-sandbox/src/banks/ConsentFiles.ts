/** The simulated banks' store, with one file per consent. When full, it drops the least recently changed consents. */
import { BankError } from "@sheaf/ports"
import { Context, Effect, Layer, Schema, Semaphore } from "effect"
import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import * as WholeFile from "../WholeFile.ts"
import { ConsentRecord } from "./ConsentRecord.ts"

export interface ConsentFilesOptions {
  /** The store creates the folder if necessary. */
  readonly folder: string
  /** The largest number of consents. */
  readonly capacity?: number
}

const defaultCapacity = 10_000

export class ConsentFiles extends Context.Service<
  ConsentFiles,
  {
    /** Stores a consent unless the name exists already. Returns the stored consent. */
    readonly make: (name: string, record: ConsentRecord) => Effect.Effect<ConsentRecord, BankError>
    readonly find: (name: string) => Effect.Effect<ConsentRecord | undefined, BankError>
    /** Changes a consent if the name exists. Changes run one at a time. */
    readonly change: (name: string, become: (record: ConsentRecord) => ConsentRecord) => Effect.Effect<void, BankError>
  }
>()("@sheaf/adapters-sandbox/ConsentFiles") {}

const ending = ".json"

const Content = Schema.fromJsonString(ConsentRecord)
const encode = Schema.encodeSync(Content)
const decode = Schema.decodeUnknownEffect(Content)

/** Treats every file error as temporary. */
const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, BankError> =>
  Effect.tryPromise({ try: run, catch: (cause) => new BankError({ reason: "BANK_ERROR", cause }) })

/** Lists the names in the folder, least recently changed first. Deletes abandoned drafts. */
const namesIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  const all = await readdir(folder)
  await Promise.all(all.filter(WholeFile.isDraft).map((draft) => rm(join(folder, draft), { force: true })))
  const files = all.filter((file) => file.endsWith(ending))
  const dated = await Promise.all(
    files.map(async (file) => ({ file, changedAt: (await stat(join(folder, file))).mtimeMs }))
  )
  return dated.sort((a, b) => a.changedAt - b.changedAt).map(({ file }) => file.slice(0, -ending.length))
}

export const layer = ({ capacity = defaultCapacity, folder }: ConsentFilesOptions): Layer.Layer<ConsentFiles> =>
  Layer.sync(ConsentFiles, () => {
    const oneAtATime = Semaphore.makeUnsafe(1)
    const pathOf = (name: string) => join(folder, `${name}${ending}`)
    /** The names, least recently changed first. The first write reads them from the folder. */
    let names: Set<string> | undefined

    const find = Effect.fnUntraced(function* (name: string) {
      const content = yield* attempt(() => WholeFile.readIfThere(pathOf(name)))
      if (content === undefined) return undefined
      return yield* Effect.mapError(decode(content), (cause) => new BankError({ reason: "BROKEN", cause }))
    })

    const forgetOldest = async (kept: Set<string>): Promise<void> => {
      for (const oldest of kept) {
        if (kept.size <= capacity) return
        await rm(pathOf(oldest), { force: true })
        kept.delete(oldest)
      }
    }

    const write = (name: string, record: ConsentRecord) =>
      attempt(async () => {
        await WholeFile.makeFolder(folder)
        const kept = (names ??= new Set(await namesIn(folder)))
        await WholeFile.write(pathOf(name), encode(record))
        kept.delete(name)
        kept.add(name)
        await forgetOldest(kept)
      })

    /** Runs one change at a time, without interruption, so that each change sees the result of the previous one. */
    const modify = <A extends ConsentRecord | undefined>(
      name: string,
      become: (found: ConsentRecord | undefined) => A
    ): Effect.Effect<A, BankError> =>
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
  })
