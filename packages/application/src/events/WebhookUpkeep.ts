/** The background task that erases webhook attempts, with the events that they delivered (decisions 17). */
import { WebhookDeliveryStore } from "@sheaf/ports"
import { Clock, Effect, Layer } from "effect"
import { every } from "../durable/Recurring.ts"
import { Retention } from "../Retention.ts"

export const eraseExpired = Effect.gen(function* () {
  const { events } = yield* Retention
  yield* (yield* WebhookDeliveryStore).eraseBefore((yield* Clock.currentTimeMillis) - events)
})

export const layer = Layer.effectDiscard(every("1 hour", "erasing webhook attempts", eraseExpired))
