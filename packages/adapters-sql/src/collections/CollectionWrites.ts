/** Writes to collections. Each write is one unit, and everything is sealed before the unit begins. */
import type { CollectionChange, CollectionStore, CollectionPrecondition } from "@sheaf/ports"
import { Effect, Number, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as CollectionOutbox from "./CollectionOutbox.ts"
import * as Row from "./CollectionRow.ts"
import type { Outbox } from "../events/Outbox.ts"
import { withFullDurability } from "../database/Durability.ts"
import { PointReads } from "../database/PointReads.ts"
import * as ProcessRows from "../processes/ProcessRows.ts"
import { undefinedIfEmpty } from "../sealing/ColumnSealer.ts"
import type { ColumnSealer, SealedRowId } from "../sealing/ColumnSealer.ts"
import * as OrderColumns from "./OrderColumns.ts"
import * as Shapes from "./CollectionColumns.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import * as RowShard from "../processes/RowShard.ts"
import { isUsable } from "../consents/UsableConsents.ts"
import { changesRow, insertClause, literal, statement, setClause } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"

type Store = CollectionStore["Service"]

type Reader = ReturnType<typeof CollectionOutbox.previousStateReader>

/** The size of results, in bytes, that would delay the other units of a shared transaction. */
const largeResults = 1024 * 1024

const isAsFound = (found: CollectionPrecondition) =>
  ProcessRows.unchangedCondition("ended_at", found.collectionId, found)

/** Seals the records and documents of a step. */
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

/** Records steps, with their results and events. */
const steps = Effect.fnUntraced(function* (sealed: ColumnSealer, outbox: Outbox, beforeOf: Reader) {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const shard = yield* RowShard.make

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

/** Records what the companies of ended collections have closed. */
const cancellations = Effect.fnUntraced(function* (sealed: ColumnSealer, beforeOf: Reader) {
  const units = yield* UnitsOfWork

  const close: Store["close"] = Effect.fnUntraced(function* (found, left, dueAt) {
    const before = Option.getOrUndefined(yield* beforeOf(found))
    if (before === undefined) return false
    const cleanups = yield* sealed.sealOptional(
      OrderColumns.supersededSessions,
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

/** Records answers and timeouts. Of two that arrive together, the first wins. */
const signals = Effect.fnUntraced(function* (sealed: ColumnSealer, beforeOf: Reader) {
  const units = yield* UnitsOfWork
  const shard = yield* RowShard.make

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

  /** The new revision makes a concurrent step fail. */
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
  const beforeOf = CollectionOutbox.previousStateReader(yield* PointReads)
  return {
    ...(yield* steps(sealed, outbox, beforeOf)),
    ...(yield* cancellations(sealed, beforeOf)),
    ...(yield* signals(sealed, beforeOf))
  } satisfies Partial<Store>
})
