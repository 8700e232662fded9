/**
 * Writes collections: starts them, and records their steps and signals. A start ends the superseded collections in the
 * same session (spec 2.1). Each write is one unit of work, and all encryption happens before it begins.
 */
import type {
  CollectionChange,
  CollectionStore,
  CollectionPrecondition,
  CollectionAcceptResult,
  BlindIndex,
  NewCollection,
  SupersedingStart,
  StartQuotas,
  SupersededCollection
} from "@sheaf/ports"
import { Effect, Number, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as CollectionOutbox from "./CollectionOutbox.ts"
import * as Row from "./CollectionRow.ts"
import type { Outbox } from "../events/Outbox.ts"
import { withFullDurability } from "../database/Durability.ts"
import { PointReads } from "../database/PointReads.ts"
import * as OrderColumns from "./OrderColumns.ts"
import * as Shapes from "./CollectionColumns.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { isUsable, countUnattendedReading } from "../consents/UsableConsents.ts"
import * as MonitorUsage from "../monitors/MonitorUsage.ts"
import { changesRow, insertClause, literal, statement, setClause, inList } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import { firstStatusAfterLogin } from "@sheaf/domain/CollectionStatus"
import { concurrencyOf, runStatement } from "../database/Dialect.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import * as Quotas from "../limits/Quotas.ts"
import { admitStart } from "../users/LiveUsers.ts"
import { undefinedIfEmpty } from "../sealing/ColumnSealer.ts"
import type { ColumnSealer, SealedRowId } from "../sealing/ColumnSealer.ts"
import * as ProcessRows from "../processes/ProcessRows.ts"

/** Selects a session's running collections that have not reached {@link firstStatusAfterLogin}. */
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
  Quotas.loginBlindIndexOf(sealed, clientId, quotas?.openOrders)

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
    reference: yield* sealed.sealOptional(Shapes.reference, at, Row.referencesOf(identity)),
    reference_index:
      Row.blindIndexOfReference(sealed, identity.clientId, identity.attributes?.["EXTERNAL_REFERENCE"])?.written ??
      null,
    placed_order: yield* sealed.seal(OrderColumns.order, at, order),
    ...Row.consentColumns(order),
    login_index: loginOf(sealed, identity.clientId, quotas)?.written ?? null,
    session_index: inSession === undefined ? null : indexOf(sealed, identity.clientId, inSession.key).written,
    visit: yield* sealed.sealOptional(Shapes.pageVisit, at, visit),
    leftovers: yield* sealed.sealOptional(OrderColumns.supersededCleanups, at, Row.undefinedIfNone(inSession?.cleanups))
  }
})

const ends = Effect.fnUntraced(function* (sealed: ColumnSealer) {
  const beforeOf = CollectionOutbox.previousStateReader(yield* PointReads, sealed)
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

const checks = Effect.fnUntraced(function* (sealed: ColumnSealer) {
  const concurrency = concurrencyOf(yield* SqlClient.SqlClient)
  const hasRoom = Quotas.runningCollectionsCheck(concurrency)
  const isInTotal = Quotas.connectSessionCheck(concurrency)

  /**
   * Returns true if the session's running collections are exactly those in `superseded`, and none of them has changed.
   */
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
    if (!(yield* Quotas.isOrderWithinQuota(concurrency, clientId, login, openOrders, ending))) return "TOO_MANY_ORDERS"
    return (yield* isInTotal(clientId, connectSessionId, connectSessionStarts))
      ? undefined
      : "TOO_MANY_IN_CONNECT_SESSION"
  }

  return { isSameSession, excessOf }
})

export const makeAcceptance = Effect.fnUntraced(function* (sealed: ColumnSealer, outbox: Outbox) {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const shard = yield* ProcessRows.rowShards
  const endOf = yield* ends(sealed)
  const { excessOf, isSameSession } = yield* checks(sealed)

  const accept = Effect.fnUntraced(function* (collection: NewCollection) {
    const { identity, inSession, quotas, unattended } = collection
    const monitorRun = quotas?.monitorRun
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
          userId === undefined ? yield* excess() : yield* admitStart(sql, { clientId, userId, isTest: test }, excess)
        if (refusal !== undefined) return refusal
        if (monitorRun !== undefined && !(yield* MonitorUsage.hasRunLeft(concurrencyOf(sql), clientId, monitorRun)))
          return "TOO_MANY_MONITOR_RUNS"
        if (unattended !== undefined && !(yield* countUnattendedReading(concurrencyOf(sql), unattended)))
          return "UNATTENDED_LIMIT"
        if (monitorRun !== undefined) yield* MonitorUsage.countStart(identity, monitorRun.day)
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

type Store = CollectionStore["Service"]

type Reader = ReturnType<typeof CollectionOutbox.previousStateReader>

/**
 * Results above this size, in bytes, are written in their own transaction. In a shared transaction, they would delay
 * the other units of work.
 */
const largeResults = 1024 * 1024

const isAsFound = (found: CollectionPrecondition) => ProcessRows.whereUnchanged("ended_at", found.collectionId, found)

const sealResults = Effect.fnUntraced(function* (
  sealed: ColumnSealer,
  found: SealedRowId,
  { data = {}, documents = [] }: CollectionChange
) {
  const { INSURANCE, WEALTH } = Shapes.records
  const sealedRecords = {
    INSURANCE: yield* sealed.sealOptional(INSURANCE, found, data.INSURANCE),
    WEALTH: yield* sealed.sealOptional(WEALTH, found, data.WEALTH)
  }
  const records = Object.entries(sealedRecords).flatMap(([product, bytes]) =>
    bytes === null ? [] : [{ collection_id: found.id, product, records: bytes }]
  )
  const files = yield* Effect.forEach(documents, ({ bytes, documentId, product, ...description }) =>
    Effect.gen(function* () {
      const place = { clientId: found.clientId, id: Row.documentKey(sealed, found.id, documentId) }
      return {
        id: place.id,
        collection_id: found.id,
        product,
        description: yield* sealed.seal(Shapes.documentDescription, place, description),
        content: yield* sealed.sealBytes("content", place, bytes)
      }
    })
  )
  const sizes = [...records.map(({ records }) => records.length), ...files.map(({ content }) => content.length)]
  return { records, files, size: Number.sumAll(sizes) }
})

const steps = Effect.fnUntraced(function* (sealed: ColumnSealer, outbox: Outbox, beforeOf: Reader) {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const shard = yield* ProcessRows.rowShards

  const advance: Store["advance"] = Effect.fnUntraced(function* (found, changes, { isLasting = false } = {}) {
    const { collectionId, step } = found
    const [first, ...more] = changes
    const before = Option.getOrUndefined(yield* beforeOf(found))
    if (first === undefined || before === undefined) return false
    const last = more.at(-1) ?? first
    const ids = Row.sealedRowIdOf(before)
    const events = CollectionOutbox.eventsOf(before, changes)
    const insertions = yield* outbox.insertions(events)
    const results = yield* sealResults(sealed, ids, last)
    const row = yield* Row.stepColumns(sealed, ids, step + changes.length, last)
    const write = results.size > largeResults ? units.run : units.share
    const recorded = outbox.announcing(events)(
      write(function* () {
        if (last.under !== undefined && !(yield* isUsable(sql, last.under, last.at))) return false
        const recording = statement`UPDATE collection SET ${setClause(row)}${isLasting ? shard.taken() : literal("")}
          WHERE ${isAsFound(found)} RETURNING id`
        if (!(yield* changesRow(recording))) return false
        yield* Row.appendHistory(collectionId, first, ...more)
        const [records, ...others] = results.records
        if (records !== undefined)
          yield* statement`INSERT INTO collection_data ${insertClause(records, ...others)}`.unread
        for (const entry of results.files)
          yield* statement`INSERT INTO collection_document ${insertClause(entry)}`.unread
        for (const insertion of insertions) yield* insertion
        return true
      })
    )
    return yield* isLasting ? withFullDurability(recorded) : recorded
  }, mapToStoreError("record steps"))

  return { advance } satisfies Partial<Store>
})

const cancellations = Effect.fnUntraced(function* (sealed: ColumnSealer, beforeOf: Reader) {
  const units = yield* UnitsOfWork

  const close: Store["close"] = Effect.fnUntraced(function* (found, left, dueAt) {
    const before = Option.getOrUndefined(yield* beforeOf(found))
    if (before === undefined) return false
    const cleanups = yield* sealed.sealOptional(
      OrderColumns.supersededCleanups,
      Row.sealedRowIdOf(before),
      Row.undefinedIfNone(left)
    )
    return yield* units.share(function* () {
      return yield* changesRow(statement`UPDATE collection
        SET leftovers = ${cleanups}, due_at = ${dueAt}
        WHERE id = ${found.collectionId} AND step = ${found.step} AND revision = ${found.revision}
          AND due_at = ${found.dueAt} AND ended_at IS NOT NULL RETURNING id`)
    })
  }, mapToStoreError("record cancellations"))

  return { close } satisfies Partial<Store>
})

/** Records answers and timeouts. Whichever comes first wins. */
const signals = Effect.fnUntraced(function* (sealed: ColumnSealer, beforeOf: Reader) {
  const units = yield* UnitsOfWork
  const shard = yield* ProcessRows.rowShards

  const supply: Store["supply"] = Effect.fnUntraced(function* (found, change) {
    const before = Option.getOrUndefined(yield* beforeOf(found))
    if (before === undefined) return false
    const ids = Row.sealedRowIdOf(before)
    const { answeredEtags, answers, remaining } = change
    const row = {
      revision: change.revision,
      shown: yield* sealed.sealOptional(Shapes.shownInformation, ids, undefinedIfEmpty(change.shown)),
      pending: yield* sealed.sealOptional(Shapes.openQuestion, ids, remaining),
      ...(remaining === undefined && {
        ...Row.openQuestionColumns(undefined),
        due_at: change.at,
        answered_questions: yield* sealed.seal(Shapes.answeredQuestions, ids, change.answeredQuestions)
      }),
      input: yield* sealed.seal(Shapes.input, ids, answers),
      ...(answeredEtags.length > 0 && { answered_etags: yield* sealed.seal(Shapes.answeredEtags, ids, answeredEtags) })
    }
    return yield* withFullDurability(
      units.share(function* () {
        const answering = statement`UPDATE collection SET ${setClause(row)}${shard.taken()}
          WHERE ${isAsFound(found)} AND pending_until > ${change.at} RETURNING id`
        if (!(yield* changesRow(answering))) return false
        const { at, revision } = change
        yield* Row.appendHistory(found.collectionId, { revision, status: before.status, at })
        return true
      })
    )
  }, mapToStoreError("accept input"))

  /** A step that runs at the same time fails, because the revision has changed. */
  const timeOut: Store["timeOut"] = (found, entry) => {
    const { at } = entry
    const write = units.run(function* () {
      const changed = yield* statement`UPDATE collection
        SET pending_until = CASE WHEN pending_until > ${at} THEN ${at} ELSE pending_until END,
          authenticate_until = CASE WHEN authenticate_until > ${at} THEN ${at} ELSE authenticate_until END,
          due_at = ${at}, status = ${entry.status}, revision = ${entry.revision}${shard.taken()}
        WHERE ${isAsFound(found)} RETURNING id`
      if (changed.length === 0) return false
      yield* Row.appendHistory(found.collectionId, entry)
      return true
    })
    return mapToStoreError("expire timeout")(write)
  }

  return { supply, timeOut } satisfies Partial<Store>
})

export const make = Effect.fnUntraced(function* (sealed: ColumnSealer, outbox: Outbox) {
  const beforeOf = CollectionOutbox.previousStateReader(yield* PointReads, sealed)
  return {
    ...(yield* steps(sealed, outbox, beforeOf)),
    ...(yield* cancellations(sealed, beforeOf)),
    ...(yield* signals(sealed, beforeOf))
  } satisfies Partial<Store>
})
