/**
 * Request rates (spec 8). A key can use its whole quota in one burst. The quota then refills evenly, so that the
 * average rate never exceeds the quota per window. Clients that stay within the rate are never rejected, even with
 * jitter of up to a window. The state is a single number, as in the generic cell rate algorithm.
 */

export interface RateLimit {
  /** The name that clients see in `RateLimit`. */
  readonly name: string
  /** The number of requests in a window. At least 1. */
  readonly quota: number
  readonly windowMillis: number
}

/** The result of counting a request. */
export interface RateLimitResult {
  /** False if the quota was used up. The request then does not count. */
  readonly isAllowed: boolean
  /** The number of further requests that the key can send now. */
  readonly remaining: number
  /** The pause until the key can send another request, in milliseconds. Zero while any requests remain. */
  readonly waitMillis: number
  /** The time at which the whole quota is available again, in milliseconds. This number is the key's new state. */
  readonly fullAt: number
}

/** The tolerance, in milliseconds, for rounding errors if a quota does not divide its window evenly. */
export const roundingToleranceMillis = 1e-3

/** Describes the state `fullAt` after a request at the time `now`. */
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
 * Counts a key's request. `fullAt` is the key's state, or `undefined` for a new or idle key. The clock can have been set
 * back, so states are capped at one window ahead.
 */
export const take = (rate: RateLimit, fullAt: number | undefined, now: number): RateLimitResult => {
  const { quota, windowMillis } = rate
  const since = Math.min(Math.max(fullAt ?? now, now), now + windowMillis)
  const next = since + windowMillis / quota
  return next - now > windowMillis + roundingToleranceMillis
    ? rateLimitResultOf(rate, false, since, now)
    : rateLimitResultOf(rate, true, next, now)
}

/** Returns the state after returning one counted request to the quota. */
export const refund = ({ quota, windowMillis }: RateLimit, fullAt: number): number => fullAt - windowMillis / quota
