/** Stores events in SQL, and reads them in commit order (ADR 25). */
import { isEventType } from "@sheaf/domain/EventType"
import { EventStore, startPosition, isPositionBefore } from "@sheaf/ports"
import type { EventPosition, EventQuery, StoredEvent, UnreadableEvent } from "@sheaf/ports"
import { Effect, Layer, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { setTimeout } from "node:timers/promises"
import { runStatement } from "../database/Dialect.ts"
import { bytes, selectList } from "../database/Columns.ts"
import { repeatInBatches, batchSize } from "../database/Batches.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"
import { inList, literal, statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import * as EventIds from "./EventIds.ts"
import { commitOrderOf } from "./EventTables.ts"
import { eventContent } from "./Outbox.ts"

const Place = Schema.Struct({ batch: Schema.Finite, seq: Schema.Finite })

const EventRow = Schema.Struct({
  ...Place.fields,
  eventId: Schema.String,
  clientId: Schema.String,
  type: Schema.String,
  at: Schema.Finite,
  userId: Schema.NullOr(Schema.String),
  facts: bytes
})

const SettledRow = Schema.Struct({ ...EventRow.fields, settled: Schema.Finite })

const decodePlaces = Schema.decodeUnknownSync(Schema.Array(Place))
const decodeEvents = Schema.decodeUnknownSync(Schema.Array(EventRow))
const decodeRows = Schema.decodeUnknownSync(Schema.Array(SettledRow))
const decodeErased = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ ...Place.fields, clientId: Schema.String })))

const columns = selectList(EventRow)

/** The maximum difference between an event's position in time order and in commit order. */
const disorder = 1000

/**
 * A pause before the next read, while open transactions can still add earlier events. It uses real time even in tests.
 */
const settling = Effect.promise((signal) => setTimeout(20, undefined, { signal }))

/**
 * How many times one call reads the events while it waits for open transactions, with a pause after each read. If a
 * transaction takes longer, the caller must ask again.
 */
const settlingReads = 25

const placeOf = ({ batch, seq }: EventPosition): EventPosition => ({ batch, seq })

const ofUser = (userId: string | null) => (userId === null ? {} : { userId })

const furthest = (a: EventPosition, b: EventPosition): EventPosition => (isPositionBefore(a, b) ? b : a)

/** The returned function decrypts events, and returns a separate list of those that it cannot decrypt. */
const makeOpener = (sealed: ColumnSealer.ColumnSealer) => {
  const toEvent = Effect.fnUntraced(function* (row: typeof EventRow.Type) {
    const { at, batch, clientId, eventId, facts, seq, userId } = row
    const opened = yield* sealed.open(eventContent, { clientId, id: eventId }, facts)
    const event: StoredEvent = { ...opened, position: { batch, seq }, eventId, clientId, at, ...ofUser(userId) }
    return event
  })

  return Effect.fnUntraced(function* (rows: ReadonlyArray<typeof EventRow.Type>) {
    const events: Array<StoredEvent> = []
    const unreadable: Array<UnreadableEvent> = []
    for (const row of rows) {
      const { eventId, type, userId } = row
      const opened = yield* Effect.result(toEvent(row))
      if (Result.isSuccess(opened)) events.push(opened.success)
      else if (opened.failure.reason !== "UNREADABLE") return yield* opened.failure
      else {
        const known = { ...(isEventType(type) && { type }), ...ofUser(userId) }
        unreadable.push({ eventId, position: placeOf(row), cause: opened.failure, ...known })
      }
    }
    return { events, unreadable }
  })
}

const makePositions = (sql: SqlClient.SqlClient) => {
  const { isSettled } = commitOrderOf(sql)

  const newest = (clientId: string) =>
    runStatement(
      sql,
      statement`SELECT batch, seq FROM event WHERE client_id = ${clientId} AND ${isSettled}
        ORDER BY batch DESC, seq DESC LIMIT 1`
    ).pipe(
      Effect.map((rows) => decodePlaces(rows)[0] ?? startPosition),
      mapToStoreError("read events")
    )

  const startOf = (clientId: string, since: number) =>
    runStatement(
      sql,
      statement`SELECT batch, seq FROM (SELECT batch, seq FROM event
        WHERE client_id = ${clientId} AND event_id >= ${EventIds.minIdAt(since)} ORDER BY event_id LIMIT ${disorder})
        AS candidates ORDER BY batch, seq LIMIT 1`
    ).pipe(
      mapToStoreError("read events"),
      Effect.flatMap((rows) => {
        const [first] = decodePlaces(rows)
        return first === undefined ? newest(clientId) : Effect.succeed({ batch: first.batch, seq: first.seq - 1 })
      })
    )

  const forgotten = (clientId: string) =>
    runStatement(sql, statement`SELECT batch, seq FROM event_forgotten WHERE client_id = ${clientId}`).pipe(
      mapToStoreError("read events"),
      Effect.map((rows) => decodePlaces(rows)[0] ?? startPosition)
    )

  return { newest, startOf, forgotten }
}

/**
 * The returned function reads the events after a position. It waits while open transactions can still add earlier
 * events.
 */
const makeReadAfter = (sql: SqlClient.SqlClient, newest: ReturnType<typeof makePositions>["newest"]) => {
  const { isSettled } = commitOrderOf(sql)

  const readOnce = Effect.fnUntraced(function* (clientId: string, position: EventPosition, query: EventQuery) {
    const { limit, since, types, userId } = query
    const isFiltered = types !== undefined || since !== undefined || userId !== undefined
    // Finds the position of the newest event before reading. Otherwise, events that are added between the two queries
    // could be skipped.
    const end = isFiltered ? furthest(position, yield* newest(clientId)) : position
    const found = yield* runStatement(
      sql,
      statement`SELECT ${literal(columns)}, CASE WHEN ${isSettled} THEN 1 ELSE 0 END AS settled FROM event
        WHERE client_id = ${clientId} AND (batch, seq) > (${position.batch}, ${position.seq}) AND withheld_for IS NULL
        ${types === undefined ? literal("") : statement`AND type IN ${inList(types)}`}
        ${since === undefined ? literal("") : statement`AND at >= ${since}`}
        ${userId === undefined ? literal("") : statement`AND user_id = ${userId}`}
        ORDER BY batch, seq LIMIT ${limit}`
    ).pipe(mapToStoreError("read events"))
    const rows = decodeRows(found)
    const settled = rows.filter((row) => row.settled === 1)
    const last = settled.at(-1) ?? position
    return {
      isSettling: settled.length === 0 && rows.length > 0,
      settled,
      next: settled.length < limit ? furthest(placeOf(last), end) : placeOf(last)
    }
  })

  return Effect.fnUntraced(function* (clientId: string, position: EventPosition, query: EventQuery) {
    let found = yield* readOnce(clientId, position, query)
    for (let reads = 1; found.isSettling && reads < settlingReads; reads++) {
      yield* settling
      found = yield* readOnce(clientId, position, query)
    }
    return found
  })
}

const eraseOnce = (units: UnitsOfWork["Service"], before: number) =>
  units.run(function* () {
    const erased = decodeErased(
      yield* statement`DELETE FROM event WHERE (client_id, batch, seq) IN
        (SELECT client_id, batch, seq FROM event WHERE at < ${before} LIMIT ${batchSize})
        RETURNING client_id AS "clientId", batch, seq`
    )
    for (const { batch, clientId, seq } of erased) {
      yield* statement`INSERT INTO event_forgotten (client_id, batch, seq) VALUES (${clientId}, ${batch}, ${seq})
        ON CONFLICT (client_id) DO UPDATE SET batch = excluded.batch, seq = excluded.seq
        WHERE (event_forgotten.batch, event_forgotten.seq) < (excluded.batch, excluded.seq)`.unread
    }
    return erased.length
  })

export const layer = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const units = yield* UnitsOfWork
    const toEvents = makeOpener(yield* ColumnSealer.make)
    const { forgotten, newest, startOf } = makePositions(sql)
    const readAfter = makeReadAfter(sql, newest)

    return EventStore.of({
      after: Effect.fnUntraced(function* (clientId, position, query) {
        const { isSettling, next, settled } = yield* readAfter(clientId, position, query)
        return { ...(yield* toEvents(settled)), next, isSettling }
      }, mapToStoreError("read events")),
      read: (clientId, eventIds) =>
        runStatement(
          sql,
          statement`SELECT ${literal(columns)} FROM event WHERE client_id = ${clientId} AND event_id IN ${inList(eventIds)}
            AND withheld_for IS NULL
            ORDER BY batch, seq`
        ).pipe(Effect.map(decodeEvents), Effect.flatMap(toEvents), mapToStoreError("read events")),
      end: newest,
      startOf,
      forgotten,
      eraseEvents: (before) => repeatInBatches(eraseOnce(units, before)).pipe(mapToStoreError("expire events"))
    })
  })
)
