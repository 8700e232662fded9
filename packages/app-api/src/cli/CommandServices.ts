/**
 * Provides the stores for administrative commands, which also work while the service runs. Some commands create a data
 * folder.
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { ApiKeysLive, AuditCryptoLive, Sealing } from "@sheaf/adapters-security"
import { AuditedStores } from "@sheaf/application"
import {
  AuditLogSql,
  CertificateStoreSql,
  ClientStoreSql,
  KeyCheck,
  SigningKeyStoreSql,
  DataFolderLock
} from "@sheaf/adapters-sql"
import { ClientStore, CurrentActor } from "@sheaf/ports"
import type { ApiKeys, AuditCrypto, AuditLog, CertificateStore, Sealer, SigningKeyStore } from "@sheaf/ports"
import { Console, Effect, FileSystem, Layer, Option, Result, Stdio, Stream } from "effect"
import type { Path } from "effect"
import type { SecureRandom } from "effect/crypto"
import { Flag } from "effect/cli"
import { userInfo } from "node:os"
import * as Database from "../installation/Database.ts"
import * as DataFolder from "../config/DataFolder.ts"
import { failWith } from "../errors/OperatorError.ts"
import * as Secrets from "../config/Secrets.ts"
import * as Settings from "../config/Settings.ts"
import * as DatabaseErrors from "../errors/DatabaseErrors.ts"
import * as Output from "./Output.ts"

export const clientFlag = Flag.String("client").pipe(
  Flag.withDescription("Client id, as printed by sheaf clients list.")
)

export const failUnknownClient = (id: string) => failWith(`no client has the id ${JSON.stringify(id)}`)

export const requireClient = Effect.fnUntraced(function* (id: string) {
  if (Option.isNone(yield* (yield* ClientStore).findClient(id))) return yield* failUnknownClient(id)
})

export const formatTime = (millis: number): string => new Date(millis).toISOString()

/**
 * Prints streamed JSON and escapes all unprintable characters except line breaks. Reads each piece only after the
 * previous one has been written.
 */
export const printStream = <E, R>(text: Stream.Stream<string, E, R>) =>
  Effect.flatMap(Stdio.Stdio, (stdio) => Stream.run(Stream.map(text, Output.escapeLines), stdio.stdout())).pipe(
    Effect.catchTag("PlatformError", () =>
      failWith("cannot write the output: the program or file that takes it has ended")
    )
  )

/**
 * Locks a new folder, so that two processes cannot both generate keys for it. If another process holds the lock, that
 * process generates the keys.
 */
const alone = Effect.fnUntraced(function* (
  { databaseUrl }: Settings.Settings,
  { database, keys, lock }: DataFolder.DataFolder
) {
  const fileSystem = yield* FileSystem.FileSystem
  if (yield* fileSystem.exists(Option.isSome(databaseUrl) ? keys : database)) return Layer.empty
  return DataFolderLock.layer(lock).pipe(Layer.catchTag("DataFolderInUseError", () => Layer.empty))
})

type More<Services> = (settings: Settings.Settings) => Layer.Layer<Services, never, CommandServices>

const storesIn = <Services>(settings: Settings.Settings, folder: DataFolder.DataFolder, more: More<Services>) => {
  const { database } = folder
  return Layer.unwrap(
    Effect.map(Secrets.loadKeys(settings, database), ({ olderPeppers, pepper, ring }) =>
      more(settings).pipe(
        Layer.provideMerge(ApiKeysLive.layer(pepper, olderPeppers)),
        Layer.provideMerge(AuditedStores.credentialStores),
        Layer.provideMerge(Layer.mergeAll(CertificateStoreSql.layer, ClientStoreSql.layer, SigningKeyStoreSql.layer)),
        Layer.provideMerge(AuditLogSql.layer),
        Layer.provideMerge(AuditCryptoLive.layer(pepper, olderPeppers)),
        Layer.provide(KeyCheck.layer),
        Layer.merge(Database.layerChangeSignals(settings)),
        Layer.provideMerge(Sealing.layer(ring, pepper, olderPeppers)),
        Layer.provideMerge(Database.layer(settings, folder)),
        DatabaseErrors.explainErrors(database)
      )
    )
  )
}

export const layerOperator = Layer.sync(CurrentActor, () => {
  // In a container, the user may have a numeric id but no name.
  const name = Result.try(() => userInfo().username)
  return { actor: { type: "COMMAND_LINE" as const, operator: Result.getOrElse(name, () => `${process.getuid?.()}`) } }
})

export type CommandServices =
  | ApiKeys
  | AuditCrypto
  | AuditLog
  | CertificateStore
  | ClientStore
  | Sealer
  | SecureRandom.SecureRandom
  | SigningKeyStore
  | Layer.Success<ReturnType<typeof Database.layer>>

type AdministeredLayer<Services = never> = Layer.Layer<
  CommandServices | Services,
  DataFolder.DataFolderError,
  FileSystem.FileSystem | Path.Path
>

const orNewWith = <Services>(
  more: More<Services>,
  variables: () => Settings.Variables = () => process.env
): AdministeredLayer<Services> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const settings = yield* Settings.load(variables())
      const folder = yield* DataFolder.prepare(settings)
      return storesIn(settings, folder, more).pipe(Layer.provide(yield* alone(settings, folder)))
    })
  ).pipe(Layer.provideMerge(Layer.merge(NodeCrypto.layer, layerOperator)))

/**
 * Provides the stores in an existing data folder, and one command's services. Fails if the folder does not exist,
 * because its name is probably mistyped.
 */
export const layerWith = <Services>(more: More<Services>): AdministeredLayer<Services> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const settings = yield* Settings.load(process.env)
      const { database } = yield* DataFolder.of(settings)
      if (Option.isSome(settings.databaseUrl)) return orNewWith(more)
      if (yield* (yield* FileSystem.FileSystem).exists(database)) return orNewWith(more)
      return yield* failWith(
        `SHEAF_DATA_DIR: ${settings.dataDir} has no database; check the path, or run sheaf clients create to create one`
      )
    })
  )

export const layerCreatingDataFolder: AdministeredLayer = orNewWith(() => Layer.empty)

export const layerFor = (variables: Settings.Variables): AdministeredLayer =>
  orNewWith(
    () => Layer.empty,
    () => variables
  )

export const layer: AdministeredLayer = layerWith(() => Layer.empty)

export const printRow = (...columns: ReadonlyArray<string>) =>
  Console.log(columns.map(Output.escapeUnprintable).join("\t"))

export const printNote = (text: string) => Console.error(text)
