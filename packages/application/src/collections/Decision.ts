/** Pure decisions within a step: which company to call, and what its answer means for the collection (spec 2.5, 3). */
import type * as AuthenticationMismatch from "@sheaf/domain/AuthenticationMismatch"
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { isFunctional } from "@sheaf/domain/Company"
import * as FailureReason from "@sheaf/domain/FailureReason"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import * as StartCollection from "@sheaf/domain/StartCollection"
import { timeoutStatuses } from "@sheaf/domain/SupplementInfo"
import type {
  CollectedData,
  ConnectedCompany,
  ConnectorError,
  PageVisit,
  CollectionRequest,
  StatusInformation,
  Step,
  CollectionState
} from "@sheaf/ports"
import { Option, Result } from "effect"
import { dateOf } from "../views/Display.ts"
import { timeoutForQuestion } from "../settings/Timeouts.ts"
import type { Timeouts } from "../settings/Timeouts.ts"
import type { PreparedData } from "./data/CollectedData.ts"
import * as Outcome from "./Outcome.ts"
import type { StepOutcome } from "./Outcome.ts"
import * as Visit from "./calls/Visit.ts"

/** Returns when a collection in this status times out. Ignores the deadline of a pending question. */
export const statusDeadline = ({ authenticateUntil, deadline }: CollectionState, status: CollectionStatus): number =>
  status === "WAITING_FOR_USER_ACTION" ? Math.min(deadline, authenticateUntil ?? deadline) : deadline

/**
 * Returns how a collection ends if, by `now`, its deadline has passed or its authentication has timed out. If both have
 * happened, the earlier one decides.
 */
const timedOut = (collection: CollectionState, now: number): Option.Option<StepOutcome> => {
  const unconfirmed = collection.visit?.state === "GRANTED" ? FailureReason.make("NOT_CONFIRMED") : undefined
  const until = statusDeadline(collection, collection.status)
  if (now >= until && until === collection.deadline && unconfirmed === undefined) {
    return Option.some(Outcome.endOutcome("FAILED", FailureReason.make("COLLECTION_TIMEOUT")))
  }
  return now >= until ? Option.some(Outcome.endOutcome("AUTHENTICATION_TIMEOUT", unconfirmed)) : Option.none()
}

const unreachable = Outcome.endOutcome("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_UNREACHABLE"))

const unavailable = ({ availability }: ConnectedCompany, order: CollectionRequest): Option.Option<StepOutcome> => {
  const { functional, loginMethods, status } = availability
  if (!functional || !isFunctional(status)) {
    const maintained = Outcome.endOutcome("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_MAINTENANCE"))
    return Option.some(status === "MAINTENANCE" ? maintained : unreachable)
  }
  // A collection that uses a stored consent or an earlier session does not log in. Its login method is only recorded
  // (spec 2.1).
  const isApplicable = order._tag !== "Login" || loginMethods.includes(order.loginMethod)
  return isApplicable ? Option.none() : Option.some(Outcome.endOutcome("LOGIN_METHOD_NOT_APPLICABLE"))
}

const notConfirmed = Outcome.endOutcome("AUTHENTICATION_ERROR", FailureReason.make("NOT_CONFIRMED"))

export interface StepCall {
  readonly company: ConnectedCompany
  readonly order: CollectionRequest
}

/** Returns the call that the collection's next step makes. If the step needs no call, fails with the step's outcome. */
export const decideCall = (
  collection: CollectionState,
  company: Option.Option<ConnectedCompany>,
  now: number
): Result.Result<StepCall, StepOutcome> => {
  const { order, pending, visit } = collection
  if (visit?.state === "REFUSED") return Result.fail(notConfirmed)
  const unanswered = pending && Outcome.endOutcome(timeoutStatuses[pending.question.kind])
  if (unanswered && pending.until < collection.deadline) return Result.fail(unanswered)
  const late = timedOut(collection, now)
  if (Option.isSome(late)) return Result.fail(late.value)
  if (unanswered) return Result.fail(unanswered)
  if (Option.isNone(company)) return Result.fail(unreachable)
  // If there is no order, the collection has already ended.
  if (order === undefined) return Result.fail(Outcome.connectorErrorOutcome)
  const refused = collection.step > 0 ? Option.none() : unavailable(company.value, order)
  return Option.isSome(refused) ? Result.fail(refused.value) : Result.succeed({ company: company.value, order })
}

const failures = {
  UNREACHABLE: unreachable,
  COMPANY_ERROR: Outcome.endOutcome("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_ERROR")),
  BROKEN: Outcome.connectorErrorOutcome
} as const satisfies Record<ConnectorError["reason"], StepOutcome>

/**
 * Decides how a collection ends after a failed call. If the collection timed out during the call, the timeout decides
 * how it ends.
 */
export const onCallFailure = (
  collection: CollectionState,
  reason: ConnectorError["reason"],
  now: number
): StepOutcome => Option.getOrElse(timedOut(collection, now), () => failures[reason])

/**
 * CONFIRMED: the company reported the personal number that was requested. IDENTIFIED: the electronic ID reported it,
 * which counts more than any company's report.
 */
type PersonMatch = "UNKNOWN" | "CONFIRMED" | "IDENTIFIED" | "SOMEONE_ELSE"

/**
 * Decides whether the right person authenticated. Once the electronic ID has verified the person, the company cannot
 * contradict it (spec 3.2). A number that the client's device reports can prove a mismatch, but never a match.
 */
const personOf = (
  { identified }: CollectionState,
  order: CollectionRequest,
  { authenticated }: Step,
  today: string
): PersonMatch => {
  if (authenticated === undefined || order._tag !== "Login") return "UNKNOWN"
  const { fromCompany, fromDevice, fromElectronicId } = authenticated
  const verdictOn = (told: AuthenticationMismatch.KnownPersonalNumbers) =>
    LoginIdentity.compare(order.login, told, today)
  if (verdictOn({ fromElectronicId: fromDevice }) === "MISMATCH") return "SOMEONE_ELSE"
  if (verdictOn({ fromElectronicId }) === "VERIFIED") return "IDENTIFIED"
  const told = identified ? { fromElectronicId } : { fromCompany, fromElectronicId }
  const verdict = verdictOn(told)
  if (verdict === "MISMATCH") return "SOMEONE_ELSE"
  return verdict === "VERIFIED" ? "CONFIRMED" : "UNKNOWN"
}

/**
 * Returns true if the company requires a verified person and nobody was verified. Files, pages and stored consents do
 * not name a person, so they are exempt.
 */
const lacksPerson = ({ identified }: CollectionState, { company, order }: StepCall, person: PersonMatch): boolean =>
  company.requiresVerifiedPerson === true &&
  order._tag === "Login" &&
  LoginIdentity.personalNumberOf(order.login) !== undefined &&
  !identified &&
  person === "UNKNOWN"

export interface CompletionDecision {
  readonly _tag: "Collect"
  readonly step: Extract<Step, { readonly _tag: "End" }>
  readonly collected: CollectedData
}

const shownBy = ({ display, information }: Exclude<Step, { readonly _tag: "End" }>): StatusInformation => ({
  ...(information !== undefined && Object.keys(information).length > 0 && { information }),
  ...(display !== undefined && display.length > 0 && { display })
})

export const awaitsConfirmation = (decided: StepOutcome | CompletionDecision): boolean =>
  decided._tag !== "Collect" && decided.visit?.state === "GRANTED"

const showsPage = (step: Step): boolean => step._tag !== "End" && step.information?.REDIRECT_URL !== undefined

/**
 * Returns true if the connector keeps waiting although it knows that the person has returned. The connector must decide
 * about the return in this step, because somebody else could use the page in the meantime. Only if this step exchanges
 * a code may the connector decide in the next one. A question does not count as a decision: after a return, a connector
 * must report COLLECTING before it can ask one.
 */
const isUndecided = (visit: PageVisit, step: Step): boolean => {
  const { undecided, unreported } = Visit.returnedIn(visit) ?? {}
  if (visit.isRequired || (unreported === undefined && undecided === undefined)) return false
  if (step._tag === "End" || step.status === "COLLECTING" || showsPage(step)) return false
  return step._tag === "Ask" || step.once === undefined || undecided === true
}

/**
 * Checks a company's answer while the person still has to return from its page. Returns nothing if the answer is
 * acceptable. The collection must not continue past the page until the right person has returned, because somebody else
 * could have opened it.
 */
const beforeConfirmation = (
  { deadline, shown, status, visit }: CollectionState,
  step: Step,
  now: number,
  { consentConfirmation }: Timeouts
): StepOutcome | undefined => {
  const isPage = showsPage(step)
  if (isPage && visit === undefined) return notConfirmed
  if (isPage && visit?.isRequired && visit.state === "GRANTED") return Outcome.connectorErrorOutcome
  if (isPage && (step._tag !== "Poll" || step.status !== "WAITING_FOR_USER_ACTION"))
    return Outcome.connectorErrorOutcome
  // This check does not apply to apps, because a person can return from an app before the provider knows what the
  // person did there, or can scan the code instead.
  const isFromApp = shown.information?.APP_URL !== undefined
  if (visit !== undefined && !isFromApp && isUndecided(visit, step)) return Outcome.connectorErrorOutcome
  if (visit === undefined || visit.state === "CONFIRMED" || visit.state === "UNUSED") return undefined
  const isLogin = visit.state === "EXPECTED" && shown.information?.REDIRECT_URL === undefined
  const isWaiting =
    step._tag === "End" ? !isOutcome(step.status) : step.status !== "COLLECTING" && (step._tag === "Poll" || isLogin)
  const isPerson = visit.state === "RETURNED" && step.authenticated?.fromElectronicId !== undefined
  if (isWaiting && !isPerson) return undefined
  if (visit.state !== "RETURNED" || step._tag !== "Poll") return Outcome.connectorErrorOutcome
  const until = Math.min(now + consentConfirmation, deadline)
  return {
    _tag: "Poll",
    status,
    session: step.session,
    shown: {},
    visit: Visit.grant(visit, step.status, until),
    authenticateUntil: until,
    ...(step.once && { once: step.once })
  }
}

/**
 * Returns true if the person's return from the bank's previous page has already been reported. A page that a step shows
 * after that is the bank's next page.
 */
const isNextPage = (visit: PageVisit): boolean =>
  visit.isRequired === true &&
  (visit.state === "RETURNED" || visit.state === "CONFIRMED") &&
  Visit.returnedIn(visit)?.unreported === undefined

/**
 * Returns the state of the person's visit after a step that shows a page. If the step shows the same page again, the
 * connector has not accepted the person's return, so another return is expected. If the step shows the bank's next
 * page, the return states of earlier pages stop working, because they are known to whoever began the collection.
 */
const visitAt = (visit: PageVisit, step: Step, number: number): PageVisit =>
  Visit.expect(
    visit,
    isNextPage(visit) ? number - 1 : visit.usedUntil,
    step._tag === "Poll" && step.expectsCode === true
  )

/**
 * Returns the visit after a step, or nothing if the step left the visit unchanged or only told the connector that the
 * person has returned.
 */
const visitAfter = ({ step: number, visit }: CollectionState, step: Step): PageVisit | undefined => {
  if (visit === undefined) return undefined
  if (showsPage(step)) return visitAt(visit, step, number)
  const returned = Visit.returnedIn(visit)
  if (returned?.unreported === undefined || returned.isRequired || step._tag !== "Poll" || !step.once) return undefined
  const { unreported: _, ...kept } = returned
  return { ...kept, undecided: true }
}

const needsPerson = (step: Step): boolean =>
  step._tag === "Ask" || step.status === "WAITING_FOR_USER_ACTION" || showsPage(step)

/**
 * Returns how a later collection can begin: in the connector's session if the step offers that, otherwise with the
 * credentials. After a failure, returns neither, unless the failed collection itself began in the session of an earlier
 * collection. In that case, the earlier session is used up, so the failed collection's session is kept for the next
 * collection.
 */
const renewalOf = (
  { renewable, session, status }: CompletionDecision["step"],
  order: CollectionRequest
): Pick<StepOutcome, "renewal"> => {
  if (!isOutcome(status) && order._tag !== "Renewal") return {}
  const kept = renewable ? ({ _tag: "Session", session } as const) : StartCollection.keptCredentialsOf(order)
  if (kept === undefined) return {}
  const { products: _, ...filter } = order.filter ?? {}
  return { renewal: { ...kept, ...(Object.keys(filter).length > 0 && { filter }) } }
}

export const proofOf = (decided: StepOutcome | CompletionDecision, { authenticated }: Step) =>
  decided._tag !== "Collect" && decided.status === "AUTHENTICATION_MISMATCH" ? undefined : authenticated?.proof

export const onConnectorStep = (
  collection: CollectionState,
  inquiry: StepCall,
  step: Step,
  now: number,
  timeouts: Timeouts
): StepOutcome | CompletionDecision => {
  const person = personOf(collection, inquiry.order, step, dateOf(now))
  if (person === "SOMEONE_ELSE") return Outcome.endOutcome("AUTHENTICATION_MISMATCH")
  const unproved = beforeConfirmation(collection, step, now, timeouts)
  if (unproved !== undefined) return { ...unproved, identified: person === "IDENTIFIED" }
  const { session, status } = step
  if (inquiry.order._tag === "Renewal" && needsPerson(step)) return Outcome.endOutcome("AUTHENTICATION_ERROR")
  if (step._tag === "End") {
    const { collected, reason } = step
    if (isOutcome(status) && lacksPerson(collection, inquiry, person)) return Outcome.endOutcome("AUTHENTICATION_ERROR")
    return collected !== undefined && (status === "COMPLETED" || status === "COMPLETED_PARTIAL")
      ? { _tag: "Collect", step, collected }
      : { ...Outcome.endOutcome(status, reason), ...renewalOf(step, inquiry.order) }
  }
  // The first WAITING_FOR_USER_ACTION starts the authentication timeout, and only a bank's next page restarts it.
  const isNext = showsPage(step) && collection.visit !== undefined && isNextPage(collection.visit)
  const { authenticateUntil = now + timeouts.electronicId } = isNext ? {} : collection
  const visit = visitAfter(collection, step)
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
  const until = Math.min(now + timeoutForQuestion(timeouts, question), statusDeadline(collection, status))
  // The step's number identifies the question, because a step asks at most one.
  const inputId = `${collection.collectionId}-${collection.step}`
  return { _tag: "Ask", ...ongoing, pending: { inputId, question, until } }
}

export const onDataPrepared = (
  step: CompletionDecision["step"],
  order: CollectionRequest,
  { data, documents, empty, missing }: PreparedData
): StepOutcome => {
  const { reason, status } = step
  const renewal = renewalOf(step, order)
  if (missing.length > 0) {
    const partial = FailureReason.make("PARTIAL_DATA", { missing })
    return { ...Outcome.endOutcome("COMPLETED_PARTIAL", partial), data, documents, ...renewal }
  }
  if (empty && status === "COMPLETED") return { ...Outcome.endOutcome("COMPLETED_EMPTY"), ...renewal }
  return { ...Outcome.endOutcome(status, reason), data, documents, ...renewal }
}
