/**
 * Every sealed column of every table. Key rotation seals these columns again, so a column that is missing here would
 * become unreadable. A test compares the list with the tables.
 */
import * as AuditTables from "./audit/AuditTables.ts"
import * as Shapes from "./collections/CollectionShapes.ts"
import * as OrderShape from "./collections/OrderShape.ts"
import * as ConnectSessionRow from "./connect/ConnectSessionRow.ts"
import * as ConsentShapes from "./consents/ConsentShapes.ts"
import { serviceTenant } from "./sealed/SealedColumns.ts"

/** A sealed column, with the SQL for the place to which its values are bound. */
export interface SealedTableColumn {
  readonly table: string
  readonly column: string
  /** The table, and the table that knows its client. The sealed table is `t`. */
  readonly from: string
  /** One or two columns that identify a row. */
  readonly keys: readonly [string] | readonly [string, string]
  /** A value of these columns before all rows. */
  readonly first: readonly [string, string] | readonly [number, number]
  /** The SQL for the client's id, for the record's id, and for the column's name in the encryption. */
  readonly client: string
  readonly id: string
  readonly name: string
  /** The number of rows to seal at a time. */
  readonly atOnce: number
}

const usual = 100

const ofTexts = ["", ""] as const

/** The number of rows with files or records, which can have megabytes. */
const ofLargeRows = 4

/** Columns of a table that has the client's id. `names` are the columns' names in the encryption. */
const ofClients = (table: string, id: string, names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([column, name]): SealedTableColumn => ({
    table,
    column,
    from: `${table} t`,
    keys: [`t.${id}`],
    first: ofTexts,
    client: "t.client_id",
    id: `t.${id}`,
    name: `'${name}'`,
    atOnce: usual
  }))

const ofCollection = { client: "c.client_id", atOnce: ofLargeRows, first: ofTexts } as const
const withCollection = (table: string) => `${table} t JOIN collection c ON c.id = t.collection_id`

const ofDocument = (column: string): SealedTableColumn => ({
  ...ofCollection,
  table: "collection_document",
  column,
  from: withCollection("collection_document"),
  keys: ["t.id"],
  id: "t.id",
  name: `'${column}'`
})

const ofService = (table: string, column: string, id: string, name: string): SealedTableColumn => ({
  table,
  column,
  from: `${table} t`,
  keys: [`t.${id}`],
  first: ofTexts,
  client: `'${serviceTenant}'`,
  id: `t.${id}`,
  name: `'${name}'`,
  atOnce: usual
})

export const all: ReadonlyArray<SealedTableColumn> = [
  ...ofClients("collection", "id", {
    reference: Shapes.reference.name,
    shown: Shapes.shown.name,
    placed_order: OrderShape.order.name,
    session: Shapes.session.name,
    pending: Shapes.pending.name,
    input: Shapes.input.name,
    answered_etags: Shapes.answeredEtags.name,
    answered_questions: Shapes.answeredQuestions.name,
    leftovers: OrderShape.leftovers.name,
    visit: Shapes.visit.name
  }),
  {
    ...ofCollection,
    table: "collection_data",
    column: "records",
    from: withCollection("collection_data"),
    keys: ["t.collection_id", "t.product"],
    id: "t.collection_id",
    name: "t.product"
  },
  ofDocument(Shapes.description.name),
  ofDocument("content"),
  ...ofClients("app_user", "id", { external_id: "external_id" }),
  ...ofClients("consent", "id", {
    scope: ConsentShapes.scope.name,
    shown: ConsentShapes.shown.name,
    progress: ConsentShapes.progress.name,
    return_to: ConsentShapes.returnTo.name
  }),
  ...ofClients("event", "event_id", { facts: "facts" }).map((column) => ({
    ...column,
    keys: ["t.client_id", "t.event_id"] as const
  })),
  ...ofClients("webhook_endpoint", "id", { settings: "settings" }),
  ...ofClients("connect_session", "id", {
    terms: ConnectSessionRow.terms.name,
    progress: ConnectSessionRow.progress.name
  }),
  ofService("signing_key", "jwk", "id", "jwk"),
  ofService("service_secret", "sealed", "name", "secret"),
  {
    ...ofService("audit_record", "address", "seq", "address"),
    keys: ["t.chain", "t.seq"],
    id: AuditTables.idOf,
    first: [-1, -1]
  }
]
