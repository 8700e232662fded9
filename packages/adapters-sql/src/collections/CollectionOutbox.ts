/**
 * The signals and events that announce a collection's changes. Which event a change causes depends on the collection's
 * previous row (ADR 25).
 */
import { eventTypeFor, eventInformationOf } from "@sheaf/domain/CollectionEvents"
import type { CollectionEventPayload, CollectionSnapshot } from "@sheaf/domain/CollectionEvents"
import { answerTypes } from "@sheaf/domain/SupplementInfo"
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import type {
  CollectionChange,
  NewCollection,
  NewEvent,
  CollectionPrecondition,
  StoreError,
  CollectionState
} from "@sheaf/ports"
import { Effect, Option, Schema, Struct } from "effect"
import { selectList } from "../database/Columns.ts"
import type { PointReads } from "../database/PointReads.ts"
import type { ColumnSealer } from "../sealing/ColumnSealer.ts"
import * as Shapes from "./CollectionColumns.ts"
import { openStatusColumns, parseProducts, sealedRowIdOf, StatusColumns } from "./CollectionRow.ts"

const BeforeRow = Schema.Struct(
  Struct.pick(StatusColumns.fields, [
    "collectionId",
    "clientId",
    "userId",
    "connectSessionId",
    "company",
    "products",
    "status",
    "test",
    "createdAt",
    "pendingId",
    "reference"
  ])
)

interface Before extends Pick<
  CollectionState,
  | "clientId"
  | "clientReference"
  | "collectionId"
  | "company"
  | "connectSessionId"
  | "createdAt"
  | "products"
  | "status"
  | "test"
  | "userId"
> {
  readonly inputId?: string
}

const decode = Schema.decodeUnknownSync(BeforeRow)

const toBefore = (
  { connectSessionId, pendingId, products, reference: _, test, userId, ...row }: typeof BeforeRow.Type,
  clientReference: string | undefined
): Before => ({
  ...row,
  ...(test !== 0 && { test: true }),
  ...(userId !== null && { userId }),
  ...(connectSessionId !== null && { connectSessionId }),
  ...(clientReference !== undefined && { clientReference }),
  products: parseProducts(products),
  ...(pendingId !== null && { inputId: pendingId })
})

/** Returns the topics of the signals about a change. */
export const topicsOf = ({ collectionId }: Pick<CollectionPrecondition, "collectionId">) => [collectionId]

/** Returns the topics to signal when a collection starts: the ids of the collections that it supersedes. */
export const supersededBy = ({ inSession }: Pick<NewCollection, "inSession">) =>
  inSession?.superseded.map(({ found }) => found.collectionId) ?? []

const isState = (found: CollectionPrecondition | CollectionState): found is CollectionState => "products" in found

/**
 * Returns a function that reads a collection's state before a change, without a query if the caller already has the
 * state. The caller must make its write fail if the collection has changed since.
 */
export const previousStateReader = (points: PointReads["Service"], sealed: ColumnSealer) => {
  const byId = points.prepare(
    "find collection",
    `SELECT ${selectList(BeforeRow, "collectionId")} FROM collection WHERE id = ?`,
    (row) => {
      const found = decode(row)
      // If the reference cannot be decrypted, the event omits it, so the collection is not blocked.
      const references = Effect.option(sealed.openOptional(Shapes.reference, sealedRowIdOf(found), found.reference))
      return Effect.map(references, (opened) => toBefore(found, Option.getOrUndefined(opened)?.clientReference))
    }
  )
  return (found: CollectionPrecondition | CollectionState): Effect.Effect<Option.Option<Before>, StoreError> => {
    if (!isState(found)) return byId(found.collectionId)
    const { pending, ...collection } = found
    return Effect.succeedSome({ ...collection, ...(pending && { inputId: pending.inputId }) })
  }
}

type Change = Pick<CollectionChange, "pending" | "shown" | "statusChangedAt"> & Pick<CollectionSnapshot, "status">

const factsOf = (
  {
    clientReference,
    collectionId,
    company,
    connectSessionId,
    createdAt,
    products,
    test
  }: Omit<Before, "clientId" | "status">,
  { pending, shown, status, statusChangedAt }: Change
): CollectionEventPayload => {
  const information = shown.information && eventInformationOf(shown.information)
  return {
    collectionId,
    company,
    products,
    status,
    createdAt,
    statusChangedAt,
    ...(test && { test }),
    ...(connectSessionId !== undefined && { connectSessionId }),
    ...(clientReference !== undefined && { clientReference }),
    ...(pending && {
      openQuestion: { inputId: pending.inputId, type: answerTypes[pending.question.kind], until: pending.until }
    }),
    ...(information && { information })
  }
}

const ownerOf = ({ clientId, userId }: Pick<Before, "clientId" | "userId">) => ({
  clientId,
  ...(userId !== undefined && { userId })
})

const ExpiredRow = Schema.Struct({
  ...BeforeRow.fields,
  ...Struct.pick(StatusColumns.fields, ["statusChangedAt", "shown"])
})

const decodeExpired = Schema.decodeUnknownSync(ExpiredRow)

export const expiredColumns = selectList(ExpiredRow, "collectionId")

/** Returns an event for erased data if the collection had a result. Omits fields that cannot be decrypted. */
export const dataExpiredEvent = Effect.fnUntraced(function* (sealed: ColumnSealer, row: unknown, at: number) {
  const found = decodeExpired(row)
  if (!isOutcome(found.status)) return []
  const opened = Option.getOrUndefined(yield* Effect.option(openStatusColumns(sealed, found)))
  const information = opened?.shown.information
  const before = toBefore(found, opened?.clientReference)
  const event: NewEvent = {
    type: "collection.data_expired",
    ...ownerOf(before),
    at,
    facts: factsOf(before, { ...found, shown: information === undefined ? {} : { information } })
  }
  return [event]
})

export const eventsOf = (
  before: Before,
  changes: ReadonlyArray<Change & Pick<CollectionChange, "at">>
): ReadonlyArray<NewEvent> => {
  const { inputId, status } = before
  const events: Array<NewEvent> = []
  let moment: CollectionSnapshot = { status, ...(inputId !== undefined && { inputId }) }
  for (const change of changes) {
    const { at, pending, status } = change
    const next: CollectionSnapshot = { status, ...(pending && { inputId: pending.inputId }) }
    const type = eventTypeFor(moment, next)
    if (type !== undefined) events.push({ type, ...ownerOf(before), at, facts: factsOf(before, change) })
    moment = next
  }
  return events
}
