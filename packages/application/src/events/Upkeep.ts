/** Background tasks that erase events whose retention has ended. */
import { EventStore } from "@sheaf/ports"
import { Clock, Effect, Layer } from "effect"
import { every } from "../durable/Recurring.ts"
import { eventGrace, Retention } from "../Retention.ts"

/** Erases events whose retention has ended. */
export const erase = Effect.gen(function* () {
  const { events } = yield* Retention
  const now = yield* Clock.currentTimeMillis
  yield* (yield* EventStore).eraseEvents(now - events - eventGrace)
})

export const layer = Layer.effectDiscard(every("1 minute", "erasing expired events", erase))
