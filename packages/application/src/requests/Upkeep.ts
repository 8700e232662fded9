/** The background task that erases request keys whose retention has ended. */
import { RequestKeyStore } from "@sheaf/ports"
import { Clock, Effect, Layer } from "effect"
import { every } from "../durable/Recurring.ts"

export const eraseExpired = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  yield* (yield* RequestKeyStore).eraseExpired(now)
})

export const layer = Layer.effectDiscard(every("1 minute", "erasing expired request keys", eraseExpired))
