/** When a webhook delivery is retried, and when a failing endpoint is disabled (spec 6). */

const seconds = 1000
const minutes = 60 * seconds
const hours = 60 * minutes
const days = 24 * hours

/** The pauses before the retries, in milliseconds: nine retries within 75 hours. */
export const retryDelays: ReadonlyArray<number> = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours
]

/**
 * The maximum deviation from a pause, as a fraction of the pause. The deviation spreads the retries after an outage.
 */
export const jitter = 0.1

/** How long an endpoint can go without success before it is disabled, in milliseconds. */
export const disableAfterMillis = 5 * days

export interface FailedAttempt {
  /** The number of attempts so far, including this one: at least 1. */
  readonly attempts: number
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: number
  /** The receiver's `Retry-After`, in milliseconds. Present only if Sheaf honors the header for this response. */
  readonly retryAfterMillis?: number
}

/**
 * Returns the pause before the next attempt, in milliseconds, or `undefined` after the last. With `Retry-After`, the
 * receiver can make the pause longer (up to the next pause in the schedule), but not shorter.
 *
 * @example
 * retryDelayAfter({ attempts: 1, random: 0.5 }) // 5000
 */
export const retryDelayAfter = ({ attempts, random, retryAfterMillis = 0 }: FailedAttempt): number | undefined => {
  const pause = retryDelays[attempts - 1]
  if (pause === undefined) return undefined
  const longest = retryDelays[attempts] ?? pause
  const spread = Math.round(pause * (1 + jitter * (2 * random - 1)))
  return Math.max(spread, Math.min(retryAfterMillis, longest))
}

/** Times are milliseconds since 1970. */
export const hasFailedTooLong = (firstFailedAt: number, now: number): boolean =>
  now - firstFailedAt >= disableAfterMillis
