/** The use case of clients that read their events (spec 6). */
import { Events, EventStore, startPosition, InvalidParameters, isPositionBefore, Sealer } from "@sheaf/ports"
import type { Caller, EventRequest } from "@sheaf/ports"
import { Effect, Layer, Schema } from "effect"
import * as ListCursor from "../requests/ListCursor.ts"
import * as EventRendering from "./EventRendering.ts"
import * as RetainedEvents from "./RetainedEvents.ts"

/** A cursor's content: the last position that the client has read past, and the time at which the client began. */
const Cursor = Schema.Struct({
  batch: Schema.Finite,
  seq: Schema.Finite,
  since: Schema.optionalKey(Schema.Finite)
})
type Cursor = typeof Cursor.Type

const listOf = ({ clientId, userId }: Caller): ListCursor.ListKey => ({
  tenant: clientId,
  list: userId === undefined ? ["events"] : ["events", userId]
})

export const layer = Layer.effect(
  Events,
  Effect.gen(function* () {
    const store = yield* EventStore
    const sealer = yield* Sealer
    const { expired, startAt } = yield* RetainedEvents.make
    const cursors = ListCursor.makeCursors(sealer, Cursor)

    const startOf = Effect.fnUntraced(function* (caller: Caller, { cursor, since }: EventRequest) {
      const { clientId } = caller
      if (cursor !== undefined && since !== undefined) {
        const detail = "`since` cannot be combined with `cursor`."
        return yield* new InvalidParameters({
          violations: [{ pointer: "/query/since", code: "INVALID_FIELD", detail }]
        })
      }
      if (cursor !== undefined) {
        const read = yield* cursors.read(listOf(caller), cursor)
        return isPositionBefore(read, yield* Effect.orDie(store.forgotten(clientId))) ? yield* yield* expired : read
      }
      if (since === undefined) return startPosition
      const from = Date.parse(since)
      return { ...(yield* startAt(clientId, from)), since: from }
    })

    return Events.of({
      page: Effect.fnUntraced(function* (caller, version, request) {
        const start: Cursor = yield* startOf(caller, request)
        const { clientId, userId } = caller
        const kept = start.since === undefined ? {} : { since: start.since }
        const found = yield* Effect.orDie(
          store.after(clientId, start, {
            limit: request.limit,
            ...(request.type !== undefined && { types: request.type }),
            ...(userId !== undefined && { userId }),
            ...kept
          })
        )
        const position: Cursor = { ...found.next, ...kept }
        return {
          items: yield* EventRendering.renderEvents(version, found),
          next: yield* cursors.write(listOf(caller), position),
          ...(found.isSettling && { readAgainAfter: RetainedEvents.settlingPauseMillis })
        }
      })
    })
  })
)
