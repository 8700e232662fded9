/** Background tasks that erase events whose retention has ended. */
import { EventStore } from "@sheaf/ports"
import { Clock, Duration, Effect, Layer } from "effect"
import { every } from "../durable/Recurring.ts"
import { Retention } from "../Retention.ts"

/** Events are kept a little longer than promised, so that clients can use the `oldestAvailable` of a problem. */
const grace = Duration.toMillis("1 hour")

/** Erases events whose retention has ended. */
export const erase = Effect.gen(function* () {
  const { events } = yield* Retention
  const now = yield* Clock.currentTimeMillis
  yield* (yield* EventStore).eraseEvents(now - events - grace)
})

export const layer = Layer.effectDiscard(every("1 minute", "erasing expired events", erase))
