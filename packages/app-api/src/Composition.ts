/** What the service is made of: every port with the adapter that stands behind it. */
import { NodeCrypto } from "@effect/platform-node"
import { ElectronicIdHttp } from "@sheaf/adapters-http"
import * as Sandbox from "@sheaf/adapters-sandbox"
import { AnimatedQrLive, ApiKeysLive, Sealing } from "@sheaf/adapters-security"
import { ClientStoreSql, CollectionStoreSql, DurableEngine, KeyCheck, SingleProcess, Sqlite } from "@sheaf/adapters-sql"
import {
  CollectionEngine,
  CollectionsLive,
  CollectionWorkflow,
  CompaniesLive,
  Timeouts,
  Upkeep
} from "@sheaf/application"
import type { ApiKeys, Collections, Companies, Scenarios } from "@sheaf/ports"
import { Effect, FileSystem, Layer, Option, Path } from "effect"
import type { Redacted } from "effect"
import * as Demo from "./Demo.ts"
import * as Secrets from "./Secrets.ts"
import { SettingsError } from "./Settings.ts"
import type { Settings } from "./Settings.ts"

const ownerOnly = 0o700

/** The data folder, made and locked; and where in it the database is. */
const dataFolder = Effect.fnUntraced(function* ({ dataDir }: Settings) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  yield* fileSystem
    .makeDirectory(dataDir, { recursive: true, mode: ownerOnly })
    .pipe(
      Effect.mapError(
        ({ reason }) =>
          new SettingsError({ message: `SHEAF_DATA_DIR: ${dataDir} cannot be used as the data folder: ${reason._tag}` })
      )
    )
  return {
    lock: path.join(dataDir, "lock"),
    database: path.join(dataDir, "sheaf.db"),
    loginHost: path.join(dataDir, "login-host")
  }
})

const stores = Layer.mergeAll(CollectionStoreSql.layer, ClientStoreSql.layer)

const apiKeys = ({ demo }: Settings, pepper: Redacted.Redacted<Uint8Array>) => {
  const issued = ApiKeysLive.layer(pepper)
  return demo ? Demo.layer.pipe(Layer.provide(issued)) : issued
}

/** The provider that was configured, or the one that the sandbox plays. */
const electronicId = ({ electronicId }: Settings) =>
  Option.isSome(electronicId)
    ? Sandbox.ElectronicIdSandbox.besides(ElectronicIdHttp.layer(electronicId.value))
    : Sandbox.ElectronicIdSandbox.layer

/** The simulated companies; `folder` is where their sites keep key and certificate. */
const companies = (settings: Settings, folder: string) =>
  Sandbox.layer({ loginHost: { host: settings.host, port: settings.loginHostPort, folder } }).pipe(
    Layer.provide(electronicId(settings))
  )

/** The adapters that are driven: database, engine, keys, companies. */
const driven = (settings: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { database, lock, loginHost } = yield* dataFolder(settings)
      const { pepper, ring } = yield* Secrets.load(settings, database)
      return Layer.mergeAll(
        apiKeys(settings, pepper),
        DurableEngine.layer,
        companies(settings, loginHost),
        AnimatedQrLive.layer
      ).pipe(
        Layer.provideMerge(stores),
        Layer.provideMerge(KeyCheck.layer),
        Layer.provideMerge(Sealing.layer(ring, pepper)),
        Layer.provideMerge(Sqlite.layer(database)),
        Layer.provide(SingleProcess.layer(lock))
      )
    })
  )

/** What the listener serves. */
export type Provided = ApiKeys | Collections | Companies | Scenarios

const configured = ({ retention, timeouts }: Settings) =>
  Layer.mergeAll(Layer.succeed(Timeouts.Timeouts, timeouts), Layer.succeed(Upkeep.Retention, retention))

/** The driving ports, with everything behind them, and what keeps collections going. Fails with what it cannot do. */
export const layer = (settings: Settings): Layer.Layer<Provided, unknown, FileSystem.FileSystem | Path.Path> =>
  Layer.mergeAll(CollectionsLive.layer, CompaniesLive.layer, Upkeep.layer).pipe(
    Layer.provideMerge(CollectionEngine.layer),
    Layer.provideMerge(CollectionWorkflow.layer),
    Layer.provideMerge(driven(settings)),
    Layer.provide(configured(settings)),
    Layer.provideMerge(NodeCrypto.layer)
  )
