/** Background tasks that recover consents, announce their expiry, and erase consents whose retention has ended. */
import { ConsentStore } from "@sheaf/ports"
import { Clock, Effect, Layer } from "effect"
import * as Recovery from "../durable/Recovery.ts"
import { every } from "../durable/Recurring.ts"
import { Retention } from "../Retention.ts"
import { process } from "./Process.ts"

/** Erases consents whose retention has ended. */
export const erase = Effect.gen(function* () {
  const { row } = yield* Retention
  const now = yield* Clock.currentTimeMillis
  yield* (yield* ConsentStore).eraseRows(now - row)
})

/** Adds events for consents that expire soon. */
export const announceExpiry = Effect.gen(function* () {
  yield* (yield* ConsentStore).announceExpiry(yield* Clock.currentTimeMillis)
})

export const layer = Layer.effectDiscard(
  Effect.all([
    Recovery.keepGoing(process),
    every("1 minute", "erasing expired consents", erase),
    every("1 minute", "announcing expiring consents", announceExpiry)
  ])
)
