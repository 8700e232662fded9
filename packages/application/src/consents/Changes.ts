/** Changes of a consent that somebody asks for, made whatever step it is about to take. */
import { isFinal } from "@sheaf/domain/ConsentStatus"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { ConsentStore } from "@sheaf/ports"
import type { ConsentWork } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import { announced } from "../durable/Engine.ts"
import { ConsentEngine } from "./Process.ts"
import { revoked, settle, stay } from "./Settlement.ts"
import type { Outcome } from "./Settlement.ts"
import { takeSteps } from "./Steps.ts"

/**
 * Brings a consent to what `outcomeOf` wants of it as it stands, and wakes it; `false` when it wants nothing, or the table
 * of statuses does not allow it. Whoever is faster is looked at again. Once this gives true, the change survives a power
 * cut.
 */
export const change = Effect.fnUntraced(function* (
  consentId: string,
  outcomeOf: (work: ConsentWork) => Outcome | undefined
) {
  const store = yield* ConsentStore
  const engine = yield* ConsentEngine
  for (;;) {
    const found = yield* store.work(consentId)
    if (Option.isNone(found)) return false
    const work = found.value
    const outcome = outcomeOf(work)
    const made = outcome && settle(work, outcome, yield* Clock.currentTimeMillis)
    if (made === undefined) return false
    if (yield* announced(store.advance(work, made, true), engine.wake(consentId, work.step))) return true
  }
})

/** Ends a consent, here at once, and at the bank by the steps that follow; one that has ended stays as it is. */
export const revoke = (consentId: string) => change(consentId, ({ status }) => (isFinal(status) ? undefined : revoked))

/** Asks the bank at once where a consent stands that is in this status, whatever the consent waits for. */
export const lookUp = Effect.fnUntraced(function* (consentId: string, status: ConsentStatus) {
  yield* change(consentId, (work) => (work.status === status ? stay(work, work.progress, 0) : undefined))
  yield* takeSteps(consentId)
})
