/** Gives each suite its own database file and stores with real sealing. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { ApiKeysLive, AuditCryptoLive, Sealing } from "@sheaf/adapters-security"
import { Context, Effect, FileSystem, Layer, Redacted } from "effect"
import {
  AuditLogSql,
  AvailabilityStoreSql,
  CertificateStoreSql,
  ChangeSignalsLocal,
  ClientStoreSql,
  CollectionStoreSql,
  CompanyFigureStoreSql,
  ConnectSessionStoreSql,
  ConsentStoreSql,
  DueProcessesSql,
  EventStoreSql,
  RecordIdsSql,
  IdempotencyKeyStoreSql,
  MonitorStoreSql,
  SigningKeyStoreSql,
  ServiceSampleStoreSql,
  StoryStoreSql,
  TaskStoreSql,
  Sqlite,
  UserStoreSql,
  WebhookDeliveryStoreSql,
  WebhookEndpointStoreSql
} from "../src/index.ts"

export class DatabaseFile extends Context.Service<DatabaseFile, string>()("@sheaf/adapters-sql/test/DatabaseFile") {}

export const file = Layer.effect(
  DatabaseFile,
  Effect.gen(function* () {
    const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "sheaf-sql-" })
    return `${folder}/sheaf.db`
  })
).pipe(Layer.provide(NodeFileSystem.layer))

export const layer = Layer.unwrap(Effect.map(DatabaseFile, Sqlite.layer)).pipe(Layer.provideMerge(file))

const pepper = Redacted.make(new Uint8Array(32).fill(9))

const key = { id: "2026", bytes: Redacted.make(new Uint8Array(32).fill(7)) }

export const sealing = Sealing.layer({ current: key, all: [key] }, pepper).pipe(
  Layer.provide(NodeCrypto.layer),
  Layer.merge(AuditCryptoLive.layer(pepper))
)

export const apiKeys = ApiKeysLive.layer(pepper).pipe(Layer.provide(NodeCrypto.layer))

export const sqlStores = Layer.mergeAll(
  AuditLogSql.layer,
  AvailabilityStoreSql.layer,
  CollectionStoreSql.layer,
  CompanyFigureStoreSql.layer,
  DueProcessesSql.layer,
  ClientStoreSql.layer,
  CertificateStoreSql.layer,
  UserStoreSql.layer,
  ConnectSessionStoreSql.layer,
  ConsentStoreSql.layer,
  EventStoreSql.layer,
  IdempotencyKeyStoreSql.layer,
  MonitorStoreSql.layer,
  SigningKeyStoreSql.layer,
  ServiceSampleStoreSql.layer,
  StoryStoreSql.layer,
  TaskStoreSql.layer,
  WebhookDeliveryStoreSql.layer,
  WebhookEndpointStoreSql.layer
)

export const everyStore = sqlStores.pipe(Layer.provideMerge(ChangeSignalsLocal.layer))

export const recordIds = RecordIdsSql.layer.pipe(Layer.provide(NodeCrypto.layer))

export type Stores = Layer.Success<typeof everyStore> | Layer.Services<typeof everyStore>

export const stores = everyStore.pipe(Layer.provideMerge(Layer.mergeAll(layer, sealing)))
