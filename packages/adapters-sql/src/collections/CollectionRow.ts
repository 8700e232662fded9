/** A row of the table `collection`, and the views of a collection that are made of it. */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { CompanyId } from "@sheaf/domain/Company"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Market } from "@sheaf/domain/Market"
import { Product } from "@sheaf/domain/Product"
import type { CollectionHead, DataHead, Shown, StatusView, StoreError, Work } from "@sheaf/ports"
import { Effect, Schema } from "effect"
import type { SealedColumns, SealedRow } from "../sealed/SealedColumns.ts"
import { selected } from "../sqlite/Columns.ts"
import * as Shapes from "./CollectionShapes.ts"
import * as OrderShape from "./OrderShape.ts"

const Bytes = Schema.NullOr(Schema.Uint8Array)
const Millis = Schema.NullOr(Schema.Finite)
const UserId = Schema.NullOr(Schema.String)

/** In the column of a collection without a login method, which was made when each had one. */
export const noLoginMethod = ""

const HeadRow = Schema.Struct({
  collectionId: Schema.String,
  clientId: Schema.String,
  company: CompanyId,
  market: Market,
  loginMethod: Schema.Literals([...LoginMethod.literals, noLoginMethod]),
  userId: UserId,
  status: CollectionStatus,
  revision: Schema.Finite,
  createdAt: Schema.Finite,
  statusChangedAt: Schema.Finite,
  reference: Bytes
})
type HeadRow = typeof HeadRow.Type

const StatusRow = Schema.Struct({ ...HeadRow.fields, products: Schema.String, shown: Bytes })

const WorkRow = Schema.Struct({
  ...StatusRow.fields,
  deadline: Schema.Finite,
  authenticateUntil: Millis,
  dueAt: Schema.Finite,
  step: Schema.Finite,
  placedOrder: Bytes,
  session: Bytes,
  pending: Bytes,
  pendingUntil: Millis,
  input: Bytes,
  answeredEtags: Bytes,
  identified: Schema.Finite
})

const DataRow = Schema.Struct({
  userId: UserId,
  company: CompanyId,
  status: CollectionStatus,
  products: Schema.String,
  dataExpiredAt: Millis
})

const decodeHead = Schema.decodeUnknownSync(HeadRow)
const decodeStatus = Schema.decodeUnknownSync(StatusRow)
const decodeWork = Schema.decodeUnknownSync(WorkRow)
const decodeData = Schema.decodeUnknownSync(DataRow)

/** What each view selects. */
export const columns = {
  head: selected(HeadRow, "collectionId"),
  status: selected(StatusRow, "collectionId"),
  work: selected(WorkRow, "collectionId"),
  data: selected(DataRow)
}

const knownProducts: ReadonlyArray<string> = Product.literals
const isProduct = (text: string): text is Product => knownProducts.includes(text)

/** The products of a collection as one column. */
export const formatProducts = (products: ReadonlyArray<Product>): string => products.join(",")
const parseProducts = (text: string): ReadonlyArray<Product> => text.split(",").filter(isProduct)

/** A collection as a row with sealed columns. */
export const sealedRow = (row: { readonly clientId: string; readonly collectionId: string }): SealedRow => ({
  clientId: row.clientId,
  id: row.collectionId
})

/** Member by member, for the sake of polls: what is left of an object after some members takes far longer. */
const withoutReference = (row: HeadRow): CollectionHead => ({
  collectionId: row.collectionId,
  clientId: row.clientId,
  company: row.company,
  market: row.market,
  status: row.status,
  revision: row.revision,
  createdAt: row.createdAt,
  statusChangedAt: row.statusChangedAt,
  ...(row.loginMethod !== noLoginMethod && { loginMethod: row.loginMethod }),
  ...(row.userId !== null && { userId: row.userId })
})

const withReference = (sealed: SealedColumns, row: HeadRow): Effect.Effect<CollectionHead, StoreError> =>
  row.reference === null
    ? Effect.succeed(withoutReference(row))
    : Effect.map(sealed.open(Shapes.reference, sealedRow(row), row.reference), (externalReference) => ({
        ...withoutReference(row),
        externalReference
      }))

/** An entry of a list. One whose reference cannot be read is listed without it: it must not hide the others. */
export const toHead = (sealed: SealedColumns, row: unknown): Effect.Effect<CollectionHead> => {
  const decoded = decodeHead(row)
  return Effect.catchTag(withReference(sealed, decoded), "StoreError", () => Effect.succeed(withoutReference(decoded)))
}

const nothingShown: Shown = {}

export const toStatus = (sealed: SealedColumns, row: unknown): Effect.Effect<StatusView, StoreError> => {
  const decoded = decodeStatus(row)
  const { shown } = decoded
  const products = parseProducts(decoded.products)
  if (shown === null && decoded.reference === null) {
    return Effect.succeed({ ...withoutReference(decoded), products, shown: nothingShown })
  }
  // Flat, for the sake of polls: a generator would cost them a fifth of their time.
  return Effect.flatMap(withReference(sealed, decoded), (head) =>
    Effect.map(sealed.openOptional(Shapes.shown, sealedRow(decoded), shown), (opened) => ({
      ...head,
      products,
      shown: opened ?? nothingShown
    }))
  )
}

export const toWork = Effect.fnUntraced(function* (sealed: SealedColumns, row: unknown) {
  const {
    answeredEtags,
    authenticateUntil,
    deadline,
    dueAt,
    identified,
    input,
    pending,
    pendingUntil,
    placedOrder,
    session,
    step,
    ...rest
  } = decodeWork(row)
  const status = yield* toStatus(sealed, rest)
  const at = sealedRow(rest)
  const order = yield* sealed.openOptional(OrderShape.order, at, placedOrder)
  const question = yield* sealed.openOptional(Shapes.pending, at, pending)
  const work: Work = {
    ...status,
    deadline,
    dueAt,
    step,
    ...(order !== undefined && { order }),
    ...(session !== null && { session: yield* sealed.open(Shapes.session, at, session) }),
    ...(question !== undefined && pendingUntil !== null && { pending: { question, until: pendingUntil } }),
    answers: (yield* sealed.openOptional(Shapes.input, at, input)) ?? [],
    answeredEtags: (yield* sealed.openOptional(Shapes.answeredEtags, at, answeredEtags)) ?? [],
    identified: identified !== 0,
    ...(authenticateUntil !== null && { authenticateUntil })
  }
  return work
})

export const toDataHead = (row: unknown): DataHead => {
  const { company, dataExpiredAt, products, status, userId } = decodeData(row)
  return {
    ...(userId !== null && { userId }),
    company,
    status,
    products: parseProducts(products),
    expired: dataExpiredAt !== null
  }
}
