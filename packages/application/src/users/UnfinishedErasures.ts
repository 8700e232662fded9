/** Finishes user erasures that were interrupted or have to wait for a bank. */
import { UserStore } from "@sheaf/ports"
import { Effect } from "effect"
import { isolateFailure } from "../process/BackgroundTask.ts"
import * as Erasure from "./Erasure.ts"

/** Runs each erasure separately, so that one failure cannot stop the others. */
export const finishErasures = Effect.gen(function* () {
  const erasures = yield* (yield* UserStore).erasures
  const finishOne = (erasure: (typeof erasures)[number]) =>
    isolateFailure({ userId: erasure.userId })(Erasure.finishErasure(erasure))
  yield* Effect.forEach(erasures, finishOne, { discard: true })
})
