/** How clients read their events (spec 6). */
import {
  EventNotFound,
  Events,
  EventStore,
  startPosition,
  InvalidParameters,
  isPositionBefore,
  Sealer
} from "@sheaf/ports"
import type { Caller, EventRequest } from "@sheaf/ports"
import { Effect, Layer, Schema } from "effect"
import * as ListCursor from "../requests/ListCursor.ts"
import * as EventRendering from "./EventRendering.ts"
import * as RetainedEvents from "./RetainedEvents.ts"

/**
 * A cursor's content: the last position that the client has passed and, if the client requested only events since a
 * certain time, that time.
 */
const Cursor = Schema.Struct({
  batch: Schema.Finite,
  seq: Schema.Finite,
  since: Schema.optionalKey(Schema.Finite)
})
type Cursor = typeof Cursor.Type

const userOf = (caller: Caller, { userId }: Pick<EventRequest, "userId">) => caller.userId ?? userId

/** Returns the event types to list: none if the request and the token name different users. */
const typesOf = (caller: Caller, { type: types, userId }: EventRequest) => {
  if (caller.userId !== undefined && userId !== undefined && userId !== caller.userId) return { types: [] }
  return types === undefined ? {} : { types }
}

const listOf = (caller: Caller, request: EventRequest): ListCursor.ListKey => {
  const userId = userOf(caller, request)
  return { tenant: caller.clientId, list: userId === undefined ? ["events"] : ["events", userId] }
}

export const layer = Layer.effect(
  Events,
  Effect.gen(function* () {
    const store = yield* EventStore
    const sealer = yield* Sealer
    const { expired, startAt } = yield* RetainedEvents.make
    const cursors = ListCursor.makeCursors(sealer, Cursor)

    const startOf = Effect.fnUntraced(function* (caller: Caller, request: EventRequest) {
      const { clientId } = caller
      const { cursor, since } = request
      if (cursor !== undefined && since !== undefined) {
        const detail = "`since` cannot be combined with `cursor`."
        return yield* new InvalidParameters({
          violations: [{ pointer: "/query/since", code: "INVALID_FIELD", detail }]
        })
      }
      if (cursor !== undefined) {
        const read = yield* cursors.read(listOf(caller, request), cursor)
        return isPositionBefore(read, yield* Effect.orDie(store.forgotten(clientId))) ? yield* yield* expired : read
      }
      if (since === undefined) return startPosition
      const from = Date.parse(since)
      return { ...(yield* startAt(clientId, from)), since: from }
    })

    return Events.of({
      page: Effect.fnUntraced(function* (caller, version, request) {
        const start: Cursor = yield* startOf(caller, request)
        const { clientId } = caller
        const userId = userOf(caller, request)
        const kept = start.since === undefined ? {} : { since: start.since }
        const found = yield* Effect.orDie(
          store.after(clientId, start, {
            limit: request.limit,
            ...typesOf(caller, request),
            ...(userId !== undefined && { userId }),
            ...kept
          })
        )
        const position: Cursor = { ...found.next, ...kept }
        return {
          items: yield* EventRendering.renderEvents(version, found),
          next: yield* cursors.write(listOf(caller, request), position),
          ...(found.isSettling && { readAgainAfter: RetainedEvents.settlingPauseMillis })
        }
      }),
      read: Effect.fnUntraced(function* ({ clientId, userId }, version, eventId) {
        const found = yield* Effect.orDie(store.read(clientId, [eventId]))
        const own = found.events.filter((event) => userId === undefined || event.userId === userId)
        const [shown] = yield* EventRendering.renderEvents(version, { ...found, events: own })
        return shown === undefined ? yield* new EventNotFound() : shown
      })
    })
  })
)
