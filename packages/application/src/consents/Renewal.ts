/**
 * Renews a consent's credentials at a bank with OAuth (decisions 9, 21). Codes and refresh tokens may work only once. A
 * step therefore claims the renewal in the consent's row first, and stores the new credentials before anything uses them.
 */
import { ConsentStore } from "@sheaf/ports"
import type { BankError, ConsentProgress, ConsentWork, StoreError } from "@sheaf/ports"
import { Clock, Effect, Fiber, Option, Result, Schedule } from "effect"
import * as BankCall from "./BankCall.ts"
import { settle, stay } from "./Settlement.ts"
import type { Settled } from "./Settlement.ts"

/**
 * The time for which a step can claim the renewal, in milliseconds. If the service stops in the meantime, the next step
 * repeats the request after this time.
 */
const claimMillis = 30_000

/** The longest exchange, in milliseconds. Its outcome is recorded before the claim ends. */
const exchangeMillis = 20_000

/** The pause before other steps check for the outcome, in milliseconds. */
const lookAgainMillis = 2_000

/** The pauses between attempts to record an outcome while the store is unavailable. */
const recordAgain = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("1 second")])

/** Marks the credentials as expired, so that the next step renews them. */
export const needed = (progress: ConsentProgress): ConsentProgress => ({ ...progress, renewal: {} })

/** Returns whether a step is renewing the credentials. */
export const isClaimed = ({ renewal }: ConsentProgress, now: number): boolean => now < (renewal?.claimedUntil ?? 0)

const ended = ({ renewal: _, ...progress }: ConsentProgress): ConsentProgress => progress

/** Removes credentials that the bank no longer renews. */
const withoutCredentials = ({ credentials: _, ...progress }: ConsentProgress): ConsentProgress => ended(progress)

/**
 * Records the outcome of a renewal, unless it no longer holds the claim. Retries while the store is unavailable,
 * because the new tokens exist nowhere else, and the old refresh token may no longer work.
 */
const record = Effect.fnUntraced(
  function* (
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
  },
  Effect.retry({ schedule: recordAgain, while: ({ reason }: StoreError) => reason === "UNAVAILABLE" })
)

/**
 * Renews the credentials and records the outcome. Returns the pause before the next step if another step is renewing
 * them. A renewal continues after an interruption, because an interrupted exchange could lose the new tokens.
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
  const until = now + claimMillis
  const claim = stay(work, { ...work.progress, renewal: { claimedUntil: until } }, lookAgainMillis)
  const change = settle(work, claim, now)
  const store = yield* ConsentStore
  if (Option.isNone(change) || !(yield* store.advance(work, change.value, { isLasting: true }))) return undefined
  const renewed = Effect.gen(function* () {
    const result = yield* Effect.result(BankCall.renew(work.company, credentials, exchangeMillis))
    yield* record(work, until, (found, at) => {
      if (Result.isSuccess(result)) {
        return stay(found, { ...ended(found.progress), credentials: result.success }, 0)
      }
      const isOver = result.failure.reason === "CONSENT_INVALID"
      const progress = isOver ? withoutCredentials(found.progress) : needed(found.progress)
      return { progress, ...onFailure({ ...found, progress }, result.failure, at) }
    })
  })
  yield* Effect.flatMap(Effect.forkDetach(renewed, { startImmediately: true }), Fiber.join)
  return undefined
})
