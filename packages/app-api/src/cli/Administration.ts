/**
 * What the commands work with that administer clients and keys: the stores of the service, beside the process that serves
 * where there is one, and in a new data folder where there is none.
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { ApiKeysLive, Sealing } from "@sheaf/adapters-security"
import {
  CertificateStoreSql,
  ClientStoreSql,
  KeyCheck,
  SigningKeyStoreSql,
  SingleProcess,
  Sqlite
} from "@sheaf/adapters-sql"
import type { ApiKeys, CertificateStore, ClientStore, SigningKeyStore } from "@sheaf/ports"
import { Console, Effect, FileSystem, Layer, Option, Schema } from "effect"
import type { Cause, Path } from "effect"
import type { SecureRandom } from "effect/crypto"
import * as DataFolder from "../DataFolder.ts"
import * as Secrets from "../config/Secrets.ts"
import * as Settings from "../config/Settings.ts"
import * as DatabaseFault from "./DatabaseFault.ts"

/** A command was refused. The message names the rule. */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", {
  message: Schema.String
}) {}

/** Fails with the reason that a command is refused. */
export const refuse = (message: string) => Effect.fail(new CommandRefused({ message }))

/** Refuses a command for a client that does not exist. */
export const refuseClient = (id: string) => refuse(`no client has the id ${JSON.stringify(id)}`)

/** A moment as the commands print it. */
export const iso = (millis: number): string => new Date(millis).toISOString()

/**
 * Two processes must not make the keys of a new data folder at the same time. Where another one holds the folder by now,
 * it has made them.
 */
const alone = Effect.fnUntraced(function* ({ database, lock }: DataFolder.DataFolder) {
  const fileSystem = yield* FileSystem.FileSystem
  if (yield* fileSystem.exists(database)) return Layer.empty
  return SingleProcess.layer(lock).pipe(Layer.catchTag("DataFolderInUse", () => Layer.empty))
})

/** Why there are no stores: where an operator can mend the database, a sentence that says so. */
const refuseDatabase = <E>(database: string, cause: Cause.Cause<E>): Effect.Effect<never, E | CommandRefused> =>
  Option.match(DatabaseFault.sentenceOf(cause), {
    onNone: (): Effect.Effect<never, E | CommandRefused> => Effect.failCause(cause),
    onSome: (why) => refuse(`the database ${database} cannot be used: ${why}`)
  })

const storesIn = (settings: Settings.Settings, { database }: DataFolder.DataFolder) =>
  Layer.unwrap(
    Effect.map(Secrets.load(settings, database), ({ pepper, ring }) =>
      Layer.mergeAll(ApiKeysLive.layer(pepper), SigningKeyStoreSql.layer).pipe(
        Layer.provideMerge(Layer.merge(ClientStoreSql.layer, CertificateStoreSql.layer)),
        Layer.provide(KeyCheck.layer),
        Layer.provide(Sealing.layer(ring, pepper)),
        Layer.provide(Sqlite.layer(database)),
        Layer.catchCause((cause) => Layer.effectContext(refuseDatabase(database, cause)))
      )
    )
  )

/** The services that administrative commands use. */
export type AdministeredServices =
  | ApiKeys
  | CertificateStore
  | ClientStore
  | SecureRandom.SecureRandom
  | SigningKeyStore

type Administered = Layer.Layer<AdministeredServices, unknown, FileSystem.FileSystem | Path.Path>

/** The stores, in a folder of their own where there is none yet. Fails with what it cannot do. */
export const layerOrNew: Administered = Layer.unwrap(
  Effect.gen(function* () {
    const settings = yield* Settings.load(process.env)
    const folder = yield* DataFolder.prepare(settings)
    return storesIn(settings, folder).pipe(Layer.provide(yield* alone(folder)))
  })
).pipe(Layer.provideMerge(NodeCrypto.layer))

/** The stores that are there. A folder whose name was mistyped is not made: there would be nothing in it to find. */
export const layer: Administered = Layer.unwrap(
  Effect.gen(function* () {
    const settings = yield* Settings.load(process.env)
    const { database } = yield* DataFolder.of(settings)
    if (yield* (yield* FileSystem.FileSystem).exists(database)) return layerOrNew
    return yield* refuse(`SHEAF_DATA_DIR: there is no database in ${settings.dataDir}; sheaf clients create makes one`)
  })
)

/** Prints one line of a list: what belongs to an entry, with tabs between. */
export const printEntry = (...columns: ReadonlyArray<string>) => Console.log(columns.join("\t"))

/** Says something to whoever typed the command, beside what it prints for pipes. */
export const note = (text: string) => Console.error(text)
