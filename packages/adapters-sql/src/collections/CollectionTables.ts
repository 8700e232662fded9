/** The tables of collections. */
import { Effect } from "effect"
import { createTables } from "../database/Dialect.ts"
import { whereUnfinished } from "../processes/ProcessRows.ts"
import { clientColumns, firstTextKeys } from "../sealing/KeyRotationColumn.ts"
import type { KeyRotationColumn } from "../sealing/KeyRotationColumn.ts"
import * as StoredRenewal from "../monitors/StoredRenewal.ts"
import * as Shapes from "./CollectionColumns.ts"
import * as OrderColumns from "./OrderColumns.ts"

const processes = createTables((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE collection (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES client (id),
    user_id TEXT REFERENCES app_user (id),
    connect_session_id TEXT,
    company TEXT NOT NULL,
    market TEXT NOT NULL,
    login_method TEXT NOT NULL,
    test ${count} NOT NULL DEFAULT 0,
    login_index ${bytes},
    products TEXT NOT NULL,
    status TEXT NOT NULL,
    revision ${count} NOT NULL,
    created_at ${millis} NOT NULL,
    status_changed_at ${millis} NOT NULL,
    ended_at ${millis},
    deadline ${millis} NOT NULL,
    authenticate_until ${millis},
    shard ${count} NOT NULL,
    due_at ${millis} NOT NULL,
    step ${count} NOT NULL,
    reference ${bytes},
    reference_index ${bytes},
    session_index ${bytes},
    shown ${bytes},
    placed_order ${bytes},
    session ${bytes},
    renewal ${bytes},
    leftovers ${bytes},
    pending ${bytes},
    pending_id TEXT,
    pending_type TEXT,
    pending_until ${millis},
    input ${bytes},
    answered_etags ${bytes},
    answered_questions ${bytes},
    visit ${bytes},
    proof ${bytes},
    identified ${count} NOT NULL DEFAULT 0,
    consent_id TEXT,
    consent_until ${millis},
    data_expired_at ${millis}
  ) ${strict}`,
  sql`CREATE INDEX collection_by_client ON collection (client_id, created_at DESC, id DESC)`,
  sql`CREATE INDEX collection_by_company ON collection (client_id, company, created_at DESC, id DESC)`,
  sql`CREATE INDEX collection_by_status ON collection (client_id, status, created_at DESC, id DESC)`,
  sql`CREATE INDEX collection_by_user ON collection (client_id, user_id, created_at DESC, id DESC)
    WHERE user_id IS NOT NULL`,
  sql`CREATE INDEX collection_by_connect_session ON collection
    (client_id, connect_session_id, created_at DESC, id DESC) WHERE connect_session_id IS NOT NULL`,
  sql`CREATE INDEX collection_by_reference ON collection (client_id, reference_index)
    WHERE reference_index IS NOT NULL`,
  sql`CREATE INDEX collection_by_session ON collection (client_id, session_index) WHERE session_index IS NOT NULL`,
  sql`CREATE INDEX collection_by_login ON collection (client_id, login_index) WHERE login_index IS NOT NULL`,
  sql`CREATE INDEX collection_by_consent ON collection (consent_id) WHERE consent_id IS NOT NULL`,
  sql`CREATE INDEX collection_by_consent_end ON collection (consent_until) WHERE consent_until IS NOT NULL`,
  sql`CREATE INDEX collection_due ON collection (due_at, id) WHERE ${sql.literal(whereUnfinished.collection)}`,
  sql`CREATE INDEX collection_running ON collection (client_id) WHERE ended_at IS NULL`,
  sql`CREATE INDEX collection_with_data ON collection (ended_at)
    WHERE ended_at IS NOT NULL AND data_expired_at IS NULL`,
  sql`CREATE INDEX collection_with_leftovers ON collection (ended_at)
    WHERE ended_at IS NOT NULL AND leftovers IS NOT NULL`,
  sql`CREATE INDEX collection_ended ON collection (ended_at) WHERE ended_at IS NOT NULL`
])

const results = createTables((sql, { bytes, count, millis, strict }) => [
  sql`CREATE TABLE collection_history (
    collection_id TEXT NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
    revision ${count} NOT NULL,
    status TEXT NOT NULL,
    at ${millis} NOT NULL,
    PRIMARY KEY (collection_id, revision)
  ) ${strict}`,
  sql`CREATE TABLE collection_data (
    collection_id TEXT NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
    product TEXT NOT NULL,
    records ${bytes} NOT NULL,
    PRIMARY KEY (collection_id, product)
  ) ${strict}`,
  sql`CREATE TABLE collection_document (
    id TEXT PRIMARY KEY,
    collection_id TEXT NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
    product TEXT NOT NULL,
    description ${bytes} NOT NULL,
    content ${bytes} NOT NULL
  ) ${strict}`,
  sql`CREATE INDEX collection_document_by_collection ON collection_document (collection_id)`
])

export const createCollectionTables = Effect.andThen(processes, results)

/** The batch size for rows that contain documents or records, each of which can take megabytes. */
const largeRows = 4

const ofCollection = { client: "c.client_id", batchSize: largeRows, startAfter: firstTextKeys } as const
const withCollection = (table: string) => `${table} t JOIN collection c ON c.id = t.collection_id`

const ofDocument = (column: string): KeyRotationColumn => ({
  ...ofCollection,
  table: "collection_document",
  column,
  from: withCollection("collection_document"),
  keys: ["t.id"],
  id: "t.id",
  name: `'${column}'`
})

export const sealedColumns: ReadonlyArray<KeyRotationColumn> = [
  ...clientColumns("collection", "id", {
    reference: Shapes.reference.name,
    shown: Shapes.shownInformation.name,
    placed_order: OrderColumns.order.name,
    session: Shapes.session.name,
    renewal: StoredRenewal.renewal.name,
    pending: Shapes.openQuestion.name,
    input: Shapes.input.name,
    answered_etags: Shapes.answeredEtags.name,
    answered_questions: Shapes.answeredQuestions.name,
    leftovers: OrderColumns.supersededCleanups.name,
    visit: Shapes.pageVisit.name,
    proof: Shapes.proof.name
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
  ofDocument(Shapes.documentDescription.name),
  ofDocument("content")
]
