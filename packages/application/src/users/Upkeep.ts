/** Background tasks that finish erasing users, and erase keys and certificates that ended long ago. */
import { CertificateStore, ClientStore, erasedIdsKeptFor, UserStore } from "@sheaf/ports"
import { Clock, Effect, Layer } from "effect"
import { alone, every } from "../durable/Recurring.ts"
import { auditedFor } from "../Retention.ts"
import * as Erasure from "./Erasure.ts"

/** Continues erasures that were interrupted or are waiting for a bank. */
export const finishErasures = Effect.gen(function* () {
  const erasures = yield* (yield* UserStore).erasures
  const finish = (erasure: (typeof erasures)[number]) => alone({ userId: erasure.userId })(Erasure.finish(erasure))
  yield* Effect.forEach(erasures, finish, { discard: true })
})

/** Erases expired hashes of erased users' external ids. */
export const forgetErasedIds = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  yield* (yield* UserStore).forgetErasedIds(now - erasedIdsKeptFor)
})

/** Erases keys and certificates that ended before the oldest record of the audit log. */
export const eraseCredentials = Effect.gen(function* () {
  const endedBefore = (yield* Clock.currentTimeMillis) - auditedFor
  yield* (yield* ClientStore).eraseKeys(endedBefore)
  yield* (yield* CertificateStore).eraseExpired(endedBefore)
})

export const layer = Layer.effectDiscard(
  Effect.all([
    every("30 seconds", "finishing user erasures", finishErasures),
    every("1 minute", "erasing ids of erased users", forgetErasedIds),
    every("1 hour", "erasing old keys and certificates", eraseCredentials)
  ])
)
