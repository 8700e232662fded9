/** Events in SQL, read in the order of their commits (ADR 25). */
import { EventStore, failuresOf, firstPosition } from "@sheaf/ports"
import type { EventPosition, EventQuery, StoredEvent, StoreError } from "@sheaf/ports"
import { Cause, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { setTimeout } from "node:timers/promises"
import { read } from "../database/Dialect.ts"
import { selected } from "../database/Columns.ts"
import { PointReads } from "../database/PointReads.ts"
import { inSlices, slice } from "../database/Slices.ts"
import { asStoreError } from "../database/SqlFailure.ts"
import * as SealedColumns from "../sealed/SealedColumns.ts"
import { anyOf, literal, statement } from "../units/Statement.ts"
import { Units } from "../units/Units.ts"
import * as EventIds from "./EventIds.ts"
import { orderOf } from "./EventTables.ts"
import { occurrence } from "./Outbox.ts"

const Place = Schema.Struct({ batch: Schema.Finite, seq: Schema.Finite })

const EventRow = Schema.Struct({
  ...Place.fields,
  eventId: Schema.String,
  clientId: Schema.String,
  at: Schema.Finite,
  facts: Schema.Uint8Array
})

const SettledRow = Schema.Struct({ ...EventRow.fields, settled: Schema.Finite })

const decodePlaces = Schema.decodeUnknownSync(Schema.Array(Place))
const decodeEvent = Schema.decodeUnknownSync(EventRow)
const decodeRows = Schema.decodeUnknownSync(Schema.Array(SettledRow))
const decodeErased = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ ...Place.fields, clientId: Schema.String })))

const columns = selected(EventRow)

/** The longest difference between the times of events and the order of their commits, as a number of events. */
const disorder = 1000

/** Waits while running transactions can still add earlier events. These waits use real time, even in tests. */
const settling = Effect.promise((signal) => setTimeout(20, undefined, { signal }))

/** The number of such reads. If a transaction takes longer, readers get its events after the next signal. */
const settlingReads = 25

export const layer = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const points = yield* PointReads
    const units = yield* Units
    const sealed = yield* SealedColumns.make
    const { isSettled } = orderOf(sql)

    const toEvent = Effect.fnUntraced(function* (row: typeof EventRow.Type) {
      const { at, batch, clientId, eventId, facts, seq } = row
      const opened = yield* sealed.open(occurrence, { clientId, id: eventId }, facts)
      const event: StoredEvent = { ...opened, position: { batch, seq }, eventId, clientId, at }
      return event
    })

    const unlessUnreadable = (row: typeof EventRow.Type) =>
      Effect.catchIf(
        Effect.asSome(toEvent(row)),
        ({ reason }) => reason === "UNREADABLE",
        (error: StoreError) =>
          Effect.logError("could not read an event; omitted it").pipe(
            Effect.annotateLogs({ eventId: row.eventId, failures: failuresOf(Cause.fail(error)) }),
            Effect.as(Option.none<StoredEvent>())
          )
      )

    const newest = (clientId: string) =>
      read(
        sql,
        statement`SELECT batch, seq FROM event WHERE client_id = ${clientId} AND ${isSettled}
          ORDER BY batch DESC, seq DESC LIMIT 1`
      ).pipe(Effect.map((rows) => decodePlaces(rows)[0] ?? firstPosition))

    const placeOf = ({ batch, seq }: EventPosition): EventPosition => ({ batch, seq })

    const furthest = (a: EventPosition, b: EventPosition): EventPosition =>
      a.batch > b.batch || (a.batch === b.batch && a.seq > b.seq) ? a : b

    const byId = points.prepare(
      "read event",
      `SELECT ${columns} FROM event WHERE event_id = ? AND client_id = ?`,
      (row) => toEvent(decodeEvent(row))
    )

    const readOnce = Effect.fnUntraced(function* (clientId: string, position: EventPosition, query: EventQuery) {
      const { limit, since, types, userId } = query
      const isFiltered = types !== undefined || since !== undefined || userId !== undefined
      // Read first, so that no event which is added in between is skipped.
      const end = isFiltered ? furthest(position, yield* newest(clientId)) : position
      const found = yield* read(
        sql,
        statement`SELECT ${literal(columns)}, CASE WHEN ${isSettled} THEN 1 ELSE 0 END AS settled FROM event
          WHERE client_id = ${clientId} AND (batch, seq) > (${position.batch}, ${position.seq})
          ${types === undefined ? literal("") : statement`AND type IN ${anyOf(types)}`}
          ${since === undefined ? literal("") : statement`AND at >= ${since}`}
          ${userId === undefined ? literal("") : statement`AND user_id = ${userId}`}
          ORDER BY batch, seq LIMIT ${limit}`
      )
      const rows = decodeRows(found)
      const settled = rows.filter((row) => row.settled === 1)
      const last = settled.at(-1) ?? position
      return {
        isSettling: settled.length === 0 && rows.length > 0,
        settled,
        next: settled.length < limit ? furthest(placeOf(last), end) : placeOf(last)
      }
    })

    const after = Effect.fnUntraced(function* (clientId: string, position: EventPosition, query: EventQuery) {
      let found = yield* readOnce(clientId, position, query)
      for (let reads = 1; found.isSettling && reads < settlingReads; reads++) {
        yield* settling
        found = yield* readOnce(clientId, position, query)
      }
      const events = yield* Effect.forEach(found.settled, unlessUnreadable)
      return { events: events.flatMap(Option.toArray), next: found.next }
    }, asStoreError("read events"))

    const eraseOnce = (before: number) =>
      units.run(function* () {
        const erased = decodeErased(
          yield* statement`DELETE FROM event WHERE (client_id, batch, seq) IN
            (SELECT client_id, batch, seq FROM event WHERE at < ${before} LIMIT ${slice})
            RETURNING client_id AS "clientId", batch, seq`
        )
        for (const { batch, clientId, seq } of erased) {
          yield* statement`INSERT INTO event_forgotten (client_id, batch, seq) VALUES (${clientId}, ${batch}, ${seq})
            ON CONFLICT (client_id) DO UPDATE SET batch = excluded.batch, seq = excluded.seq
            WHERE (event_forgotten.batch, event_forgotten.seq) < (excluded.batch, excluded.seq)`.unread
        }
        return erased.length
      })

    return EventStore.of({
      after,
      read: (clientId, eventId) => byId(eventId, clientId),
      end: (clientId) => newest(clientId).pipe(asStoreError("read events")),
      startOf: (clientId, since) =>
        read(
          sql,
          statement`SELECT batch, seq FROM (SELECT batch, seq FROM event
            WHERE client_id = ${clientId} AND event_id >= ${EventIds.smallest(since)} ORDER BY event_id LIMIT ${disorder})
            AS candidates ORDER BY batch, seq LIMIT 1`
        ).pipe(
          asStoreError("read events"),
          Effect.flatMap((rows) => {
            const [first] = decodePlaces(rows)
            return first === undefined
              ? asStoreError("read events")(newest(clientId))
              : Effect.succeed({ batch: first.batch, seq: first.seq - 1 })
          })
        ),
      forgotten: (clientId) =>
        read(sql, statement`SELECT batch, seq FROM event_forgotten WHERE client_id = ${clientId}`).pipe(
          asStoreError("read events"),
          Effect.map((rows) => decodePlaces(rows)[0] ?? firstPosition)
        ),
      eraseEvents: (before) => inSlices(eraseOnce(before)).pipe(asStoreError("expire events"))
    })
  })
)
