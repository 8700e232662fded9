/** Accepts new collections, and ends the earlier collections of the same session that they supersede (spec 2.1). */
import { firstStatusAfterLogin } from "@sheaf/domain/CollectionStatus"
import type {
  CollectionAcceptResult,
  BlindIndex,
  CollectionStore,
  NewCollection,
  SupersedingStart,
  CollectionPrecondition,
  StartQuotas,
  SupersededCollection
} from "@sheaf/ports"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as CollectionOutbox from "./CollectionOutbox.ts"
import * as Row from "./CollectionRow.ts"
import * as Shapes from "./CollectionColumns.ts"
import * as OrderColumns from "./OrderColumns.ts"
import type { ColumnSealer } from "../sealing/ColumnSealer.ts"
import { concurrencyOf, runStatement } from "../database/Dialect.ts"
import { withFullDurability } from "../database/Durability.ts"
import { PointReads } from "../database/PointReads.ts"
import type { Outbox } from "../events/Outbox.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { inList, insertClause, literal, statement, setClause } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import * as RowShard from "../processes/RowShard.ts"
import * as Quotas from "../limits/Quotas.ts"
import { countUnattendedReading } from "../consents/UsableConsents.ts"
import { admit } from "../users/LiveUsers.ts"

/** Selects the running collections of a session that have never been in {@link firstStatusAfterLogin}. */
const ofSession = (columns: string, clientId: string, index: BlindIndex) =>
  statement<{ readonly id: string; readonly step: number; readonly revision: number }>`SELECT ${literal(columns)}
    FROM collection WHERE client_id = ${clientId} AND session_index IN ${inList(index.all)} AND ended_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM collection_history h WHERE h.collection_id = collection.id AND h.status = ${firstStatusAfterLogin})`

const isSame =
  ({ collectionId, revision, step }: CollectionPrecondition) =>
  (row: { readonly id: string; readonly step: number; readonly revision: number }): boolean =>
    row.id === collectionId && row.step === step && row.revision === revision

const indexOf = (sealed: ColumnSealer, clientId: string, key: string) =>
  sealed.blindIndex("session_index", clientId, key)

const loginOf = (sealed: ColumnSealer, clientId: string, quotas: StartQuotas | undefined) =>
  Quotas.loginIndexOf(sealed, clientId, quotas?.openOrders)

/** Returns the row of a new collection, with everything sealed. */
const rowOf = Effect.fnUntraced(function* (
  sealed: ColumnSealer,
  shard: number,
  { deadline, identity, order, products, inSession, quotas, visit }: NewCollection
) {
  const at = Row.sealedRowIdOf(identity)
  return {
    id: identity.collectionId,
    client_id: identity.clientId,
    company: identity.company,
    market: identity.market,
    login_method: identity.loginMethod ?? Row.noLoginMethod,
    test: identity.test ? 1 : 0,
    user_id: identity.userId ?? null,
    connect_session_id: identity.connectSessionId ?? null,
    products: Row.formatProducts(products),
    status: identity.status,
    revision: identity.revision,
    created_at: identity.createdAt,
    status_changed_at: identity.statusChangedAt,
    deadline,
    shard,
    due_at: identity.createdAt,
    step: 0,
    reference: yield* sealed.sealOptional(Shapes.reference, at, identity.attributes),
    reference_index:
      Row.blindIndexOfReference(sealed, identity.clientId, identity.attributes?.["EXTERNAL_REFERENCE"])?.written ??
      null,
    placed_order: yield* sealed.seal(OrderColumns.order, at, order),
    ...Row.consentColumns(order),
    login_index: loginOf(sealed, identity.clientId, quotas)?.written ?? null,
    session_index: inSession === undefined ? null : indexOf(sealed, identity.clientId, inSession.key).written,
    visit: yield* sealed.sealOptional(Shapes.pageVisit, at, visit),
    leftovers: yield* sealed.sealOptional(OrderColumns.supersededSessions, at, Row.undefinedIfNone(inSession?.cleanups))
  }
})

/** The ends of superseded collections. */
const ends = Effect.fnUntraced(function* (sealed: ColumnSealer) {
  const beforeOf = CollectionOutbox.previousStateReader(yield* PointReads)
  return (clientId: string) =>
    Effect.fnUntraced(function* ({ end, found }: SupersededCollection) {
      const row = yield* Row.stepColumns(sealed, { clientId, id: found.collectionId }, found.step + 1, end)
      const before = yield* beforeOf(found)
      return {
        found,
        end,
        row,
        events: Option.match(before, { onNone: () => [], onSome: (it) => CollectionOutbox.eventsOf(it, [end]) })
      }
    })
})

/** The checks of a start, which run in its unit. */
const checks = Effect.fnUntraced(function* (sealed: ColumnSealer) {
  const concurrency = concurrencyOf(yield* SqlClient.SqlClient)
  const hasRoom = Quotas.runningCollectionsCheck(concurrency)
  const isInTotal = Quotas.connectSessionCheck(concurrency)

  /** Returns true if the start supersedes all running collections of its session, as it has found them. */
  const isSameSession = function* (
    clientId: string,
    key: string,
    superseded: ReadonlyArray<SupersededCollection>
  ): Generator<Statement, boolean> {
    const index = indexOf(sealed, clientId, key)
    for (const hash of index.inOrder) yield* concurrency.lock(hash)
    const found = yield* ofSession("id, step, revision", clientId, index)
    return found.length === superseded.length && superseded.every((each) => found.some(isSame(each.found)))
  }

  /** Returns the first quota that the start exceeds. */
  const excessOf = function* ({
    identity,
    inSession,
    quotas
  }: NewCollection): Generator<Statement, CollectionAcceptResult | undefined> {
    if (quotas === undefined) return undefined
    const { clientId, connectSessionId } = identity
    const { connectSessionStarts, openOrders, runningCollections } = quotas
    const login = loginOf(sealed, clientId, quotas)
    const ending = (inSession?.superseded ?? []).map(({ found }) => found.collectionId)
    if (!(yield* hasRoom(clientId, runningCollections, ending.length))) return "TOO_MANY_RUNNING"
    if (!(yield* Quotas.canPlaceOrder(concurrency, clientId, login, openOrders, ending))) return "TOO_MANY_ORDERS"
    return (yield* isInTotal(clientId, connectSessionId, connectSessionStarts))
      ? undefined
      : "TOO_MANY_IN_CONNECT_SESSION"
  }

  return { isSameSession, excessOf }
})

export const make = Effect.fnUntraced(function* (sealed: ColumnSealer, outbox: Outbox) {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const shard = yield* RowShard.make
  const endOf = yield* ends(sealed)
  const { excessOf, isSameSession } = yield* checks(sealed)

  const accept = Effect.fnUntraced(function* (collection: NewCollection) {
    const { identity, inSession, unattended } = collection
    const { clientId, collectionId, createdAt, revision, status, test = false, userId } = identity
    const { key, superseded = [] }: Partial<SupersedingStart> = inSession ?? {}
    const added = yield* rowOf(sealed, shard.choose(), collection)
    const ended = yield* Effect.forEach(superseded, endOf(clientId))
    const events = ended.flatMap((each) => each.events)
    const insertions = yield* outbox.insertions(events)
    return yield* units
      .share(function* (): Generator<Statement, CollectionAcceptResult> {
        const excess = function* (): Generator<Statement, CollectionAcceptResult | undefined> {
          if (key !== undefined && !(yield* isSameSession(clientId, key, superseded))) return "SESSION_CHANGED"
          return yield* excessOf(collection)
        }
        const refusal =
          userId === undefined ? yield* excess() : yield* admit(sql, { clientId, userId, isTest: test }, excess)
        if (refusal !== undefined) return refusal
        if (unattended !== undefined && !(yield* countUnattendedReading(concurrencyOf(sql), unattended)))
          return "UNATTENDED_LIMIT"
        for (const { end, found, row } of ended) {
          yield* statement`UPDATE collection SET ${setClause(row)} WHERE id = ${found.collectionId}`.unread
          yield* Row.appendHistory(found.collectionId, end)
        }
        yield* statement`INSERT INTO collection ${insertClause(added)}`.unread
        for (const insertion of insertions) yield* insertion
        yield* Row.appendHistory(collectionId, { revision, status, at: createdAt })
        return "ACCEPTED"
      })
      .pipe(withFullDurability, outbox.announcing(events))
  }, mapToStoreError("accept collection"))

  return {
    accept,
    ofSession: (clientId, key) => {
      return runStatement(sql, ofSession(Row.columns.state, clientId, indexOf(sealed, clientId, key))).pipe(
        mapToStoreError("find collections of a session"),
        Effect.flatMap((rows) => Effect.forEach(rows, (row) => Row.toCollectionState(sealed, row)))
      )
    }
  } satisfies Partial<CollectionStore["Service"]>
})
