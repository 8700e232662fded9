/** Background tasks that recover consents and erasures, and erase consents when their retention ends. */
import { ConsentStore, erasedIdsKeptFor, UserStore } from "@sheaf/ports"
import { Clock, Effect, Layer } from "effect"
import { Retention } from "../collections/Upkeep.ts"
import * as Recovery from "../durable/Recovery.ts"
import { alone, every } from "../durable/Recurring.ts"
import * as Erasure from "../users/Erasure.ts"
import { process } from "./Process.ts"

/** Erases consents whose retention has ended, and expired hashes of erased users' external ids. */
export const expire = Effect.gen(function* () {
  const { row } = yield* Retention
  const now = yield* Clock.currentTimeMillis
  yield* (yield* ConsentStore).expireRows(now - row)
  yield* (yield* UserStore).forgetErasedIds(now - erasedIdsKeptFor)
})

/** Continues erasures that were interrupted or are waiting for a bank. */
export const finishErasures = Effect.gen(function* () {
  const erasures = yield* (yield* UserStore).erasures
  const finish = (erasure: (typeof erasures)[number]) => alone({ userId: erasure.userId })(Erasure.finish(erasure))
  yield* Effect.forEach(erasures, finish, { discard: true })
})

export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* Recovery.keepGoing(process)
    yield* every("30 seconds", "finishing user erasures", finishErasures)
    yield* every("1 minute", "erasing expired consents", expire)
  })
)
