/**
 * Limits how often a collection can be started for one login identity, so that clients cannot guess passwords (spec 8).
 * After one of these collections has ended as INCORRECT_CREDENTIALS, the limit is lower.
 */

export interface AttemptLimit {
  readonly starts: number
  /** The maximum number of starts per window once a start has ended as INCORRECT_CREDENTIALS. */
  readonly startsAfterFailure: number
  readonly windowMillis: number
}

export interface LoginAttempt {
  /** The start's time, in milliseconds since 1970. */
  readonly at: number
  /** True once the started collection has ended as INCORRECT_CREDENTIALS. */
  readonly hasFailed: boolean
}

/** The attempts of one login identity, oldest first. */
export type LoginAttempts = ReadonlyArray<LoginAttempt>

/**
 * Returns the attempts that still count at `now`. Ignores attempts more than one window in the future: they were
 * recorded before the clock was set back.
 */
export const attemptsInWindow = ({ windowMillis }: AttemptLimit, attempts: LoginAttempts, now: number): LoginAttempts =>
  attempts.filter(({ at }) => Math.abs(now - at) < windowMillis)

/** Returns the milliseconds until another start is allowed, or zero if one is allowed now. */
export const waitMillis = (limit: AttemptLimit, attempts: LoginAttempts, now: number): number => {
  const counting = attemptsInWindow(limit, attempts, now)
  const failure = counting.findIndex(({ hasFailed }) => hasFailed)
  const sinceFailure = failure < 0 ? [] : counting.slice(failure)
  const until = (counted: LoginAttempts, allowed: number): number => {
    const last = counted[counted.length - allowed]
    return last === undefined ? 0 : last.at + limit.windowMillis - now
  }
  return Math.max(until(counting, limit.starts), until(sinceFailure, limit.startsAfterFailure))
}

export const addAttempt = (limit: AttemptLimit, attempts: LoginAttempts, now: number): LoginAttempts => [
  ...attemptsInWindow(limit, attempts, now),
  { at: now, hasFailed: false }
]

export const withdrawAttempt = (attempts: LoginAttempts, at: number): LoginAttempts => {
  const index = attempts.findIndex((attempt) => attempt.at === at && !attempt.hasFailed)
  return index < 0 ? attempts : attempts.toSpliced(index, 1)
}

/**
 * Marks the attempt that started at `at` as failed. If the service has restarted and lost this attempt, adds it again.
 */
export const markFailed = (limit: AttemptLimit, attempts: LoginAttempts, at: number, now: number): LoginAttempts => {
  const index = attempts.findIndex((attempt) => attempt.at === at)
  const found = { at, hasFailed: true }
  const marked = index < 0 ? [...attempts, found] : attempts.with(index, found)
  return attemptsInWindow(limit, marked, now).toSorted((one, other) => one.at - other.at)
}
