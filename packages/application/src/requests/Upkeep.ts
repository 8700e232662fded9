/** The background task that erases the keys of requests when their retention ends. */
import { RequestKeyStore } from "@sheaf/ports"
import { Clock, Effect, Layer } from "effect"
import { every } from "../durable/Recurring.ts"

export const eraseExpired = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  yield* (yield* RequestKeyStore).eraseExpired(now)
})

export const layer = Layer.effectDiscard(every("1 minute", "erasing expired request keys", eraseExpired))
