/**
 * Renews a consent's credentials at a bank with OAuth (spec 2.4, 16). Codes and refresh tokens may work only once. A
 * step therefore claims the renewal in the consent's row first, and stores the new credentials before anything uses them.
 */
import { ConsentStore } from "@sheaf/ports"
import type { BankError, ConsentProgress, ConsentWork } from "@sheaf/ports"
import { Clock, Effect, Option, Result } from "effect"
import * as SingleUse from "../process/SingleUse.ts"
import * as BankCall from "./BankCall.ts"
import { settle, stay } from "./Settlement.ts"
import type { Settled } from "./Settlement.ts"

/** The pause before other steps check for the outcome, in milliseconds. */
const lookAgainMillis = 2_000

/** Marks the credentials as expired, so that the next step renews them. */
export const needed = (progress: ConsentProgress): ConsentProgress => ({ ...progress, renewal: {} })

/** Lets a later step try again after a failure. */
const neededAfter = (progress: ConsentProgress, { reason }: BankError): ConsentProgress => ({
  ...progress,
  renewal: reason === "BROKEN" || reason === "REFUSED" ? { failure: reason } : {}
})

/** Returns whether a step is renewing the credentials. */
export const isClaimed = ({ renewal }: ConsentProgress, now: number): boolean => now < (renewal?.claimedUntil ?? 0)

const ended = ({ renewal: _, ...progress }: ConsentProgress): ConsentProgress => progress

/** Removes credentials that the bank no longer renews. */
const withoutCredentials = ({ credentials: _, ...progress }: ConsentProgress): ConsentProgress => ended(progress)

/**
 * Records the outcome of a renewal, unless it no longer holds the claim. Retries while the store is unavailable.
 */
const record = Effect.fnUntraced(function* (
  { consentId, progress: { credentials } }: ConsentWork,
  claimedUntil: number,
  settledOf: (work: ConsentWork, now: number) => Settled
) {
  const store = yield* ConsentStore
  for (;;) {
    const found = Option.getOrUndefined(yield* store.work(consentId))
    if (found?.progress.renewal?.claimedUntil !== claimedUntil || found.progress.credentials !== credentials) return
    const now = yield* Clock.currentTimeMillis
    const change = settle(found, settledOf(found, now), now)
    if (Option.isNone(change) || (yield* store.advance(found, change.value, { isLasting: true }))) return
  }
}, SingleUse.recorded)

/**
 * Renews the credentials and records the outcome. Returns the pause before the next step if another step is renewing
 * them.
 */
export const renew = Effect.fnUntraced(function* (
  work: ConsentWork,
  onFailure: (work: ConsentWork, error: BankError, now: number) => Settled
) {
  const { credentials, renewal } = work.progress
  const now = yield* Clock.currentTimeMillis
  if (credentials === undefined) return stay(work, ended(work.progress), 0)
  const { claimedUntil = 0 } = renewal ?? {}
  if (now < claimedUntil) return stay(work, work.progress, Math.min(lookAgainMillis, claimedUntil - now))
  const until = now + SingleUse.claimMillis
  const claim = stay(work, { ...work.progress, renewal: { claimedUntil: until } }, lookAgainMillis)
  const change = settle(work, claim, now)
  const store = yield* ConsentStore
  if (Option.isNone(change) || !(yield* store.advance(work, change.value, { isLasting: true }))) return undefined
  const renewed = Effect.gen(function* () {
    const result = yield* Effect.result(BankCall.renew(work.company, credentials, SingleUse.exchangeMillis))
    yield* record(work, until, (found, at) => {
      if (Result.isSuccess(result)) {
        return stay(found, { ...ended(found.progress), credentials: result.success }, 0)
      }
      const isOver = result.failure.reason === "CONSENT_INVALID"
      const progress = isOver ? withoutCredentials(found.progress) : neededAfter(found.progress, result.failure)
      return { progress, ...onFailure({ ...found, progress }, result.failure, at) }
    })
  })
  yield* SingleUse.finish(renewed)
  return undefined
})
