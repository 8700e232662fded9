/** Reads and lists collections. A status poll gets everything it needs from a single statement. */
import type { CollectionListQuery, CollectionStore, HistoryEntry, StoreError, PolledCollection } from "@sheaf/ports"
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { Effect, Option, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import * as Row from "./CollectionRow.ts"
import * as ListPages from "../processes/ListPages.ts"
import { PointReads } from "../database/PointReads.ts"
import * as Shapes from "./CollectionColumns.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { RowBinding } from "../sealing/RowBinding.ts"
import { bytes, selectList } from "../database/Columns.ts"
import type { PointReadRow } from "../database/PointReads.ts"
import * as ApiKeyRow from "../auth/ApiKeyRow.ts"
import { noLoginMethod, openStatusColumns, openQuestionOf, parseProducts, StatusColumns } from "./CollectionRow.ts"
import type { SealedColumn, ColumnSealer, SealedRowId } from "../sealing/ColumnSealer.ts"

const HistoryRows = Schema.Array(
  Schema.Struct({ revision: Schema.Finite, status: CollectionStatus, at: Schema.Finite })
)
const DataRow = Schema.Struct({ clientId: Schema.String, id: Schema.String, records: bytes })
const DocumentRow = Schema.Struct({
  clientId: Schema.String,
  id: Schema.String,
  description: bytes,
  content: bytes
})

const ProofRow = Schema.Struct({
  clientId: Schema.String,
  id: Schema.String,
  proof: Schema.NullOr(bytes)
})

const decodeProof = Schema.decodeUnknownSync(ProofRow)
const decodeHistory = Schema.decodeUnknownSync(HistoryRows)
const decodeData = Schema.decodeUnknownSync(DataRow)
const decodeDocument = Schema.decodeUnknownSync(DocumentRow)

type Store = CollectionStore["Service"]

const renewalLookup = (points: PointReads["Service"], sealed: ColumnSealer) => {
  const renewalByKey = points.prepare(
    "read renewal",
    `SELECT id AS "collectionId", client_id AS "clientId", renewal FROM collection
     WHERE id = ? AND client_id = ? AND renewal IS NOT NULL`,
    (row) => Row.toRenewal(sealed, row)
  )
  const renewal: Store["renewal"] = (clientId, collectionId) => renewalByKey(collectionId, clientId)
  return { renewal }
}

const dataLookup = Effect.fnUntraced(function* (sealed: ColumnSealer) {
  const points = yield* PointReads
  const dataFactsByKey = points.prepare(
    "read data",
    `SELECT ${Row.columns.data} FROM collection WHERE id = ? AND client_id = ?`,
    (row) => Effect.succeed(Row.toDataFacts(row))
  )

  const records = <A, B>(
    { name }: SealedColumn<A>,
    open: (at: SealedRowId, bytes: Uint8Array) => Effect.Effect<B, StoreError>
  ) => {
    const byKey = points.prepare(
      "read data",
      `SELECT c.client_id AS "clientId", c.id, d.records
       FROM collection_data d JOIN collection c ON c.id = d.collection_id
       WHERE d.collection_id = ? AND d.product = ?`,
      (row) => {
        const { records: bytes, ...at } = decodeData(row)
        return open(at, bytes)
      }
    )
    return (collectionId: string) => byKey(collectionId, name)
  }
  const values = <A>(column: SealedColumn<A>) => records(column, (at, bytes) => sealed.open(column, at, bytes))
  const json = <A>(column: SealedColumn<A>) => records(column, (at, bytes) => sealed.openJson(column, at, bytes))
  const jsonOf = { INSURANCE: json(Shapes.records.INSURANCE), WEALTH: json(Shapes.records.WEALTH) }

  // Older rows use the document's id as their key.
  const documentByKey = points.prepare(
    "read document",
    `SELECT c.client_id AS "clientId", d.id, d.description, d.content
     FROM collection_document d JOIN collection c ON c.id = d.collection_id
     WHERE d.id IN (?, ?) AND d.collection_id = ? AND d.product = ?`,
    Effect.fnUntraced(function* (row) {
      const { content, description, ...at } = decodeDocument(row)
      return {
        ...(yield* sealed.open(Shapes.documentDescription, at, description)),
        bytes: yield* sealed.openBytes("content", at, content)
      }
    })
  )

  const proofByKey = points.prepareOption(
    "read proof",
    `SELECT client_id AS "clientId", id, proof FROM collection WHERE id = ?`,
    (row) => {
      const { proof, ...at } = decodeProof(row)
      return proof === null ? Effect.succeedNone : Effect.asSome(sealed.open(Shapes.proof, at, proof))
    }
  )

  return {
    ...renewalLookup(points, sealed),
    proof: (collectionId) => proofByKey(collectionId),
    dataFacts: (clientId, collectionId) => dataFactsByKey(collectionId, clientId),
    insuranceData: values(Shapes.records.INSURANCE),
    wealthData: values(Shapes.records.WEALTH),
    dataJson: (collectionId, product) => jsonOf[product](collectionId),
    document: Effect.fnUntraced(function* (collectionId, product, documentId) {
      for (const key of Row.documentKeys(sealed, collectionId, documentId)) {
        const found = yield* documentByKey(key, documentId, collectionId, product)
        if (Option.isSome(found)) return Option.some({ ...found.value, documentId, product })
      }
      return Option.none()
    })
  } satisfies Partial<Store>
})

const processLookup = Effect.fnUntraced(function* (sealed: ColumnSealer) {
  const sql = yield* SqlClient.SqlClient
  const points = yield* PointReads

  const statusByKey = points.prepare(
    "read status",
    `SELECT ${Row.columns.status} FROM collection WHERE id = ? AND client_id = ?`,
    (row) => Row.toStatusView(sealed, row)
  )
  const page = (query: CollectionListQuery) => {
    const reference = Row.blindIndexOfReference(sealed, query.clientId, query.externalReference)
    return ListPages.selectPage(sql, { name: "collection", columns: Row.columns.status }, query, {
      ...(reference && { all: [sql.in("reference_index", reference.all)], index: "reference" })
    })
  }

  return {
    status: (clientId, collectionId) => statusByKey(collectionId, clientId),
    loadState: points.prepare("read collection", `SELECT ${Row.columns.state} FROM collection WHERE id = ?`, (row) =>
      Row.toCollectionState(sealed, row)
    ),
    list: (query) =>
      page(query).pipe(
        mapToStoreError("list collections"),
        Effect.flatMap((rows) => Effect.forEach(rows, (row) => Row.toListItem(sealed, row)))
      ),
    history: (collectionId) =>
      sql`SELECT revision, status, at FROM collection_history WHERE collection_id = ${collectionId} ORDER BY revision`.pipe(
        mapToStoreError("read history"),
        Effect.map((rows): ReadonlyArray<HistoryEntry> => decodeHistory(rows))
      )
  } satisfies Partial<Store>
})

export const make = Effect.fnUntraced(function* (sealed: ColumnSealer) {
  return { ...(yield* processLookup(sealed)), ...(yield* dataLookup(sealed)) } satisfies Partial<Store>
})

const PollRow = Schema.Struct({
  ...Struct.pick(StatusColumns.fields, [
    "collectionId",
    "clientId",
    "userId",
    "connectSessionId",
    "company",
    "loginMethod",
    "test",
    "status",
    "revision",
    "createdAt",
    "statusChangedAt",
    "products",
    "reference",
    "shown",
    "pendingId",
    "pendingType",
    "pendingUntil"
  ]),
  environment: Schema.Literals(["test", "production"]),
  requiresMutualTls: Schema.Finite,
  ...ApiKeyRow.KeyColumns.fields
})

const decodePoll = Schema.decodeUnknownSync(PollRow)

const clientColumns = "environment, requires_mutual_tls, key_row"

const selectPolled = (client: string) =>
  `SELECT ${selectList(PollRow, "collectionId")} FROM (${client}) o JOIN collection ON client_id = owner WHERE id = ?`

const withKey = `SELECT owner, ${clientColumns} FROM ${ApiKeyRow.unrevokedKeySql} k JOIN client ON client.id = owner`

const withoutKey = `SELECT id AS owner, environment, requires_mutual_tls, NULL AS key_row
  FROM client WHERE id = ?`

export const makePoll = Effect.fnUntraced(function* (sealed: ColumnSealer) {
  const points = yield* PointReads
  const keyOf = ApiKeyRow.makeKeyReader(yield* RowBinding)
  const view = (row: PointReadRow): Effect.Effect<Option.Option<PolledCollection>, StoreError> => {
    const facts = decodePoll(row)
    const { fault, keyLimits } = keyOf(facts.clientId, facts)
    if (fault !== undefined) return Effect.as(fault, Option.none())
    // Copies each member by hand, as in CollectionRow, because that is faster.
    const polled: PolledCollection = {
      collectionId: facts.collectionId,
      company: facts.company,
      status: facts.status,
      revision: facts.revision,
      createdAt: facts.createdAt,
      statusChangedAt: facts.statusChangedAt,
      products: parseProducts(facts.products),
      ...(facts.loginMethod !== noLoginMethod && { loginMethod: facts.loginMethod }),
      ...(facts.test !== 0 && { test: true }),
      ...(facts.userId !== null && { userId: facts.userId }),
      ...(facts.connectSessionId !== null && { connectSessionId: facts.connectSessionId }),
      shown: {},
      ...openQuestionOf(facts),
      client: {
        id: facts.clientId,
        environment: facts.environment,
        requiresMutualTls: facts.requiresMutualTls !== 0,
        ...(keyLimits && { keyLimits })
      }
    }
    if (facts.shown === null && facts.reference === null) return Effect.succeedSome(polled)
    return Effect.map(openStatusColumns(sealed, facts), (values) => Option.some({ ...polled, ...values }))
  }
  const byHash = points.prepareOption("poll", selectPolled(withKey), view)
  const byClient = points.prepareOption("poll", selectPolled(withoutKey), view)
  const poll: CollectionStore["Service"]["poll"] = (key, collectionId) =>
    key._tag === "Hash" ? byHash(key.hash, collectionId) : byClient(key.clientId, collectionId)
  return poll
})
