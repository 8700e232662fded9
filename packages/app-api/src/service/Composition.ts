/** The composition root, where every port gets its adapter. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { IpAddressRange, IssuerKeysHttp, MemoryBudgetsLive, WebhookSenderHttp } from "@sheaf/adapters-http"
import type { OutboundTarget } from "@sheaf/adapters-http"
import {
  AnimatedQrLive,
  ApiKeysLive,
  AuditCryptoLive,
  RandomPool,
  Sealing,
  ReceiptSignerLive,
  TokensLive,
  WebhookSignature
} from "@sheaf/adapters-security"
import {
  AuditLogSql,
  AvailabilityStoreSql,
  CertificateStoreSql,
  ClientStoreSql,
  CollectionStoreSql,
  CompanyFigureStoreSql,
  ConnectSessionStoreSql,
  ConsentStoreSql,
  DueProcessesSql,
  EventStoreSql,
  KeyCheck,
  CurrentPepper,
  RecordIdsSql,
  IdempotencyKeyStoreSql,
  MonitorStoreSql,
  SigningKeyStoreSql,
  ServiceSampleStoreSql,
  StoryStoreSql,
  TaskStoreSql,
  UserStoreSql,
  WebhookDeliveryStoreSql,
  WebhookEndpointStoreSql
} from "@sheaf/adapters-sql"
import {
  AuditedStores,
  CollectionsLive,
  pollsLayer,
  CompaniesLive,
  CompanyFigures,
  CompanyUse,
  AvailabilityAnnouncements,
  ConnectPagesLive,
  ConnectSessionsLive,
  ConsentsLive,
  EventsLive,
  MonitorsLive,
  StartCheck,
  CompanyMetrics,
  OperatorLive,
  SingleUse,
  PsuIpAddresses,
  Processes,
  Retention,
  StartLimits,
  SuccessRates,
  Timeouts,
  UsersLive,
  ServiceGaugesLive,
  WebhookEndpointsLive,
  WebhookProcess
} from "@sheaf/application"
import { AuditLog } from "@sheaf/ports"
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
  Monitors,
  Operator,
  PeerCertificates,
  Polls,
  ReceiptSigner,
  Tokens,
  Users,
  ServiceGauges,
  WebhookEndpoints
} from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import type { FileSystem, Path } from "effect"
import metadata from "../../package.json" with { type: "json" }
import * as AuditFile from "../audit/AuditFile.ts"
import * as Certificates from "../installation/Certificates.ts"
import * as ClientEnvironments from "../installation/ClientEnvironments.ts"
import * as CompanyAdapters from "../companies/CompanyAdapters.ts"
import * as Database from "../installation/Database.ts"
import * as DatabaseErrors from "../errors/DatabaseErrors.ts"
import * as DataFolder from "../config/DataFolder.ts"
import * as Demo from "../installation/Demo.ts"
import * as PublicUrlLive from "./PublicUrlLive.ts"
import type * as OperatorKeys from "../config/OperatorKeys.ts"
import * as Secrets from "../config/Secrets.ts"
import type { Settings } from "../config/Settings.ts"

const stores = Layer.mergeAll(
  AvailabilityStoreSql.layer,
  CertificateStoreSql.layer,
  ClientStoreSql.layer,
  CollectionStoreSql.layer,
  CompanyFigureStoreSql.layer,
  ConnectSessionStoreSql.layer,
  ConsentStoreSql.layer,
  DueProcessesSql.layer,
  TaskStoreSql.layer,
  EventStoreSql.layer,
  IdempotencyKeyStoreSql.layer,
  MonitorStoreSql.layer,
  SigningKeyStoreSql.layer,
  ServiceSampleStoreSql.layer,
  StoryStoreSql.layer,
  UserStoreSql.layer,
  WebhookDeliveryStoreSql.layer,
  WebhookEndpointStoreSql.layer
)

const apiKeys = ({ demo }: Settings, { olderPeppers, pepper }: OperatorKeys.SealingSecrets) => {
  const issued = ApiKeysLive.layer(pepper, olderPeppers)
  return demo ? Demo.layer.pipe(Layer.provide(issued)) : issued
}

const companies = (settings: Settings, folder: DataFolder.DataFolder) =>
  CompanyMetrics.layer.pipe(Layer.provideMerge(CompanyAdapters.layer(settings, folder)))

/** If no public URL is configured, each node on a shared database issues tokens under its own URL. */
const tokens = ({ databaseUrl, issuers, publicUrl }: Settings) =>
  TokensLive.layer({ issuers, hasOtherAddresses: Option.isSome(databaseUrl) && Option.isNone(publicUrl) }).pipe(
    Layer.provide(IssuerKeysHttp.layer(issuers))
  )

const drivenIn = (settings: Settings, folder: DataFolder.DataFolder) => {
  const { auditCheckpoints, certificates, database } = folder
  return Layer.unwrap(
    Effect.gen(function* () {
      const keys = yield* Secrets.loadKeys(settings, database)
      const { olderPeppers, pepper, ring } = keys
      // A stopping node first leaves the cluster, so that other nodes take over. It then waits for running exchanges of
      // codes and tokens.
      return Database.layerNodeMembership.pipe(
        Layer.provideMerge(SingleUse.layer),
        Layer.provideMerge(
          Layer.mergeAll(
            Certificates.layer(settings, certificates).pipe(Layer.provideMerge(apiKeys(settings, keys))),
            CurrentPepper.layer,
            RecordIdsSql.layer,
            ClientEnvironments.layerCheck(settings),
            companies(settings, folder),
            AnimatedQrLive.layer,
            tokens(settings),
            ReceiptSignerLive.layer,
            WebhookSenderHttp.layer(settings.webhooks),
            WebhookSignature.layer
          )
        ),
        Layer.provideMerge(Layer.provideMerge(AuditedStores.layer, stores)),
        Layer.provideMerge(
          AuditLogSql.layer.pipe(
            Layer.provideMerge(AuditCryptoLive.layer(pepper, olderPeppers)),
            Layer.merge(AuditFile.layerPublisher(auditCheckpoints))
          )
        ),
        Layer.provideMerge(
          Layer.mergeAll(
            Database.layerSignals(settings),
            Database.layerState(settings),
            Database.layerCounters(settings)
          )
        ),
        Layer.provideMerge(KeyCheck.layer),
        Layer.provideMerge(Sealing.layer(ring, pepper, olderPeppers)),
        Layer.provideMerge(Database.layerShards(settings)),
        Layer.provideMerge(Database.layer(settings, folder)),
        DatabaseErrors.explainErrors(database)
      )
    })
  )
}

const driven = (settings: Settings) =>
  Layer.unwrap(
    Effect.map(DataFolder.prepare(settings), (folder) =>
      Layer.effectDiscard(Effect.flatten(Database.DataFolderRelease)).pipe(
        Layer.provideMerge(drivenIn(settings, folder)),
        Layer.provide(Database.layerDataFolderLock(settings, folder))
      )
    )
  )

/**
 * In modes that allow local addresses, a person's device may have any IP address, because developers and tests use
 * addresses of their own machine and addresses that are reserved for documentation.
 */
const personAddresses = ({ mode, usersPerPersonAddress }: Settings) =>
  PsuIpAddresses.make({
    isPossible: mode.allowsLocalAddresses ? () => true : IpAddressRange.isPublicIpString,
    canonical: IpAddressRange.canonicalizeAddress,
    maxUsers: usersPerPersonAddress
  })

const configured = (settings: Settings) =>
  Layer.mergeAll(
    Layer.succeed(Timeouts.Timeouts, settings.timeouts),
    MemoryBudgetsLive.layer,
    Layer.succeed(StartLimits.StartLimits, settings.startLimits),
    Layer.succeed(Retention.Retention, settings.retention),
    Layer.succeed(PsuIpAddresses.PsuIpAddresses, personAddresses(settings)),
    Layer.succeed(StartCheck.AllowsLoopbackReturnUrls, settings.mode.allowsLocalAddresses),
    Layer.succeed(StartCheck.LoginEnvironments, new Set(settings.mode.loginEnvironments))
  )

const useCases = OperatorLive.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      CollectionsLive.layer,
      CompaniesLive.layer,
      ConsentsLive.layer,
      EventsLive.layer,
      MonitorsLive.layer,
      pollsLayer,
      UsersLive.layer,
      ServiceGaugesLive.layer,
      WebhookEndpointsLive.layer
    )
  )
)

const publication = ({ publishesSuccessRates }: Settings) =>
  publishesSuccessRates ? SuccessRates.layerPublished : Layer.empty

const pages = Layer.merge(ConnectPagesLive.layer, ConnectSessionsLive.layer).pipe(Layer.provideMerge(useCases))

const maintenance = Layer.mergeAll(AvailabilityAnnouncements.layer, Processes.layer(Database.maintenanceTasks)).pipe(
  Layer.provide(MonitorsLive.layer)
)

/** Records the configuration that the service started with. Startup does not wait for this. */
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
  | Monitors
  | Operator
  | PeerCertificates
  | Polls
  | ReceiptSigner
  | Tokens
  | Users
  | ServiceGauges
  | WebhookEndpoints

export type StartupError =
  | DataFolder.DataFolderError
  | Layer.Error<ReturnType<typeof Database.layerDataFolderLock>>
  | OutboundTarget.InvalidTargetError

type HostServices = FileSystem.FileSystem | Path.Path | PublicUrlLive.ListenerPort

export const layer = (settings: Settings): Layer.Layer<ServedPorts, StartupError, HostServices> =>
  Layer.mergeAll(pages, maintenance, audited(settings)).pipe(
    Layer.provide(Layer.merge(publication(settings), CompanyUse.layer)),
    Layer.provideMerge(Layer.merge(Processes.runners, WebhookProcess.layer)),
    Layer.provide(CompanyFigures.layer),
    Layer.provideMerge(driven(settings)),
    Layer.provide(PublicUrlLive.layer(settings)),
    Layer.provide(configured(settings)),
    Layer.provideMerge(RandomPool.layer.pipe(Layer.provideMerge(NodeCrypto.layer)))
  )
