/** Takes the steps of a consent that are due. Where its row stands decides which those are: early, late or twice is no harm. */
import { isFinal } from "@sheaf/domain/ConsentStatus"
import { ConsentStore } from "@sheaf/ports"
import type { AccountHoldingBanks, ConsentWork, ElectronicId, PublicAddress, StoreError } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import * as BankCall from "./BankCall.ts"
import { settle, stay } from "./ConsentSettlement.ts"
import type { Outcome } from "./ConsentSettlement.ts"
import * as ConsentSteps from "./ConsentSteps.ts"
import * as ElectronicIdCall from "./ElectronicIdCall.ts"

/** What to wait for next. Holds nothing personal. */
export type ConsentWait =
  | { readonly _tag: "End" }
  /** Take step number `step` after this many milliseconds, or when somebody changed the consent. */
  | { readonly _tag: "Wait"; readonly step: number; readonly millis: number }

const ended: ConsentWait = { _tag: "End" }
const waitBefore = (step: number, millis: number): ConsentWait => ({ _tag: "Wait", step, millis })

/** A bank that answers at once is asked no more often than this without a pause. */
const stepsAtOnce = 20
const breathMillis = 1000

/** An ended consent that the bank has still to be told of takes this one along; false when there is none. */
const leaveToClose = Effect.fnUntraced(function* (standing: ConsentWork, bankConsentId: string) {
  if (!isFinal(standing.status) || standing.progress.bankConsentId !== undefined) return false
  const change = settle(standing, stay(standing, { ...standing.progress, bankConsentId }, 0), standing.dueAt)
  return change !== undefined && (yield* (yield* ConsentStore).advance(standing, change))
})

/**
 * What the bank or the electronic ID opened for a step that was overtaken is closed, where nobody else knows of it: the
 * same step may have been taken twice, and then both got the same.
 */
const abandon = Effect.fnUntraced(function* ({ company, consentId, progress: before }: ConsentWork, outcome: Outcome) {
  const { bankConsentId, orderRef } = outcome.progress ?? {}
  const found = Option.getOrUndefined(yield* (yield* ConsentStore).work(consentId))
  const isKnown = (key: "bankConsentId" | "orderRef", value: string) =>
    before[key] === value || found?.progress[key] === value
  if (orderRef !== undefined && !isKnown("orderRef", orderRef)) yield* ElectronicIdCall.cancel(orderRef)
  if (bankConsentId === undefined || isKnown("bankConsentId", bankConsentId)) return
  if (found !== undefined && (yield* leaveToClose(found, bankConsentId))) return
  yield* Effect.ignore(BankCall.revoke(company, bankConsentId))
})

/** One step, recorded; or nothing, when somebody was faster. */
const takeOne = Effect.fnUntraced(function* (work: ConsentWork) {
  const store = yield* ConsentStore
  const outcome = yield* ConsentSteps.next(work)
  const change = settle(work, outcome, yield* Clock.currentTimeMillis)
  if (change === undefined) {
    yield* Effect.logError("a step of a consent is not allowed").pipe(
      Effect.annotateLogs({ from: work.status, to: outcome.status })
    )
    return
  }
  if (!(yield* store.advance(work, change))) yield* abandon(work, outcome)
})

export const takeConsentSteps: (
  consentId: string
) => Effect.Effect<ConsentWait, StoreError, ConsentStore | AccountHoldingBanks | ElectronicId | PublicAddress> =
  Effect.fnUntraced(
    function* (consentId) {
      const store = yield* ConsentStore
      for (let taken = 0; ; taken++) {
        const found = yield* store.work(consentId)
        if (Option.isNone(found)) return ended
        const { dueAt, step } = found.value
        const millis = dueAt - (yield* Clock.currentTimeMillis)
        if (millis > 0) return waitBefore(step, millis)
        if (taken >= stepsAtOnce) return waitBefore(step, breathMillis)
        yield* takeOne(found.value)
      }
    },
    (effect, consentId) => Effect.annotateLogs(effect, { consentId })
  )
