/**
 * Request rates (spec 8). A key can use its whole quota in one burst. The quota then refills evenly, so over time a key
 * never exceeds the quota per window. A client that keeps to the average rate is never rejected, even if single
 * requests are early or late by up to a window. As in the generic cell rate algorithm (GCRA), a single number per key
 * is enough.
 */

export interface RateLimit {
  /** The rate's name in the response header `RateLimit`. */
  readonly name: string
  /** The number of requests in a window. At least 1. */
  readonly quota: number
  readonly windowMillis: number
}

export interface RateLimitResult {
  /** False if the quota was used up. A rejected request does not count. */
  readonly isAllowed: boolean
  readonly remaining: number
  /** The time until the key can send another request, in milliseconds. Zero if the key can send one immediately. */
  readonly waitMillis: number
  /** When the whole quota is available again, in milliseconds. This time is all that Sheaf has to store for a key. */
  readonly fullAt: number
}

/** Tolerates rounding errors, in milliseconds, for quotas that do not divide their window evenly. */
export const roundingToleranceMillis = 1e-3

export const rateLimitResultOf = (
  { quota, windowMillis }: RateLimit,
  isAllowed: boolean,
  fullAt: number,
  now: number
): RateLimitResult => {
  const pause = windowMillis / quota
  const free = windowMillis - (fullAt - now)
  const remaining = Math.max(0, Math.floor((free + roundingToleranceMillis) / pause))
  return { isAllowed, remaining, waitMillis: remaining > 0 ? 0 : Math.max(0, pause - free), fullAt }
}

/**
 * Counts a request against a key's quota, unless the quota is used up. `fullAt` is the key's stored state, or
 * `undefined` for a new or idle key. If the clock has been set back since `fullAt` was stored, `fullAt` can be more
 * than one window ahead. It then counts as exactly one window ahead.
 */
export const take = (rate: RateLimit, fullAt: number | undefined, now: number): RateLimitResult => {
  const { quota, windowMillis } = rate
  const since = Math.min(Math.max(fullAt ?? now, now), now + windowMillis)
  const next = since + windowMillis / quota
  return next - now > windowMillis + roundingToleranceMillis
    ? rateLimitResultOf(rate, false, since, now)
    : rateLimitResultOf(rate, true, next, now)
}

export const refund = ({ quota, windowMillis }: RateLimit, fullAt: number): number => fullAt - windowMillis / quota
