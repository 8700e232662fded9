/** The positions from which a client can read events, given how long events are kept (spec 6). */
import { EventsExpiredError, EventStore } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { timestampOf } from "../views/Display.ts"
import { eventGraceMillis, Retention } from "../settings/Retention.ts"

/** The pause before another read, in milliseconds, while open transactions can still add earlier events (ADR 25). */
export const settlingPauseMillis = 500

export const make = Effect.gen(function* () {
  const store = yield* EventStore
  const { events: retention } = yield* Retention

  const expired = Effect.map(
    Clock.currentTimeMillis,
    (now) => new EventsExpiredError({ oldestAvailable: timestampOf(now - retention) })
  )

  return {
    expired,
    /** Returns the position just before the first event at or after `since` (milliseconds since 1970). */
    startAt: Effect.fnUntraced(function* (clientId: string, since: number) {
      if (since < (yield* Clock.currentTimeMillis) - retention - eventGraceMillis) return yield* yield* expired
      return yield* Effect.orDie(store.startOf(clientId, since))
    })
  }
})
