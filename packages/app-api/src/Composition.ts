/** The composition root: every port with its adapter. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import {
  AddressRange,
  ConnectorServer,
  ElectronicIdHttp,
  InnerClient,
  IssuerKeysHttp,
  RemoteBanks,
  DataRoomsLive,
  RemoteConnectors,
  WebhookSenderHttp
} from "@sheaf/adapters-http"
import type { OutboundTarget } from "@sheaf/adapters-http"
import { PdfUpload, Reader, UploadScenarios } from "@sheaf/adapters-pdf"
import * as Sandbox from "@sheaf/adapters-sandbox"
import {
  AnimatedQrLive,
  ApiKeysLive,
  AuditCryptoLive,
  PooledRandom,
  Sealing,
  TokensLive,
  WebhookSignature
} from "@sheaf/adapters-security"
import {
  AuditLogSql,
  AvailabilityStoreSql,
  CertificateStoreSql,
  ClientStoreSql,
  CollectionStoreSql,
  ConnectSessionStoreSql,
  ConsentStoreSql,
  DueProcessesSql,
  EventStoreSql,
  KeyCheck,
  PepperMark,
  RecordIdsSql,
  RequestKeyStoreSql,
  SigningKeyStoreSql,
  TaskStoreSql,
  UserStoreSql,
  WebhookDeliveryStoreSql,
  WebhookEndpointStoreSql
} from "@sheaf/adapters-sql"
import {
  AuditedStores,
  CollectionsLive,
  CompaniesLive,
  CompanyAnnouncing,
  ConnectPagesLive,
  ConnectSessionsLive,
  ConsentsLive,
  EventsLive,
  AllowedReturns,
  MeasuredCompanies,
  ServiceOperationsLive,
  SingleUse,
  PersonAddresses,
  PollsLive,
  Processes,
  Retention,
  StartCheck,
  StartLimits,
  Timeouts,
  UsersLive,
  VitalsLive,
  WebhookDispatchers,
  WebhookEndpointsLive
} from "@sheaf/application"
import { AuditLog, Connectors, PublicAddress } from "@sheaf/ports"
import type {
  ApiKeys,
  ChangeSignals,
  Collections,
  Companies,
  ConnectPages,
  ConnectSessions,
  Consents,
  Counters,
  Events,
  ServiceOperations,
  PeerCertificates,
  Polls,
  SandboxPages,
  Scenarios,
  Tokens,
  Users,
  Vitals,
  WebhookEndpoints,
  WebhookInboxes
} from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import type { FileSystem, Path } from "effect"
import metadata from "../package.json" with { type: "json" }
import * as AuditFile from "./audit/AuditFile.ts"
import * as Certificates from "./Certificates.ts"
import * as ClientEnvironments from "./production/ClientEnvironments.ts"
import * as Database from "./Database.ts"
import * as DatabaseFault from "./cli/database/DatabaseFault.ts"
import * as DataFolder from "./DataFolder.ts"
import * as Demo from "./Demo.ts"
import * as ListenFailure from "./ListenFailure.ts"
import { refuse } from "./OperatorError.ts"
import * as PublicAddressLive from "./PublicAddressLive.ts"
import * as SimulatedBanks from "./banks/SimulatedBanks.ts"
import * as WithoutSandbox from "./production/WithoutSandbox.ts"
import type * as OperatorKeys from "./config/OperatorKeys.ts"
import * as Secrets from "./config/Secrets.ts"
import type { Settings } from "./config/Settings.ts"

const stores = Layer.mergeAll(
  AvailabilityStoreSql.layer,
  CertificateStoreSql.layer,
  ClientStoreSql.layer,
  CollectionStoreSql.layer,
  ConnectSessionStoreSql.layer,
  ConsentStoreSql.layer,
  DueProcessesSql.layer,
  TaskStoreSql.layer,
  EventStoreSql.layer,
  RequestKeyStoreSql.layer,
  SigningKeyStoreSql.layer,
  UserStoreSql.layer,
  WebhookDeliveryStoreSql.layer,
  WebhookEndpointStoreSql.layer
)

const apiKeys = ({ demo }: Settings, { olderPeppers, pepper }: OperatorKeys.OperatorKeys) => {
  const issued = ApiKeysLive.layer(pepper, olderPeppers)
  return demo ? Demo.layer.pipe(Layer.provide(issued)) : issued
}

/** The configured provider, or else the sandbox's provider, which keeps orders with pages in `folder`. */
const electronicId = ({ electronicId }: Settings, folder: string) => {
  const simulated = Sandbox.ElectronicIdSandbox.withPages(folder)
  return Option.isSome(electronicId)
    ? Sandbox.ElectronicIdSandbox.besides(ElectronicIdHttp.layer(electronicId.value), simulated)
    : simulated
}

/** Reaches the simulated companies as it reaches other connectors, but by a direct call of their server. */
const overProtocol = <A, E, R>(companies: Layer.Layer<Connectors | A, E, R>) =>
  Layer.effect(
    Connectors,
    Effect.gen(function* () {
      const { base } = yield* PublicAddress
      const transport = yield* InnerClient.over(yield* ConnectorServer.make())
      const { descriptions } = Sandbox
      return yield* RemoteConnectors.inside({
        transport,
        companies: descriptions,
        timeoutMillis: 20_000,
        pagesAt: base
      })
    })
  ).pipe(Layer.provideMerge(companies))

/** The simulated companies and banks. `folder` contains the login host's certificate and the banks' consents. */
const simulated = ({ host, loginHost: { fallback, port, setting } }: Settings, folder: string) =>
  SimulatedBanks.layer.pipe(
    Layer.provideMerge(
      Sandbox.layer({ loginHost: { host, port, fallback, folder }, readings: SimulatedBanks.readings }).pipe(
        overProtocol
      )
    ),
    Layer.catchTag("LoginHostError", ({ cause, reason }) =>
      Layer.effectContext(
        reason === "LISTEN"
          ? ListenFailure.refuseListen(`HOST=${host} ${setting}=${port}`, cause)
          : refuse(`cannot read or create the login host's certificate in ${folder}`)
      )
    )
  )

/**
 * The companies of the configured connectors and banks, and of the sandbox. For all of them, Sheaf itself reads uploaded
 * documents.
 */
const sandbox = (settings: Settings, { loginHost, orders }: Pick<DataFolder.DataFolder, "loginHost" | "orders">) =>
  UploadScenarios.layer.pipe(
    Layer.merge(Sandbox.InboxesInMemory.layer),
    Layer.provideMerge(
      simulated(settings, loginHost).pipe(
        RemoteConnectors.besides(settings.connectors),
        RemoteBanks.besides(settings.banks),
        (others) => PdfUpload.besides(others, Reader.make(settings.uploads))
      )
    ),
    Layer.provideMerge(electronicId(settings, orders))
  )

/** Only the companies of the configured connectors and banks. Sheaf itself reads uploaded documents. */
const production = ({ banks, connectors, electronicId, uploads }: Settings) =>
  Layer.mergeAll(
    PdfUpload.besides(
      Layer.merge(RemoteConnectors.layer(connectors), WithoutSandbox.banks).pipe(RemoteBanks.besides(banks)),
      Reader.make(uploads)
    ),
    WithoutSandbox.catalogs,
    Option.isSome(electronicId) ? ElectronicIdHttp.layer(electronicId.value) : WithoutSandbox.electronicId
  )

const companies = (settings: Settings, folder: DataFolder.DataFolder) =>
  MeasuredCompanies.layer.pipe(
    Layer.provideMerge(settings.mode === "production" ? production(settings) : sandbox(settings, folder))
  )

/** Without a public address, each node on a database issues tokens under its own address. */
const tokens = ({ databaseUrl, issuers, publicUrl }: Settings) =>
  TokensLive.layer({ issuers, hasOtherAddresses: Option.isSome(databaseUrl) && Option.isNone(publicUrl) }).pipe(
    Layer.provide(IssuerKeysHttp.layer(issuers))
  )

/** The driven adapters: database, keys, certificates, companies. */
const drivenIn = (settings: Settings, folder: DataFolder.DataFolder) => {
  const { auditCheckpoints, certificates, database } = folder
  return Layer.unwrap(
    Effect.gen(function* () {
      const keys = yield* Secrets.load(settings, database)
      const { olderPeppers, pepper, ring } = keys
      // At a stop, the node leaves first, so that others take over. Then it waits for running exchanges.
      return Database.joined.pipe(
        Layer.provideMerge(SingleUse.layer),
        Layer.provideMerge(
          Layer.mergeAll(
            Certificates.layer(settings, certificates).pipe(Layer.provideMerge(apiKeys(settings, keys))),
            PepperMark.layer,
            RecordIdsSql.layer,
            ClientEnvironments.check(settings),
            companies(settings, folder),
            AnimatedQrLive.layer,
            tokens(settings),
            WebhookSenderHttp.layer(settings.webhooks),
            WebhookSignature.layer
          )
        ),
        Layer.provideMerge(Layer.provideMerge(AuditedStores.layer, stores)),
        Layer.provideMerge(
          AuditLogSql.layer.pipe(
            Layer.provideMerge(AuditCryptoLive.layer(pepper, olderPeppers)),
            Layer.merge(AuditFile.publishing(auditCheckpoints))
          )
        ),
        Layer.provideMerge(
          Layer.mergeAll(Database.signals(settings), Database.state(settings), Database.counters(settings))
        ),
        Layer.provideMerge(KeyCheck.layer),
        Layer.provideMerge(Sealing.layer(ring, pepper, olderPeppers)),
        Layer.provideMerge(Database.shards(settings)),
        Layer.provideMerge(Database.layer(settings, folder)),
        DatabaseFault.refusing(database)
      )
    })
  )
}

/** Locks the data folder before anything reads or writes files in it. */
const driven = (settings: Settings) =>
  Layer.unwrap(
    Effect.map(DataFolder.prepare(settings), (folder) =>
      Layer.effectDiscard(Effect.flatten(Database.Started)).pipe(
        Layer.provideMerge(drivenIn(settings, folder)),
        Layer.provide(Database.alone(settings, folder))
      )
    )
  )

/** In the sandbox, developers and tests send addresses of this machine and addresses reserved for documentation. */
const personAddresses = ({ mode, usersPerPersonAddress }: Settings) =>
  PersonAddresses.make({
    isPossible: mode === "production" ? AddressRange.isPublicText : () => true,
    canonical: AddressRange.canonical,
    mostUsers: usersPerPersonAddress
  })

const configured = (settings: Settings) =>
  Layer.mergeAll(
    Layer.succeed(Timeouts.Timeouts, settings.timeouts),
    DataRoomsLive.layer,
    Layer.succeed(StartLimits.StartLimits, settings.startLimits),
    Layer.succeed(Retention.Retention, settings.retention),
    Layer.succeed(PersonAddresses.PersonAddresses, personAddresses(settings)),
    Layer.succeed(AllowedReturns.SandboxReturns, settings.mode === "sandbox"),
    Layer.succeed(StartCheck.SandboxMethods, settings.mode === "sandbox")
  )

const useCases = ServiceOperationsLive.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      CollectionsLive.layer,
      CompaniesLive.layer,
      ConsentsLive.layer,
      EventsLive.layer,
      PollsLive.layer,
      UsersLive.layer,
      VitalsLive.layer,
      WebhookEndpointsLive.layer
    )
  )
)

/** The use cases of the Connect page, which build on the other use cases. */
const pages = Layer.provideMerge(ConnectPagesLive.layer, Layer.merge(useCases, ConnectSessionsLive.layer))

const upkeep = Layer.mergeAll(CompanyAnnouncing.layer, Processes.layer, Database.upkeep, WebhookDispatchers.layer)

/** Records which configuration the service started with. Does not delay the start. */
const audited = ({ digest }: Settings) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { append } = yield* AuditLog
      const loaded = append({ action: "CONFIGURATION_LOADED", subject: { release: metadata.version }, outcome: digest })
      yield* Effect.forkScoped(
        Effect.catchCause(loaded, (cause) => Effect.logWarning("could not record the configuration", cause))
      )
    })
  )

/** The ports that the listeners serve, and the ports that they use to authenticate callers and hold requests. */
type ServedPorts =
  | ApiKeys
  | AuditLog
  | Certificates.ServerCertificate
  | ChangeSignals
  | Collections
  | Companies
  | ConnectPages
  | ConnectSessions
  | Consents
  | Counters
  | Database.DatabaseState
  | Events
  | ServiceOperations
  | PeerCertificates
  | Polls
  | SandboxPages
  | Scenarios
  | Tokens
  | Users
  | Vitals
  | WebhookEndpoints
  | WebhookInboxes

export type StartupError =
  | DataFolder.OpenError
  | Layer.Error<ReturnType<typeof Database.alone>>
  | OutboundTarget.InvalidTarget

type HostServices = FileSystem.FileSystem | Path.Path | PublicAddressLive.ListenerPort

/** The driving ports with everything that they need, and what runs in the background. */
export const layer = (settings: Settings): Layer.Layer<ServedPorts, StartupError, HostServices> =>
  Layer.mergeAll(pages, upkeep, audited(settings)).pipe(
    Layer.provideMerge(Processes.runners),
    Layer.provideMerge(driven(settings)),
    Layer.provide(PublicAddressLive.layer(settings)),
    Layer.provide(configured(settings)),
    Layer.provideMerge(PooledRandom.layer.pipe(Layer.provideMerge(NodeCrypto.layer)))
  )
