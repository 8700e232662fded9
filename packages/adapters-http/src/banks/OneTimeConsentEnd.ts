/** How a collection under a one-time consent ends or pauses when its bank rejects a call (spec 2.1, 16). */
import * as FailureReason from "@sheaf/domain/FailureReason"
import { ConnectorError } from "@sheaf/ports"
import type { BankError, Step } from "@sheaf/ports"
import { Effect } from "effect"

/** How often to check whether the person has authorized the consent, in milliseconds. */
export const watchMillis = 2_000

/**
 * If the bank limits the rate of calls, a collection waits at most this long, in milliseconds. If the bank asks for a
 * longer pause, the collection ends.
 */
const maxPauseMillis = 60_000

const reasons = {
  UNREACHABLE: "UNREACHABLE",
  BANK_ERROR: "COMPANY_ERROR",
  CREDENTIALS_EXPIRED: "BROKEN",
  BROKEN: "BROKEN"
} as const

const limited = (session: string, retryAfterMillis: number): Step => ({
  _tag: "End",
  status: "THIRD_PARTY_ERROR",
  session,
  reason: FailureReason.make("COMPANY_ERROR", { retryAfterSeconds: Math.ceil(retryAfterMillis / 1000) })
})

export const refused = (session: string): Step => ({
  _tag: "End",
  status: "AUTHENTICATION_ERROR",
  session,
  reason: FailureReason.make("CONSENT_REFUSED")
})

/**
 * A rejection ends the collection. A rate limit pauses it or, if the pause would be too long, ends it. For any other
 * error, the step fails with a reason that says whether a retry can help. `session` is empty if there is none yet.
 */
export const onError =
  (session: string, pause?: (afterMillis: number) => Step) =>
  (error: BankError): Effect.Effect<Step, ConnectorError> => {
    const { reason, retryAfterMillis = 0 } = error
    if (reason === "REFUSED" || reason === "CONSENT_INVALID") return Effect.succeed(refused(session))
    if (reason !== "LIMITED") return Effect.fail(new ConnectorError({ reason: reasons[reason], cause: error }))
    if (retryAfterMillis > maxPauseMillis) return Effect.succeed(limited(session, retryAfterMillis))
    return pause === undefined
      ? Effect.fail(new ConnectorError({ reason: "COMPANY_ERROR", cause: error }))
      : Effect.succeed(pause(Math.max(watchMillis, retryAfterMillis)))
  }
