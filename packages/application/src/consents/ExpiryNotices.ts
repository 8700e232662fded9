/** Adds events for consents that expire soon. */
import { ConsentStore } from "@sheaf/ports"
import { Clock, Effect } from "effect"

export const announceExpiries = Effect.gen(function* () {
  yield* (yield* ConsentStore).announceExpiry(yield* Clock.currentTimeMillis)
})
