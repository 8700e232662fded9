/** Decides which failed requests to retry, and when. */
import type { ResponseHeaders } from "./ClientOptions.ts"
import type { Clock } from "./Clock.ts"
import { SheafConnectionError, SheafProblem } from "./Errors.ts"

/**
 * The maximum pause between two attempts, in seconds. If Sheaf asks for a longer one, the call rejects instead of
 * waiting.
 */
const maxPause = 60

const passing = [429, 500, 502, 503, 504]

/** Retrying is pointless for these limits, because the application must ask the person first. */
const lasting = ["TOO_MANY_ATTEMPTS", "UNATTENDED_LIMIT"]

const isPassing = (error: SheafProblem | SheafConnectionError): boolean => {
  if (error instanceof SheafConnectionError) return error.status === undefined || passing.includes(error.status)
  return error.code === "IDEMPOTENCY_KEY_IN_USE" || (passing.includes(error.status) && !lasting.includes(error.code))
}

/**
 * Returns how many seconds `Retry-After` asks the client to wait. If the field contains a date, measures it against the
 * response's own `Date`, because this machine's clock may be off.
 */
export const parseRetryAfter = (headers: ResponseHeaders, now: number): number | undefined => {
  const field = headers.get("retry-after")
  if (field === null) return undefined
  const theirs = Date.parse(headers.get("date") ?? "")
  const since = Number.isNaN(theirs) ? now : theirs
  const seconds = /^\d+$/.test(field) ? Number(field) : (Date.parse(field) - since) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

export const isRejectedWithoutEffect = (error: unknown): boolean =>
  error instanceof SheafProblem && [429, 503].includes(error.status)

/** Returns a random pause in milliseconds. Its upper bound doubles with each attempt, from 0.25 to 8 seconds. */
const backoff = (attempt: number, clock: Clock): number => clock.random() * Math.min(8000, 250 * 2 ** (attempt - 1))

/**
 * Returns the pause before an attempt, in milliseconds, or undefined if no attempt may follow. Adds a random fraction
 * of a second to `Retry-After`, so that clients do not all return simultaneously.
 */
export const pauseMillisBefore = (attempt: number, error: unknown, clock: Clock): number | undefined => {
  if (!(error instanceof SheafProblem || error instanceof SheafConnectionError) || !isPassing(error)) return undefined
  const { retryAfterSeconds } = error
  if (retryAfterSeconds === undefined) return backoff(attempt, clock)
  return retryAfterSeconds > maxPause ? undefined : retryAfterSeconds * 1000 + clock.random() * 250
}
