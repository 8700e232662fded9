/** Pure decisions about a person who authorizes a consent with an electronic ID (spec 2.4, 3.2, 17). */
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import type { ElectronicIdIdentity } from "@sheaf/domain/CreateConsent"
import { statusOfFailure } from "@sheaf/domain/ElectronicIdHint"
import type { AuthenticationFailure } from "@sheaf/domain/ElectronicIdHint"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type {
  ConsentInstructions,
  ConsentProgressIn,
  ConsentState,
  DisplayEntry,
  ElectronicIdError,
  ElectronicIdOrder,
  ElectronicIdProgress,
  ReturnQuery
} from "@sheaf/ports"
import { Option, Redacted } from "effect"
import type { Timeouts } from "../settings/Timeouts.ts"
import { dateOf } from "../views/Display.ts"
import { authorizationDeadline, retryOrFail } from "./Decision.ts"
import { resetAttempts, toIdentifiedStage, toUnconfirmedStage } from "./Progress.ts"
import { failedOutcome, unchangedOutcome } from "./Outcome.ts"
import type { StepOutcome } from "./Outcome.ts"

export const onElectronicIdError = (consent: ConsentState, { reason }: ElectronicIdError): StepOutcome =>
  reason === "ALREADY_IN_PROGRESS"
    ? failedOutcome("USER_CANCELLED")
    : retryOrFail(consent, reason !== "REFUSED", "REJECTED_BY_BANK")

const shownOf = (
  { loginMethod }: ElectronicIdIdentity,
  { animatedCode, appUrl, autoStartToken, controlCode, deviceLink, pageUrl }: ElectronicIdOrder
): ConsentInstructions => {
  const { animatedQr, autostart } = LoginMethod.describe(loginMethod)
  const display: ReadonlyArray<DisplayEntry> = [
    ...(animatedQr && animatedCode ? [{ _tag: "AnimatedCode", ...animatedCode } as const] : []),
    ...(deviceLink ? [{ _tag: "DeviceLink", ...deviceLink } as const] : [])
  ]
  return {
    ...(pageUrl !== undefined && { orderPageUrl: pageUrl }),
    ...(appUrl !== undefined && { appUrl }),
    ...(autostart && autoStartToken !== undefined && { autoStartToken }),
    ...(controlCode !== undefined && { referenceNumber: controlCode }),
    ...(display.length > 0 && { display })
  }
}

export const onOrderPlaced = (
  { appReturnUrl: _, ...progress }: ConsentProgressIn<"Created">,
  order: ElectronicIdOrder
): StepOutcome => ({
  status: "AWAITING_AUTHORIZATION",
  shown: shownOf(progress.identity, order),
  progress: { ...progress, _tag: "Ordered", attempts: 0, orderRef: order.orderRef },
  afterMillis: 0
})

const failures: Record<AuthenticationFailure, ConsentFailureCode> = {
  AUTHENTICATION_TIMEOUT: "AUTHENTICATION_TIMEOUT",
  AUTHENTICATION_CANCELLED: "USER_CANCELLED",
  AUTHENTICATION_CONFLICT: "USER_CANCELLED",
  AUTHENTICATION_ERROR: "REJECTED_BY_BANK"
}

/**
 * Decides what an electronic-ID order's progress means for the consent. If somebody else completed the order, that
 * person's proof is not kept. If the person opened the app through a link, that link may have been forwarded, so the
 * bank learns nothing until the client has confirmed that the right person returned.
 */
export const onIdentification = (
  consent: ConsentState,
  ordered: ConsentProgressIn<"Ordered">,
  given: ElectronicIdProgress,
  now: number,
  timeouts: Timeouts
): StepOutcome => {
  if (given._tag === "Pending") return unchangedOutcome(consent, resetAttempts(ordered), given.afterMillis)
  const progress = resetAttempts(toIdentifiedStage(ordered))
  if (given._tag === "Failed") return { ...failedOutcome(failures[statusOfFailure(given.hint)]), progress }
  const fromElectronicId = Redacted.value(given.personalNumber)
  const verdict = LoginIdentity.compare(ordered.identity.login, { fromElectronicId }, dateOf(now))
  if (verdict !== "VERIFIED")
    return { ...failedOutcome(verdict === "MISMATCH" ? "PERSON_MISMATCH" : failures.AUTHENTICATION_ERROR), progress }
  const kept = given.completion?.proof && { proof: Redacted.value(given.completion.proof) }
  const { status } = consent
  const { returns } = ordered
  if (returns?.query === undefined) return { status, progress: { ...progress, ...kept }, afterMillis: 0 }
  const until = authorizationDeadline(consent, timeouts)
  return { status, progress: { ...toUnconfirmedStage(progress, returns, until), ...kept }, afterMillis: until - now }
}

/** Records the parameters that the app added to the return URL. Only the first return counts. */
export const onAppReturn = ({ progress, ...consent }: ConsentState, query: ReturnQuery): Option.Option<StepOutcome> => {
  if (consent.status !== "AWAITING_AUTHORIZATION" || progress._tag !== "Ordered") return Option.none()
  const { returns } = progress
  if (returns === undefined || returns.query !== undefined) return Option.none()
  const returned = { ...progress, returns: { ...returns, query } }
  return Option.some(unchangedOutcome({ ...consent, progress }, returned, 0))
}
