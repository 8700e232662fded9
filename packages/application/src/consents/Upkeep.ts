/** Background tasks that recover consents, and erase consents whose retention has ended. */
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

export const layer = Layer.effectDiscard(
  Effect.andThen(Recovery.keepGoing(process), every("1 minute", "erasing expired consents", erase))
)
