/**
 * Rates of requests (decisions 14). A key can use its whole quota at once. The quota then refills evenly, so the average
 * rate never exceeds the quota per window, and jitter of up to a window refuses no client that keeps to the rate. The
 * state is a single number: the generic cell rate algorithm.
 */

export interface Rate {
  /** The name that clients see in `RateLimit`. */
  readonly name: string
  /** The number of requests in a window. At least 1. */
  readonly quota: number
  readonly windowMillis: number
}

/** The result of counting a request. */
export interface Counted {
  /** False if the quota was used up. Such a request does not count. */
  readonly isAllowed: boolean
  /** The number of further requests that the key can send now. */
  readonly remaining: number
  /** The pause until the key can send another request, in milliseconds. Zero while any remain. */
  readonly waitMillis: number
  /** The time at which the whole quota is available again, in milliseconds. This number is the key's new state. */
  readonly fullAt: number
}

/** Absorbs the rounding of quotas that do not divide their window, in milliseconds. */
const rounding = 1e-3

/** Describes a state at a time. The clock can have been set back, so no state is later than a window from now. */
const counted = ({ quota, windowMillis }: Rate, isAllowed: boolean, fullAt: number, now: number): Counted => {
  const pause = windowMillis / quota
  const free = windowMillis - (fullAt - now)
  const remaining = Math.max(0, Math.floor((free + rounding) / pause))
  return { isAllowed, remaining, waitMillis: remaining > 0 ? 0 : Math.max(0, pause - free), fullAt }
}

/** Counts a request of a key. `fullAt` is the key's state, or `undefined` for a new or idle key. */
export const take = (rate: Rate, fullAt: number | undefined, now: number): Counted => {
  const { quota, windowMillis } = rate
  const since = Math.min(Math.max(fullAt ?? now, now), now + windowMillis)
  const next = since + windowMillis / quota
  return next - now > windowMillis + rounding ? counted(rate, false, since, now) : counted(rate, true, next, now)
}

/** Returns the state after one counted request is returned to the quota. */
export const giveBack = ({ quota, windowMillis }: Rate, fullAt: number): number => fullAt - windowMillis / quota
