/** What the service is made of: every port with the adapter that stands behind it. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { ElectronicIdHttp, IssuerKeysHttp, RemoteConnectors } from "@sheaf/adapters-http"
import { PdfUpload, UploadScenarios } from "@sheaf/adapters-pdf"
import * as Sandbox from "@sheaf/adapters-sandbox"
import { AnimatedQrLive, ApiKeysLive, Sealing, TokensLive } from "@sheaf/adapters-security"
import {
  CertificateStoreSql,
  ClientStoreSql,
  CollectionStoreSql,
  ConsentStoreSql,
  DurableEngine,
  KeyCheck,
  SigningKeyStoreSql,
  SingleProcess,
  Sqlite,
  UserStoreSql
} from "@sheaf/adapters-sql"
import {
  CollectionProcess,
  CollectionsLive,
  CompaniesLive,
  ConsentProcess,
  ConsentsLive,
  ConsentUpkeep,
  Timeouts,
  Upkeep,
  UsersLive
} from "@sheaf/application"
import type {
  ApiKeys,
  Collections,
  Companies,
  Consents,
  PeerCertificates,
  Scenarios,
  Tokens,
  Users
} from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import type { FileSystem, Path, Redacted } from "effect"
import * as Certificates from "./Certificates.ts"
import * as DataFolder from "./DataFolder.ts"
import * as Demo from "./Demo.ts"
import * as PublicAddressLive from "./PublicAddressLive.ts"
import * as Secrets from "./config/Secrets.ts"
import type { Settings } from "./config/Settings.ts"

const stores = Layer.mergeAll(
  CertificateStoreSql.layer,
  ClientStoreSql.layer,
  CollectionStoreSql.layer,
  ConsentStoreSql.layer,
  SigningKeyStoreSql.layer,
  UserStoreSql.layer
)

const apiKeys = ({ demo }: Settings, pepper: Redacted.Redacted<Uint8Array>) => {
  const issued = ApiKeysLive.layer(pepper)
  return demo ? Demo.layer.pipe(Layer.provide(issued)) : issued
}

/** The provider that was configured, or the one that the sandbox plays. */
const electronicId = ({ electronicId }: Settings) =>
  Option.isSome(electronicId)
    ? Sandbox.ElectronicIdSandbox.besides(ElectronicIdHttp.layer(electronicId.value))
    : Sandbox.ElectronicIdSandbox.layer

/** The simulated companies and banks; `folder` is where their sites keep key and certificate, and the banks consents. */
const simulated = (settings: Settings, folder: string) =>
  Sandbox.layer({ loginHost: { host: settings.host, port: settings.loginHostPort, folder } })

/**
 * The companies of the configured connectors, and the simulated ones. Uploads are read for real, also in the sandbox, and
 * whoever else the company is collected by.
 */
const companies = (settings: Settings, folder: string) =>
  UploadScenarios.layer.pipe(
    Layer.provideMerge(
      simulated(settings, folder).pipe(RemoteConnectors.besides(settings.connectors), PdfUpload.besides)
    ),
    Layer.provideMerge(electronicId(settings))
  )

const tokens = ({ issuers }: Settings) =>
  TokensLive.layer({ issuers }).pipe(Layer.provide(IssuerKeysHttp.layer(issuers)))

/** The adapters that are driven: database, engine, keys, certificates, companies. */
const drivenIn = (settings: Settings, { certificates, database, loginHost }: DataFolder.DataFolder) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { pepper, ring } = yield* Secrets.load(settings, database)
      return Layer.mergeAll(
        Certificates.layer(settings, certificates).pipe(Layer.provideMerge(apiKeys(settings, pepper))),
        DurableEngine.layer,
        companies(settings, loginHost),
        AnimatedQrLive.layer,
        tokens(settings)
      ).pipe(
        Layer.provideMerge(stores),
        Layer.provideMerge(KeyCheck.layer),
        Layer.provideMerge(Sealing.layer(ring, pepper)),
        Layer.provideMerge(Sqlite.layer(database))
      )
    })
  )

/** Nothing is read or made in the data folder before it is ours. */
const driven = (settings: Settings) =>
  Layer.unwrap(
    Effect.map(DataFolder.prepare(settings), (folder) =>
      drivenIn(settings, folder).pipe(Layer.provide(SingleProcess.layer(folder.lock)))
    )
  )

/** The ports that the listeners serve, and those that authenticate callers. */
export type ServedPorts =
  | ApiKeys
  | Certificates.ServerCertificate
  | Collections
  | Companies
  | Consents
  | PeerCertificates
  | Scenarios
  | Tokens
  | Users

const configured = ({ retention, timeouts }: Settings) =>
  Layer.mergeAll(Layer.succeed(Timeouts.Timeouts, timeouts), Layer.succeed(Upkeep.Retention, retention))

const useCases = Layer.mergeAll(CollectionsLive.layer, CompaniesLive.layer, ConsentsLive.layer, UsersLive.layer)
const upkeep = Layer.merge(Upkeep.layer, ConsentUpkeep.layer)

/** What the service needs to be told of, beside its settings. */
type Needed = FileSystem.FileSystem | Path.Path | PublicAddressLive.ListenerPort

/** The driving ports, with everything behind them, and what keeps it going. Fails with what it cannot do. */
export const layer = (settings: Settings): Layer.Layer<ServedPorts, unknown, Needed> =>
  Layer.merge(useCases, upkeep).pipe(
    Layer.provideMerge(Layer.merge(CollectionProcess.engine, ConsentProcess.engine)),
    Layer.provideMerge(Layer.merge(CollectionProcess.workflow, ConsentProcess.workflow)),
    Layer.provideMerge(driven(settings)),
    Layer.provide(PublicAddressLive.layer(settings)),
    Layer.provide(configured(settings)),
    Layer.provideMerge(NodeCrypto.layer)
  )
