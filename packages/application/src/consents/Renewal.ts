/**
 * Renews a consent's credentials at a bank with OAuth (spec 2.4, 16). Codes and refresh tokens may work only once, so a
 * step first leases the renewal in the consent's row, and stores the new credentials before anything uses them.
 */
import { ConsentStore } from "@sheaf/ports"
import type { BankError, ConsentCredentials, ConsentProgress, ConsentState, CredentialRenewal } from "@sheaf/ports"
import { Clock, Effect, Option, Result } from "effect"
import * as SingleUse from "../process/SingleUse.ts"
import * as BankCall from "./BankCall.ts"
import { credentialsOf, withCredentials } from "./Progress.ts"
import { applyOutcome, unchangedOutcome } from "./Outcome.ts"
import type { StepOutcome } from "./Outcome.ts"

/** How long other steps wait before they check again whether the renewal has finished, in milliseconds. */
const lookAgainMillis = 2_000

const withRenewal = (progress: ConsentProgress, renewal: CredentialRenewal): ConsentProgress => {
  const credentials = credentialsOf(progress)
  return credentials === undefined ? progress : withCredentials(progress, { ...credentials, renewal })
}

export const markRenewalDue = (progress: ConsentProgress): ConsentProgress => withRenewal(progress, { _tag: "Due" })

const neededAfter = (progress: ConsentProgress, { reason }: BankError): ConsentProgress =>
  withRenewal(progress, { _tag: "Due", ...((reason === "BROKEN" || reason === "REFUSED") && { failure: reason }) })

export const isRenewalLeased = (progress: ConsentProgress, now: number): boolean => {
  const renewal = credentialsOf(progress)?.renewal
  return renewal?._tag === "Claimed" && now < renewal.until
}

const renewedTo = (progress: ConsentProgress, value: string): ConsentProgress => {
  const { renewal: _, ...credentials } = credentialsOf(progress) ?? {}
  return withCredentials(progress, { ...credentials, value })
}

/** Records a renewal's result, unless its lease has ended. Keeps trying while the store is unavailable. */
const record = Effect.fnUntraced(function* (
  consentId: string,
  { value }: ConsentCredentials,
  leasedUntil: number,
  settledOf: (consent: ConsentState, now: number) => StepOutcome
) {
  const store = yield* ConsentStore
  for (;;) {
    const found = Option.getOrUndefined(yield* store.loadState(consentId))
    const credentials = found && credentialsOf(found.progress)
    const isOwn = credentials?.renewal?._tag === "Claimed" && credentials.renewal.until === leasedUntil
    if (found === undefined || !isOwn || credentials.value !== value) return
    const now = yield* Clock.currentTimeMillis
    const change = applyOutcome(found, settledOf(found, now), now)
    if (Option.isNone(change) || (yield* store.advance(found, change.value, { isLasting: true }))) return
  }
}, SingleUse.recordWithRetry)

/**
 * Renews the credentials and records the result. If another step is already renewing them, returns the pause before the
 * next step.
 */
export const renewCredentials = Effect.fnUntraced(function* (
  consent: ConsentState,
  credentials: ConsentCredentials,
  onFailure: (consent: ConsentState, error: BankError, now: number) => StepOutcome
) {
  const now = yield* Clock.currentTimeMillis
  const { renewal } = credentials
  if (renewal?._tag === "Claimed" && now < renewal.until) {
    return unchangedOutcome(consent, consent.progress, Math.min(lookAgainMillis, renewal.until - now))
  }
  const until = now + SingleUse.leaseMillis
  const lease = unchangedOutcome(consent, withRenewal(consent.progress, { _tag: "Claimed", until }), lookAgainMillis)
  const change = applyOutcome(consent, lease, now)
  const store = yield* ConsentStore
  if (Option.isNone(change) || !(yield* store.advance(consent, change.value, { isLasting: true }))) return undefined
  const renewed = Effect.gen(function* () {
    const result = yield* Effect.result(
      BankCall.renewCredentials(consent.company, credentials.value, SingleUse.maxExchangeMillis)
    )
    yield* record(consent.consentId, credentials, until, (found, at) => {
      if (Result.isSuccess(result)) {
        return unchangedOutcome(found, renewedTo(found.progress, result.success), 0)
      }
      const isOver = result.failure.reason === "CONSENT_INVALID"
      const progress = isOver ? withCredentials(found.progress, undefined) : neededAfter(found.progress, result.failure)
      return { progress, ...onFailure({ ...found, progress }, result.failure, at) }
    })
  })
  yield* SingleUse.runUninterruptibly(renewed)
  return undefined
})
