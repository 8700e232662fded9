/** The pure decisions of a step: what needs no answer from a company, and what its answer means (decisions 4; spec 3). */
import * as AuthenticationMismatch from "@sheaf/domain/AuthenticationMismatch"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { isFunctional } from "@sheaf/domain/Company"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { statusWhenUnanswered } from "@sheaf/domain/SupplementInfo"
import type { Collected, ConnectedCompany, ConnectorError, PlacedOrder, Step, Work } from "@sheaf/ports"
import { Option, Result } from "effect"
import { dateOf } from "../Day.ts"
import { forQuestion } from "../Timeouts.ts"
import type { Timeouts } from "../Timeouts.ts"
import type { Prepared } from "./CollectedData.ts"
import * as Settlement from "./Settlement.ts"
import type { Settled } from "./Settlement.ts"

/** When the collection has to leave this status, as far as that does not depend on a question. */
export const leaveBefore = ({ authenticateUntil, deadline }: Work, status: CollectionStatus): number =>
  status === "WAITING_FOR_USER_ACTION" ? Math.min(deadline, authenticateUntil ?? deadline) : deadline

/** The timeout that has passed at `now`, whether or not a company is being asked. */
const timedOut = (work: Work, now: number): Settled | undefined => {
  if (now >= work.deadline) return Settlement.collectionTimedOut
  const { authenticateUntil, status } = work
  const isUnauthenticated =
    status === "WAITING_FOR_USER_ACTION" && authenticateUntil !== undefined && now >= authenticateUntil
  return isUnauthenticated ? Settlement.ended("AUTHENTICATION_TIMEOUT") : undefined
}

const unreachable = Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_UNREACHABLE"))

/** The reason why a collection cannot begin with a company. */
const unavailable = ({ availability }: ConnectedCompany, order: PlacedOrder): Settled | undefined => {
  const { functional, loginMethods, status } = availability
  if (!functional || !isFunctional(status)) {
    return status === "MAINTENANCE"
      ? Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_MAINTENANCE"))
      : unreachable
  }
  // A stored consent replaces the login: a login method that comes with it is only recorded (decisions 2).
  if (order._tag === "StoredConsent" || loginMethods.includes(order.loginMethod)) return undefined
  return Settlement.ended("LOGIN_METHOD_NOT_APPLICABLE")
}

/** The company to ask for the next step, and the order to ask with. */
export interface Inquiry {
  readonly company: ConnectedCompany
  readonly order: PlacedOrder
}

/** Decides whom to ask for the next step. Fails with the outcome where nobody needs to be asked. */
export const whomToAsk = (
  work: Work,
  company: Option.Option<ConnectedCompany>,
  now: number
): Result.Result<Inquiry, Settled> => {
  const { order, pending } = work
  const late = timedOut(work, now)
  if (late !== undefined) return Result.fail(late)
  if (pending !== undefined) return Result.fail(Settlement.ended(statusWhenUnanswered[pending.question.kind]))
  if (Option.isNone(company)) return Result.fail(unreachable)
  // Only a collection that has ended has no order.
  if (order === undefined) return Result.fail(Settlement.connectorFailed)
  const refused = work.step > 0 ? undefined : unavailable(company.value, order)
  return refused === undefined ? Result.succeed({ company: company.value, order }) : Result.fail(refused)
}

const failures = {
  UNREACHABLE: unreachable,
  COMPANY_ERROR: Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_ERROR")),
  BROKEN: Settlement.connectorFailed
} as const satisfies Record<ConnectorError["reason"], Settled>

/** The outcome of a failed call. A timeout that passed during the call is not the company's fault. */
export const whenFailed = (work: Work, reason: ConnectorError["reason"], now: number): Settled =>
  timedOut(work, now) ?? failures[reason]

type Person = "UNKNOWN" | "IDENTIFIED" | "SOMEONE_ELSE"

/**
 * What a step says of the person who authenticated. A company does not overrule a verified electronic ID (spec 3.2). The
 * word of the client's own device only counts against the person.
 */
const personOf = ({ identified }: Work, order: PlacedOrder, { authenticated }: Step, today: string): Person => {
  if (authenticated === undefined || order._tag === "StoredConsent" || order.login.type !== "SWEDISH_EID")
    return "UNKNOWN"
  const { fromCompany, fromDevice, fromElectronicId } = authenticated
  const requested = order.login.personalNumber
  const verdictOn = (told: AuthenticationMismatch.KnownNumbers) =>
    AuthenticationMismatch.check({ requested, ...told }, today)
  if (verdictOn({ fromElectronicId: fromDevice }) === "MISMATCH") return "SOMEONE_ELSE"
  if (verdictOn({ fromElectronicId }) === "VERIFIED") return "IDENTIFIED"
  const told = identified ? { fromElectronicId } : { fromCompany, fromElectronicId }
  return verdictOn(told) === "MISMATCH" ? "SOMEONE_ELSE" : "UNKNOWN"
}

/** An outcome with what was collected, which is prepared before it is settled. */
export interface Collect {
  readonly _tag: "Collect"
  readonly step: Extract<Step, { readonly _tag: "End" }>
  readonly collected: Collected
}

/** Decides what an answer to `order` makes of a collection. */
export const onAnswer = (
  work: Work,
  order: PlacedOrder,
  given: Step,
  now: number,
  timeouts: Timeouts
): Settled | Collect => {
  const person = personOf(work, order, given, dateOf(now))
  if (person === "SOMEONE_ELSE") return Settlement.mismatched
  const step = person === "IDENTIFIED" ? { ...given, identified: true as const } : given
  if (step._tag === "Poll") return step
  if (step._tag === "End") {
    const { collected, reason, status } = step
    return collected !== undefined && (status === "COMPLETED" || status === "COMPLETED_PARTIAL")
      ? { _tag: "Collect", step, collected }
      : Settlement.ended(status, reason)
  }
  const { question, ...rest } = step
  const until = Math.min(now + forQuestion(timeouts, question), leaveBefore(work, step.status))
  return { ...rest, pending: { question, until } }
}

/** Decides the outcome of a collection with prepared data. */
export const onCollected = (
  { status, reason }: Collect["step"],
  { data, documents, empty, missing }: Prepared
): Settled => {
  if (missing.length > 0) {
    const partial = FailureReason.make("PARTIAL_DATA", { missing })
    return { _tag: "End", status: "COMPLETED_PARTIAL", data, documents, reason: partial }
  }
  if (empty && status === "COMPLETED") return Settlement.ended("COMPLETED_EMPTY")
  return { _tag: "End", status, data, documents, ...(reason && { reason }) }
}
