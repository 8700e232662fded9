/** The tables of the service. Until the first release, the one migration is edited; a released migration never changes. */
import * as AuditTables from "./audit/AuditTables.ts"
import { functions, tables } from "./database/Dialect.ts"
import { migrateTo, newestOf } from "./database/Releases.ts"
import type { Release } from "./database/Releases.ts"
import * as CollectionTables from "./collections/CollectionTables.ts"
import * as ConnectTables from "./connect/ConnectTables.ts"
import * as ConsentTables from "./consents/ConsentTables.ts"
import * as EventTables from "./events/EventTables.ts"
import * as WebhookTables from "./events/WebhookTables.ts"
import * as NodeTables from "./database/NodeTables.ts"
import * as RequestTables from "./requests/RequestTables.ts"
import * as TaskTables from "./tasks/TaskTables.ts"
import * as UserTables from "./users/UserTables.ts"
import { Effect } from "effect"

const keys = tables((sql, { bytes, count, strict }) => [
  sql`CREATE TABLE key_check (
    id ${count} PRIMARY KEY,
    sealed ${bytes} NOT NULL,
    blind ${bytes} NOT NULL
  ) ${strict}`,
  sql`CREATE TABLE service_secret (
    name TEXT PRIMARY KEY,
    sealed ${bytes} NOT NULL
  ) ${strict}`
])

/** All tables, in the order of their references. */
const allTables = Effect.all(
  [
    tables(functions),
    NodeTables.nodes,
    keys,
    UserTables.clients,
    UserTables.users,
    UserTables.certificates,
    ConnectTables.connectSessions,
    CollectionTables.collections,
    ConsentTables.consents,
    RequestTables.requestKeys,
    EventTables.events,
    WebhookTables.webhooks,
    AuditTables.auditLog,
    TaskTables.tasks
  ],
  { discard: true }
)

export const migrations = { "0001_tables": allTables }

/**
 * The oldest release that can use the tables. It is the newest migration of the previous release. Raise it when a release
 * adds migrations, and remove nothing that this older release uses.
 */
const oldest = 1

/** This release. */
const release: Release = { migrations, oldest }

/** The number of the newest migration. */
export const newest = newestOf(release)

/** Runs all migrations that have not run yet. */
export const migrate = migrateTo(release)
