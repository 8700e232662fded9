/**
 * The pure decisions in a step: which company to ask, and how its answer affects the collection (spec 2.5, 3).
 */
import type * as AuthenticationMismatch from "@sheaf/domain/AuthenticationMismatch"
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { isFunctional } from "@sheaf/domain/Company"
import * as FailureReason from "@sheaf/domain/FailureReason"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { statusWhenUnanswered } from "@sheaf/domain/SupplementInfo"
import type {
  Collected,
  ConnectedCompany,
  ConnectorError,
  PageVisit,
  PlacedOrder,
  Shown,
  Step,
  Work
} from "@sheaf/ports"
import { Option, Result } from "effect"
import { dateOf } from "../views/Day.ts"
import { forQuestion } from "../settings/Timeouts.ts"
import type { Timeouts } from "../settings/Timeouts.ts"
import type { Prepared } from "./data/CollectedData.ts"
import * as Settlement from "./Settlement.ts"
import type { Settled } from "./Settlement.ts"

/** Returns the time by which the collection must leave this status. Ignores the deadline of a pending question. */
export const leaveBefore = ({ authenticateUntil, deadline }: Work, status: CollectionStatus): number =>
  status === "WAITING_FOR_USER_ACTION" ? Math.min(deadline, authenticateUntil ?? deadline) : deadline

/** Returns the collection's end if the collection or its authentication has timed out by `now`. The earlier timeout counts. */
const timedOut = (work: Work, now: number): Option.Option<Settled> => {
  const unconfirmed = work.visit?.state === "GRANTED" ? FailureReason.make("NOT_CONFIRMED") : undefined
  const until = leaveBefore(work, work.status)
  if (now >= until && until === work.deadline && unconfirmed === undefined) {
    return Option.some(Settlement.ended("FAILED", FailureReason.make("COLLECTION_TIMEOUT")))
  }
  return now >= until ? Option.some(Settlement.ended("AUTHENTICATION_TIMEOUT", unconfirmed)) : Option.none()
}

const unreachable = Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_UNREACHABLE"))

/** Returns the collection's end if its company cannot start it. */
const unavailable = ({ availability }: ConnectedCompany, order: PlacedOrder): Option.Option<Settled> => {
  const { functional, loginMethods, status } = availability
  if (!functional || !isFunctional(status)) {
    const maintained = Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_MAINTENANCE"))
    return Option.some(status === "MAINTENANCE" ? maintained : unreachable)
  }
  // A stored consent replaces the login, so the login method is only recorded (spec 2.1).
  const isApplicable = order._tag === "StoredConsent" || loginMethods.includes(order.loginMethod)
  return isApplicable ? Option.none() : Option.some(Settlement.ended("LOGIN_METHOD_NOT_APPLICABLE"))
}

/** The end of a collection if somebody else may have returned from its page. */
const notConfirmed = Settlement.ended("AUTHENTICATION_ERROR", FailureReason.make("NOT_CONFIRMED"))

export interface Inquiry {
  readonly company: ConnectedCompany
  readonly order: PlacedOrder
}

/** Decides which company to ask for the next step. Fails with the step's outcome if there is no need to ask. */
export const whomToAsk = (
  work: Work,
  company: Option.Option<ConnectedCompany>,
  now: number
): Result.Result<Inquiry, Settled> => {
  const { order, pending, visit } = work
  if (visit?.state === "REFUSED") return Result.fail(notConfirmed)
  const unanswered = pending && Settlement.ended(statusWhenUnanswered[pending.question.kind])
  if (unanswered && pending.until < work.deadline) return Result.fail(unanswered)
  const late = timedOut(work, now)
  if (Option.isSome(late)) return Result.fail(late.value)
  if (unanswered) return Result.fail(unanswered)
  if (Option.isNone(company)) return Result.fail(unreachable)
  // Only ended collections have no order.
  if (order === undefined) return Result.fail(Settlement.connectorFailed)
  const refused = work.step > 0 ? Option.none() : unavailable(company.value, order)
  return Option.isSome(refused) ? Result.fail(refused.value) : Result.succeed({ company: company.value, order })
}

const failures = {
  UNREACHABLE: unreachable,
  COMPANY_ERROR: Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_ERROR")),
  BROKEN: Settlement.connectorFailed
} as const satisfies Record<ConnectorError["reason"], Settled>

/** Decides the outcome of a failed call. If a timeout expired during the call, it takes precedence over the failure. */
export const whenFailed = (work: Work, reason: ConnectorError["reason"], now: number): Settled =>
  Option.getOrElse(timedOut(work, now), () => failures[reason])

/**
 * CONFIRMED: the company reported the requested number. IDENTIFIED: the electronic ID reported it, which overrules
 * companies.
 */
type PersonMatch = "UNKNOWN" | "CONFIRMED" | "IDENTIFIED" | "SOMEONE_ELSE"

/**
 * Decides whether the right person has authenticated. A company cannot overrule a verified electronic ID (spec 3.2). A
 * report from the client's own device can only prove a mismatch.
 */
const personOf = ({ identified }: Work, order: PlacedOrder, { authenticated }: Step, today: string): PersonMatch => {
  if (authenticated === undefined || order._tag === "StoredConsent") return "UNKNOWN"
  const { fromCompany, fromDevice, fromElectronicId } = authenticated
  const verdictOn = (told: AuthenticationMismatch.KnownNumbers) => LoginIdentity.compare(order.login, told, today)
  if (verdictOn({ fromElectronicId: fromDevice }) === "MISMATCH") return "SOMEONE_ELSE"
  if (verdictOn({ fromElectronicId }) === "VERIFIED") return "IDENTIFIED"
  const told = identified ? { fromElectronicId } : { fromCompany, fromElectronicId }
  const verdict = verdictOn(told)
  if (verdict === "MISMATCH") return "SOMEONE_ELSE"
  return verdict === "VERIFIED" ? "CONFIRMED" : "UNKNOWN"
}

/**
 * Returns true if an outcome needs a verified person but nobody was verified. Files, pages and stored consents name nobody.
 */
const lacksPerson = ({ identified }: Work, { company, order }: Inquiry, person: PersonMatch): boolean =>
  company.requiresVerifiedPerson === true &&
  order._tag === "Login" &&
  LoginIdentity.personalNumberOf(order.login) !== undefined &&
  !identified &&
  person === "UNKNOWN"

/** An outcome with collected data. The data must be prepared before the outcome is settled. */
export interface Collect {
  readonly _tag: "Collect"
  readonly step: Extract<Step, { readonly _tag: "End" }>
  readonly collected: Collected
}

const shownBy = ({ display, information }: Exclude<Step, { readonly _tag: "End" }>): Shown => ({
  ...(information !== undefined && Object.keys(information).length > 0 && { information }),
  ...(display !== undefined && display.length > 0 && { display })
})

/** Returns true if the company's answer waits for the client's confirmation. */
export const isHeld = (decided: Settled | Collect): boolean =>
  decided._tag !== "Collect" && decided.visit?.state === "GRANTED"

/**
 * Decides on an answer from a company whose page the person must visit. Until the person's return is proved, nothing can
 * follow the page, because somebody else could have opened it. Returns nothing if the answer counts.
 */
const beforeConfirmation = (
  { deadline, shown, status, visit }: Work,
  step: Step,
  now: number,
  { consentConfirmation }: Timeouts
): Settled | undefined => {
  const isPage = step._tag !== "End" && step.information?.REDIRECT_URL !== undefined
  if (isPage && visit?.unreported === undefined && visit?.state !== "EXPECTED") return Settlement.connectorFailed
  if (visit === undefined || visit.state === "CONFIRMED") return undefined
  const isLogin = visit.state === "EXPECTED" && shown.information?.REDIRECT_URL === undefined
  const isWaiting =
    step._tag === "End" ? !isOutcome(step.status) : step.status !== "COLLECTING" && (step._tag === "Poll" || isLogin)
  if (isWaiting) return undefined
  if (visit.state !== "RETURNED" || step._tag !== "Poll") return Settlement.connectorFailed
  const until = Math.min(now + consentConfirmation, deadline)
  return {
    _tag: "Poll",
    status,
    session: step.session,
    shown: {},
    visit: { ...Settlement.reported(visit), state: "GRANTED", until },
    authenticateUntil: until
  }
}

/** Returns the visit while a step shows its page. A step that shows it again did not accept the return, so another one is expected. */
const visitAt = (visit: PageVisit, step: Step): PageVisit => {
  const { codeHash: _, expectsCode: __, ...expected } = Settlement.reported(visit)
  return { ...expected, state: "EXPECTED", ...(step._tag === "Poll" && step.expectsCode && { expectsCode: true }) }
}

/** Decides how a connector's answer affects a collection. */
export const onAnswer = (
  work: Work,
  inquiry: Inquiry,
  step: Step,
  now: number,
  timeouts: Timeouts
): Settled | Collect => {
  const person = personOf(work, inquiry.order, step, dateOf(now))
  if (person === "SOMEONE_ELSE") return Settlement.ended("AUTHENTICATION_MISMATCH")
  const unproved = beforeConfirmation(work, step, now, timeouts)
  if (unproved !== undefined) return unproved
  const { session, status } = step
  if (step._tag === "End") {
    const { collected, reason } = step
    if (isOutcome(status) && lacksPerson(work, inquiry, person)) return Settlement.ended("AUTHENTICATION_ERROR")
    return collected !== undefined && (status === "COMPLETED" || status === "COMPLETED_PARTIAL")
      ? { _tag: "Collect", step, collected }
      : Settlement.ended(status, reason)
  }
  // The timeout for authenticating starts with the first WAITING_FOR_USER_ACTION. Later statuses do not restart it.
  const { authenticateUntil = now + timeouts.electronicId } = work
  const isPage = step.information?.REDIRECT_URL !== undefined
  const visit = work.visit && isPage ? visitAt(work.visit, step) : undefined
  const ongoing = {
    status,
    session,
    shown: shownBy(step),
    identified: person === "IDENTIFIED",
    ...(status === "WAITING_FOR_USER_ACTION" && { authenticateUntil }),
    ...(visit && { visit })
  }
  if (step._tag === "Poll") return { _tag: "Poll", ...ongoing, ...(step.once && { once: step.once }) }
  const { question } = step
  const until = Math.min(now + forQuestion(timeouts, question), leaveBefore(work, status))
  // Each step asks at most one question, so the step's number identifies the question.
  const inputId = `${work.collectionId}-${work.step}`
  return { _tag: "Ask", ...ongoing, pending: { inputId, question, until } }
}

/** Decides the outcome of a collection with prepared data. */
export const onCollected = (
  { status, reason }: Collect["step"],
  { data, documents, empty, missing }: Prepared
): Settled => {
  if (missing.length > 0) {
    const partial = FailureReason.make("PARTIAL_DATA", { missing })
    return { ...Settlement.ended("COMPLETED_PARTIAL", partial), data, documents }
  }
  if (empty && status === "COMPLETED") return Settlement.ended("COMPLETED_EMPTY")
  return { ...Settlement.ended(status, reason), data, documents }
}
