/** Converts rows of the table `collection` to views. */
import { PendingInput } from "@sheaf/domain/Collection"
import { CollectionStatus, isFinal } from "@sheaf/domain/CollectionStatus"
import { CompanyId } from "@sheaf/domain/Company"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Market } from "@sheaf/domain/Market"
import { Product } from "@sheaf/domain/Product"
import type { Renewal } from "@sheaf/domain/StartCollection"
import type {
  DataAccessState,
  HistoryEntry,
  CompanyCleanup,
  CollectionIdentity,
  PendingQuestion,
  CollectionRequest,
  DataConsent,
  StatusInformation,
  StatusObjectData,
  CollectionStatusView,
  StoreError,
  CollectionState,
  CollectionChange
} from "@sheaf/ports"
import { answerTypes } from "@sheaf/domain/SupplementInfo"
import { Effect, Schema, Struct } from "effect"
import { serviceTenant, undefinedIfEmpty } from "../sealing/ColumnSealer.ts"
import type { ColumnSealer, SealedRowId } from "../sealing/ColumnSealer.ts"
import { bytes, selectList } from "../database/Columns.ts"
import * as StoredRenewal from "../monitors/StoredRenewal.ts"
import * as Shapes from "./CollectionColumns.ts"
import * as OrderColumns from "./OrderColumns.ts"
import { insertClause, statement } from "../unitsOfWork/Statement.ts"

const Bytes = Schema.NullOr(bytes)
const Millis = Schema.NullOr(Schema.Finite)
const UserId = Schema.NullOr(Schema.String)
const ConnectSessionId = Schema.NullOr(Schema.String)

/** Stored if there is no login method, because the column is not nullable. */
export const noLoginMethod = ""

const IdentityRow = Schema.Struct({
  collectionId: Schema.String,
  clientId: Schema.String,
  company: CompanyId,
  market: Market,
  loginMethod: Schema.Literals([...LoginMethod.literals, noLoginMethod]),
  test: Schema.Finite,
  userId: UserId,
  connectSessionId: ConnectSessionId,
  status: CollectionStatus,
  revision: Schema.Finite,
  createdAt: Schema.Finite,
  statusChangedAt: Schema.Finite,
  products: Schema.String,
  reference: Bytes
})
type IdentityRow = typeof IdentityRow.Type

/** The open question. Its type is erased when the collection ends. */
const QuestionColumns = {
  pendingId: Schema.NullOr(Schema.String),
  pendingType: Schema.NullOr(PendingInput.fields.type),
  pendingUntil: Millis
}

export const StatusColumns = Schema.Struct({
  ...IdentityRow.fields,
  ...QuestionColumns,
  shown: Bytes
})

const StateRow = Schema.Struct({
  ...StatusColumns.fields,
  shard: Schema.Finite,
  deadline: Schema.Finite,
  authenticateUntil: Millis,
  dueAt: Schema.Finite,
  step: Schema.Finite,
  placedOrder: Bytes,
  session: Bytes,
  pending: Bytes,
  input: Bytes,
  answeredQuestions: Bytes,
  answeredEtags: Bytes,
  identified: Schema.Finite,
  leftovers: Bytes,
  visit: Bytes
})

const DataRow = Schema.Struct({
  ...Struct.pick(StatusColumns.fields, ["connectSessionId", "userId", "company", "status", "products"]),
  endedAt: Millis,
  dataExpiredAt: Millis,
  consentId: Schema.NullOr(Schema.String),
  consentUntil: Millis
})

/** The unencrypted columns of a collection that has not finished. */
export const OutlineColumns = Schema.Struct(
  Struct.pick(StateRow.fields, ["collectionId", "step", "revision", "status", "dueAt", "deadline"])
)

const decodeStatus = Schema.decodeUnknownSync(StatusColumns)
const decodeState = Schema.decodeUnknownSync(StateRow)
const decodeData = Schema.decodeUnknownSync(DataRow)

export const columns = {
  status: selectList(StatusColumns, "collectionId"),
  state: selectList(StateRow, "collectionId"),
  data: selectList(DataRow)
}

/** Includes everything about an open question except its encrypted text. */
export const openQuestionColumns = (pending: PendingQuestion | undefined) => ({
  pending_id: pending?.inputId ?? null,
  pending_type: pending === undefined ? null : answerTypes[pending.question.kind],
  pending_until: pending?.until ?? null
})

/** The columns to clear when a collection ends. An open question keeps its id and deadline. */
export const columnsErasedAtEnd = {
  placed_order: null,
  session: null,
  pending: null,
  pending_type: null,
  session_index: null,
  login_index: null
}

const knownProducts: ReadonlyArray<string> = Product.literals
const isProduct = (text: string): text is Product => knownProducts.includes(text)

export const formatProducts = (products: ReadonlyArray<Product>): string => products.join(",")
export const parseProducts = (text: string): ReadonlyArray<Product> => text.split(",").filter(isProduct)

export const sealedRowIdOf = (row: { readonly clientId: string; readonly collectionId: string }): SealedRowId => ({
  clientId: row.clientId,
  id: row.collectionId
})

const documentIndex = (sealed: ColumnSealer, collectionId: string, documentId: string) =>
  sealed.blindIndex("document", serviceTenant, `${collectionId}/${documentId}`)

/**
 * Returns the key of a document's row: a keyed hash of the collection's id and the document's id. The document's id
 * alone is not enough, because later collections give the same document the same id. Without the hash, such a repeated
 * id would reveal which collections belong to the same person.
 */
export const documentKey = (sealed: ColumnSealer, collectionId: string, documentId: string): string =>
  documentIndex(sealed, collectionId, documentId).written.text

/** Returns the keys under which a document's row can be stored: first the current one, then those for older peppers. */
export const documentKeys = (sealed: ColumnSealer, collectionId: string, documentId: string): ReadonlyArray<string> =>
  documentIndex(sealed, collectionId, documentId).texts

const entryOf = (collectionId: string, { at, revision, status }: HistoryEntry) => ({
  collection_id: collectionId,
  revision,
  status,
  at
})

/**
 * Adds entries to a collection's history. Steps that clients cannot see need no entry, because they do not change the
 * revision.
 */
export const appendHistory = (collectionId: string, first: HistoryEntry, ...more: ReadonlyArray<HistoryEntry>) =>
  statement`INSERT INTO collection_history
    ${insertClause(entryOf(collectionId, first), ...more.map((entry) => entryOf(collectionId, entry)))}
    ON CONFLICT DO NOTHING`.unread

/** Copies each member by hand, because every poll runs this code and a rest pattern is much slower. */
const withoutReference = (row: IdentityRow): Omit<CollectionStatusView, "shown"> => ({
  collectionId: row.collectionId,
  clientId: row.clientId,
  company: row.company,
  market: row.market,
  status: row.status,
  revision: row.revision,
  createdAt: row.createdAt,
  statusChangedAt: row.statusChangedAt,
  products: parseProducts(row.products),
  ...(row.loginMethod !== noLoginMethod && { loginMethod: row.loginMethod }),
  ...(row.test !== 0 && { test: true }),
  ...(row.userId !== null && { userId: row.userId }),
  ...(row.connectSessionId !== null && { connectSessionId: row.connectSessionId })
})

export const blindIndexOfReference = (sealed: ColumnSealer, clientId: string, externalReference: string | undefined) =>
  externalReference === undefined ? undefined : sealed.blindIndex(Shapes.reference.name, clientId, externalReference)

export const referencesOf = ({ attributes, clientReference }: CollectionIdentity) =>
  undefinedIfEmpty({ ...(attributes && { attributes }), ...(clientReference !== undefined && { clientReference }) })

interface Opened extends Pick<CollectionIdentity, "attributes" | "clientReference"> {
  readonly shown: StatusInformation
}

const nothing: Opened = { shown: {} }

export const openStatusColumns = (
  sealed: ColumnSealer,
  row: Pick<typeof StatusColumns.Type, "clientId" | "collectionId" | "reference" | "shown">
): Effect.Effect<Opened, StoreError> => {
  const at = sealedRowIdOf(row)
  if (row.shown === null && row.reference === null) return Effect.succeed(nothing)
  // Avoids a generator, which would make polls 20% slower.
  return Effect.flatMap(sealed.openOptional(Shapes.shownInformation, at, row.shown), (shown = nothing.shown) =>
    row.reference === null
      ? Effect.succeed({ shown })
      : Effect.map(sealed.open(Shapes.reference, at, row.reference), (references) => ({ ...references, shown }))
  )
}

/** Returns nothing if the row was written by a version without question ids. */
export const openQuestionOf = ({
  pendingId: inputId,
  pendingType: type,
  pendingUntil: until
}: Pick<typeof StatusColumns.Type, keyof typeof QuestionColumns>): Pick<StatusObjectData, "openQuestion"> =>
  inputId === null || type === null || until === null ? {} : { openQuestion: { inputId, type, until } }

export const toStatusView = (sealed: ColumnSealer, row: unknown): Effect.Effect<CollectionStatusView, StoreError> => {
  const decoded = decodeStatus(row)
  return Effect.map(openStatusColumns(sealed, decoded), (values) => ({
    ...withoutReference(decoded),
    ...openQuestionOf(decoded),
    ...values
  }))
}

/** Omits fields that cannot be decrypted, so that one bad row does not break the whole list. */
export const toListItem = (sealed: ColumnSealer, row: unknown): Effect.Effect<CollectionStatusView> =>
  Effect.catchTag(toStatusView(sealed, row), "StoreError", () => {
    const decoded = decodeStatus(row)
    return Effect.succeed({ ...withoutReference(decoded), ...openQuestionOf(decoded), shown: {} })
  })

export const toCollectionState = Effect.fnUntraced(function* (sealed: ColumnSealer, row: unknown) {
  const decoded = decodeState(row)
  const { authenticateUntil, pendingUntil: until } = decoded
  const inputId = decoded.pendingId ?? decoded.collectionId
  const at = sealedRowIdOf(decoded)
  const order = yield* sealed.openOptional(OrderColumns.order, at, decoded.placedOrder)
  const cleanups = yield* sealed.openOptional(OrderColumns.supersededCleanups, at, decoded.leftovers)
  const session = yield* sealed.openOptional(Shapes.session, at, decoded.session)
  const visit = yield* sealed.openOptional(Shapes.pageVisit, at, decoded.visit)
  const question = yield* sealed.openOptional(Shapes.openQuestion, at, decoded.pending)
  const view: CollectionState = {
    ...(yield* toStatusView(sealed, row)),
    ...Struct.pick(decoded, ["deadline", "dueAt", "shard", "step"]),
    ...(order !== undefined && { order }),
    ...(session !== undefined && { session: session.text }),
    ...(session?.once && { once: session.once }),
    ...(until !== null &&
      (question === undefined ? { lapsed: { inputId, until } } : { pending: { inputId, question, until } })),
    answeredQuestions: (yield* sealed.openOptional(Shapes.answeredQuestions, at, decoded.answeredQuestions)) ?? [],
    answers: (yield* sealed.openOptional(Shapes.input, at, decoded.input)) ?? [],
    answeredEtags: (yield* sealed.openOptional(Shapes.answeredEtags, at, decoded.answeredEtags)) ?? [],
    identified: decoded.identified !== 0,
    ...(authenticateUntil !== null && { authenticateUntil }),
    ...(cleanups !== undefined && { cleanups }),
    ...(visit !== undefined && { visit })
  }
  return view
})

/** The collection's data is erased when the consent in these columns ends. */
export const consentColumns = (order: CollectionRequest) => ({
  consent_id: order._tag === "StoredConsent" ? order.consent.consentId : null,
  consent_until:
    order._tag === "Login" && order.oneTimeConsent !== undefined
      ? Date.parse(ConsentScope.expirationOf(order.oneTimeConsent.validUntil))
      : null
})

const readUnder = ({ consentId, consentUntil }: typeof DataRow.Type): DataConsent | undefined => {
  if (consentId !== null) return { _tag: "StoredConsent", consentId }
  return consentUntil === null ? undefined : { _tag: "OneTimeConsent", until: consentUntil }
}

export const toDataFacts = (row: unknown): DataAccessState => {
  const decoded = decodeData(row)
  const { company, connectSessionId, dataExpiredAt, endedAt, products, status, userId } = decoded
  const under = readUnder(decoded)
  return {
    ...(userId !== null && { userId }),
    ...(connectSessionId !== null && { connectSessionId }),
    company,
    status,
    products: parseProducts(products),
    ...(endedAt !== null && { endedAt }),
    expired: dataExpiredAt !== null,
    ...(dataExpiredAt !== null && { erasedAt: dataExpiredAt }),
    ...(under !== undefined && { under })
  }
}

const RenewalRow = Schema.Struct({
  collectionId: Schema.String,
  clientId: Schema.String,
  renewal: bytes
})
const decodeRenewal = Schema.decodeUnknownSync(RenewalRow)

/** Decrypts what a later collection needs to continue in this collection's session. */
export const toRenewal = (sealed: ColumnSealer, row: unknown): Effect.Effect<Renewal, StoreError> => {
  const { renewal, ...key } = decodeRenewal(row)
  return sealed.open(StoredRenewal.renewal, sealedRowIdOf(key), renewal)
}

/**
 * Returns `undefined` for an empty list, because a row with a stored list counts as having cleanups to do, even if the
 * list is empty.
 */
export const undefinedIfNone = (cleanups: ReadonlyArray<CompanyCleanup> = []) =>
  cleanups.length === 0 ? undefined : cleanups

const sessionOf = ({ once, session: text }: CollectionChange): Shapes.StoredConnectorSession | undefined =>
  text === undefined ? undefined : { text, ...(once !== undefined && { once }) }

/**
 * Returns the encrypted columns that a recorded step writes. `step` is the number of steps so far, including this one.
 */
export const stepColumns = Effect.fnUntraced(function* (
  sealed: ColumnSealer,
  at: SealedRowId,
  step: number,
  change: CollectionChange
) {
  const ended = isFinal(change.status)
  const status: string = change.status
  return {
    status,
    revision: change.revision,
    status_changed_at: change.statusChangedAt,
    ended_at: ended ? change.at : null,
    authenticate_until: change.authenticateUntil ?? null,
    due_at: change.pending?.until ?? change.dueAt ?? change.at,
    step,
    shown: yield* sealed.sealOptional(Shapes.shownInformation, at, undefinedIfEmpty(change.shown)),
    session: yield* sealed.sealOptional(Shapes.session, at, sessionOf(change)),
    pending: yield* sealed.sealOptional(Shapes.openQuestion, at, change.pending?.question),
    input: null,
    leftovers: yield* sealed.sealOptional(OrderColumns.supersededCleanups, at, undefinedIfNone(change.cleanups)),
    visit: yield* sealed.sealOptional(Shapes.pageVisit, at, change.visit),
    identified: change.identified ? 1 : 0,
    ...(change.proof && { proof: yield* sealed.seal(Shapes.proof, at, change.proof) }),
    ...(ended
      ? { ...columnsErasedAtEnd, renewal: yield* sealed.sealOptional(StoredRenewal.renewal, at, change.renewal) }
      : openQuestionColumns(change.pending))
  }
})
