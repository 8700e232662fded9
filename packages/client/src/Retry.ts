/** Decides which failed requests to repeat, and after which pause. All repeated requests are safe to repeat. */
import type { Clock } from "./Clock.ts"
import { SheafConnectionError, SheafProblem } from "./Errors.ts"

/** The longest pause between two attempts, in seconds. If Sheaf asks for a longer pause, the caller gets the problem. */
const longestPause = 60

/** The statuses of a passing failure. */
const passing = [429, 500, 502, 503, 504]

/**
 * Limits on a person's logins and on readings without the person. Sheaf asks the client to consult the person instead of
 * repeating the request.
 */
const lasting = ["TOO_MANY_ATTEMPTS", "UNATTENDED_LIMIT"]

const isPassing = (error: SheafProblem | SheafConnectionError): boolean => {
  if (error instanceof SheafConnectionError) return error.status === undefined || passing.includes(error.status)
  return error.code === "IDEMPOTENCY_KEY_IN_USE" || (passing.includes(error.status) && !lasting.includes(error.code))
}

/** Returns a random pause of up to 0.25, 0.5, 1, 2, 4 and 8 seconds, in milliseconds. */
const backoff = (attempt: number, clock: Clock): number => clock.random() * Math.min(8000, 250 * 2 ** (attempt - 1))

/**
 * Returns the pause before the given attempt, in milliseconds, or undefined if the request must not be repeated. After
 * `Retry-After`, a random fraction of a second is added, so that clients do not return all at once.
 */
export const pauseBefore = (attempt: number, error: unknown, clock: Clock): number | undefined => {
  if (!(error instanceof SheafProblem || error instanceof SheafConnectionError) || !isPassing(error)) return undefined
  const { retryAfterSeconds } = error
  if (retryAfterSeconds === undefined) return backoff(attempt, clock)
  return retryAfterSeconds > longestPause ? undefined : retryAfterSeconds * 1000 + clock.random() * 250
}
