/** Provides all stores of personal data, for commands that change or export data and record that in the audit log. */
import { AuditedStores } from "@sheaf/application"
import {
  AuditLogSql,
  CertificateStoreSql,
  ClientStoreSql,
  CollectionStoreSql,
  ConnectSessionStoreSql,
  ConsentStoreSql,
  EventStoreSql,
  KeyCheck,
  IdempotencyKeyStoreSql,
  MonitorStoreSql,
  SigningKeyStoreSql,
  UserStoreSql,
  WebhookEndpointStoreSql
} from "@sheaf/adapters-sql"
import type {
  AuditCrypto,
  AuditLog,
  CertificateStore,
  ChangeSignals,
  ClientStore,
  CollectionStore,
  ConnectSessionStore,
  ConsentStore,
  EventStore,
  IdempotencyKeyStore,
  MonitorStore,
  Sealer,
  SigningKeyStore,
  UserStore,
  WebhookEndpointStore
} from "@sheaf/ports"
import { Layer } from "effect"
import type * as DataFolder from "../../config/DataFolder.ts"

const unaudited: Layer.Layer<
  | CertificateStore
  | ClientStore
  | CollectionStore
  | ConnectSessionStore
  | ConsentStore
  | EventStore
  | IdempotencyKeyStore
  | MonitorStore
  | SigningKeyStore
  | UserStore
  | WebhookEndpointStore,
  DataFolder.DataFolderError,
  ChangeSignals | Sealer | Layer.Services<typeof CertificateStoreSql.layer>
> = Layer.mergeAll(
  CertificateStoreSql.layer,
  ClientStoreSql.layer,
  CollectionStoreSql.layer,
  ConnectSessionStoreSql.layer,
  ConsentStoreSql.layer,
  EventStoreSql.layer,
  IdempotencyKeyStoreSql.layer,
  MonitorStoreSql.layer,
  SigningKeyStoreSql.layer,
  UserStoreSql.layer,
  WebhookEndpointStoreSql.layer
)

/** First checks the database's keys against the configured ones. */
export const layer: Layer.Layer<
  AuditLog | Layer.Success<typeof unaudited>,
  DataFolder.DataFolderError,
  AuditCrypto | Layer.Services<typeof KeyCheck.layer> | Layer.Services<typeof unaudited>
> = AuditedStores.userDataStores.pipe(
  Layer.provideMerge(unaudited),
  Layer.provideMerge(AuditLogSql.layer),
  Layer.provide(KeyCheck.layer)
)
