/** Background tasks that recover collections, and erase collections whose retention has ended. */
import { CollectionStore } from "@sheaf/ports"
import { Clock, Effect, Layer } from "effect"
import * as Recovery from "../durable/Recovery.ts"
import { every } from "../durable/Recurring.ts"
import { Retention } from "../Retention.ts"
import { process } from "./Process.ts"

/** Erases data and rows whose retention has ended. */
export const erase = Effect.gen(function* () {
  const store = yield* CollectionStore
  const retention = yield* Retention
  const now = yield* Clock.currentTimeMillis
  yield* store.eraseData(now - retention.data)
  if (retention.eraseWithConsent) yield* store.eraseDataWithConsent(now)
  yield* store.eraseRows(now - retention.row)
})

export const layer = Layer.effectDiscard(
  Effect.andThen(Recovery.keepGoing(process), every("1 minute", "erasing expired collections", erase))
)
