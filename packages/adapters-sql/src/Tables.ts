/** All tables and sealed columns of the service, collected from the declarations in each folder. */
import { Effect, Layer } from "effect"
import * as AuditTables from "./audit/AuditTables.ts"
import * as CollectionTables from "./collections/CollectionTables.ts"
import * as CompanyFigureTables from "./companies/CompanyFigureTables.ts"
import * as ConnectTables from "./connect/ConnectTables.ts"
import * as ConsentTables from "./consents/ConsentTables.ts"
import { DatabaseSchema } from "./database/DatabaseSchema.ts"
import { compatibilityFunctions, createTables } from "./database/Dialect.ts"
import * as NodeTables from "./database/NodeTables.ts"
import * as EventTables from "./events/EventTables.ts"
import * as WebhookTables from "./events/WebhookTables.ts"
import * as MonitorTables from "./monitors/MonitorTables.ts"
import * as KeyTables from "./keys/KeyTables.ts"
import * as IdempotencyTables from "./idempotency/IdempotencyTables.ts"
import * as TaskTables from "./tasks/TaskTables.ts"
import * as UserTables from "./users/UserTables.ts"

/** Each table comes after the tables that it references. */
const allTables = Effect.all(
  [
    createTables(compatibilityFunctions),
    NodeTables.createNodeTables,
    KeyTables.createKeyTables,
    UserTables.createClientTables,
    UserTables.createUserTables,
    UserTables.createCertificateTables,
    ConnectTables.createConnectTables,
    CollectionTables.createCollectionTables,
    ConsentTables.createConsentTables,
    MonitorTables.createMonitorTables,
    CompanyFigureTables.createCompanyFigureTables,
    IdempotencyTables.createIdempotencyTables,
    EventTables.createEventTables,
    WebhookTables.createWebhookTables,
    AuditTables.createAuditTables,
    TaskTables.createTaskTables
  ],
  { discard: true }
)

/**
 * Never change a released migration. Until the first release, there is only one migration, which is edited in place.
 */
export const migrations = { "0001_tables": allTables }

/**
 * The sealed columns of all tables. Key rotation encrypts these again, so a column missing here would become
 * unreadable. A test compares this list with the tables.
 */
export const sealedColumns = [
  ...CollectionTables.sealedColumns,
  ...UserTables.sealedColumns,
  ...ConsentTables.sealedColumns,
  ...MonitorTables.sealedColumns,
  ...EventTables.sealedColumns,
  ...WebhookTables.sealedColumns,
  ...ConnectTables.sealedColumns,
  ...KeyTables.sealedColumns,
  ...AuditTables.sealedColumns
]

/**
 * The oldest release that can use these tables, identified by the number of its newest migration. A release that adds
 * migrations sets this to the previous release, and must not remove anything that the previous release uses.
 */
const oldest = 1

export const release = { migrations, oldest }

export const layer = Layer.succeed(DatabaseSchema, {
  release,
  sealedColumns,
  afterMigrations: EventTables.raiseBatches
})
