/**
 * The steps of a collection under a stored consent. They read accounts without a login, only within the granted scope
 * (spec 2.1, 3.4), and return no data if the consent ends in the meantime.
 */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import * as FailureReason from "@sheaf/domain/FailureReason"
import type { StoredConsentRequest } from "@sheaf/domain/StartCollection"
import { BankError, ConnectorError, ConsentStore } from "@sheaf/ports"
import type {
  BankConsentReference,
  CollectionState,
  ConsentState,
  ReadingContext,
  Step,
  TransactionReadPosition
} from "@sheaf/ports"
import { Cause, Clock, Effect, Option, Result, Schedule } from "effect"
import * as AdapterCall from "../process/AdapterCall.ts"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import { Timeouts } from "../settings/Timeouts.ts"
import * as BankCall from "./BankCall.ts"
import * as Changes from "./Changes.ts"
import * as Positions from "./Positions.ts"
import { bankReferenceOf, credentialsOf } from "./Progress.ts"
import * as Renewal from "./Renewal.ts"

/**
 * Every session has the same content, because there is nothing to remember: the order names the consent, and one call
 * reads all accounts.
 */
const session = "reading"

const refused = (code: "CONSENT_REFUSED" | "CONSENT_ENDED"): Step => ({
  _tag: "End",
  status: "AUTHENTICATION_ERROR",
  session,
  reason: FailureReason.make(code)
})

const usable = Effect.fnUntraced(function* (consentId: string) {
  const found = yield* (yield* ConsentStore).loadState(consentId)
  const now = yield* Clock.currentTimeMillis
  return Option.filter(found, (consent) => ConsentStatus.isUsable(ConsentStatus.statusAt(consent, now)))
})

const unread = {
  UNREACHABLE: "UNREACHABLE",
  BANK_ERROR: "COMPANY_ERROR",
  BROKEN: "BROKEN"
} as const satisfies Record<
  Exclude<BankError["reason"], "REFUSED" | "CONSENT_INVALID" | "CREDENTIALS_EXPIRED" | "LIMITED">,
  ConnectorError["reason"]
>

/** Another step is renewing the credentials, so the reading tries again in a second. */
const renewing = new BankError({ reason: "LIMITED", retryAfterMillis: 1_000 })

const collecting: Step = { _tag: "Poll", status: "COLLECTING", session, afterMillis: 0 }

/**
 * Waits until the bank accepts more calls. If the collection's deadline comes first, ends the collection and tells the
 * client when to try again (spec 16).
 */
const limited = (retryAfterMillis: number, left: number): Step =>
  retryAfterMillis < left
    ? { ...collecting, afterMillis: retryAfterMillis }
    : {
        _tag: "End",
        status: "THIRD_PARTY_ERROR",
        session,
        reason: FailureReason.make("COMPANY_ERROR", { retryAfterSeconds: Math.ceil(retryAfterMillis / 1000) })
      }

const ask = Effect.fnUntraced(function* (
  { company, scope, statusChangedAt }: ConsentState,
  bank: BankConsentReference,
  attendance: ReadingContext
) {
  const { connectorRetry } = yield* Timeouts
  // The person authenticated when the consent was authorized.
  const context = { ...attendance, authenticatedAt: statusChangedAt }
  return yield* BankCall.fetchAccounts(company, bank, scope, context).pipe(
    Effect.retry({
      schedule: Schedule.upTo(AdapterCall.backoffSchedule, { duration: connectorRetry }),
      while: BankCall.isTransient
    }),
    Effect.result
  )
})

/**
 * Renews a consent's credentials, with retries. Fails with LIMITED if another step is renewing them. Returns nothing if
 * the consent has ended, for example because the authorization server has rejected the renewal.
 */
const renew = Effect.fnUntraced(function* (found: ConsentState) {
  const renewed = Effect.gen(function* () {
    yield* Changes.renewCredentials(found)
    const consent = Option.getOrUndefined(yield* usable(found.consentId))
    const renewal = consent && credentialsOf(consent.progress)?.renewal
    if (consent === undefined || renewal === undefined) return consent
    if (Renewal.isRenewalLeased(consent.progress, yield* Clock.currentTimeMillis)) return yield* renewing
    const failure = renewal._tag === "Due" ? renewal.failure : undefined
    return yield* new BankError({ reason: failure ?? "UNREACHABLE" })
  })
  const schedule = Schedule.upTo(AdapterCall.backoffSchedule, { duration: (yield* Timeouts).connectorRetry })
  const again = Effect.retry(renewed, {
    schedule,
    while: (error) => error._tag === "BankError" && BankCall.isTransient(error)
  })
  return yield* Effect.map(again, Result.succeed).pipe(
    Effect.catchTag("BankError", (error) => Effect.succeed(Result.fail(error)))
  )
})

/**
 * Asks the bank for the accounts, and renews expired credentials once. Returns nothing if the consent has ended in the
 * meantime.
 */
const askRenewing = Effect.fnUntraced(function* (
  found: ConsentState,
  bank: BankConsentReference,
  attendance: ReadingContext
) {
  if (bank.credentials?.renewal === undefined) {
    const answer = yield* ask(found, bank, attendance)
    const isExpired = Result.isFailure(answer) && answer.failure.reason === "CREDENTIALS_EXPIRED"
    if (!isExpired) return { consent: found, answer }
  }
  const renewed = yield* renew(found)
  if (Result.isFailure(renewed)) return { consent: found, answer: Result.fail(renewed.failure) }
  const consent = renewed.success
  const renewedBank = consent && bankReferenceOf(consent.progress)
  return consent && renewedBank && { consent, answer: yield* ask(consent, renewedBank, attendance) }
})

/** `left` is the time until the collection's deadline, in milliseconds. */
interface ReadingCollection {
  readonly collectionId: string
  readonly left: number
}

const read = Effect.fnUntraced(function* (
  found: ConsentState,
  { consent: given, filter, isMonitorRun }: StoredConsentRequest,
  { collectionId, left }: ReadingCollection
) {
  const { consentId } = found
  const { consentId: _, newTransactionsOnly = false, ...person } = given
  const known = yield* Positions.transactionReadPositionsOf(found, collectionId)
  const since = newTransactionsOnly ? known : []
  const attendance = { ...person, ...(since.length > 0 && { since }) }
  const bank = bankReferenceOf(found.progress)
  const asked = bank && (yield* askRenewing(found, bank, attendance))
  if (asked === undefined) return refused("CONSENT_ENDED")
  const { answer, consent } = asked
  if (Result.isFailure(answer)) {
    const { reason, retryAfterMillis = BankCall.backoffMillis(0) } = answer.failure
    if (reason === "LIMITED") return limited(retryAfterMillis, left)
    // `CREDENTIALS_EXPIRED` counts as a rejection, because the credentials have already been renewed once.
    const isRejected = reason === "REFUSED" || reason === "CONSENT_INVALID" || reason === "CREDENTIALS_EXPIRED"
    if (!isRejected) {
      return yield* new ConnectorError({ reason: unread[reason], cause: answer.failure })
    }
    yield* Effect.logWarning("bank rejected a stored consent").pipe(
      withFailureAnnotations(Cause.fail(answer.failure), { consentId })
    )
    yield* Changes.refreshStatus(consentId, "AUTHORIZED")
    return refused("CONSENT_REFUSED")
  }
  // The consent may have been revoked while the bank was answering.
  if (Option.isNone(yield* usable(consentId))) return refused("CONSENT_ENDED")
  const { accounts, missing, positions = [], repeats = [] } = answer.success
  if (isMonitorRun !== true) {
    const received = accounts.filter(({ type }) => filter?.productTypes?.includes(type) ?? true)
    const isReceived = (at: TransactionReadPosition) => received.some(({ accountId }) => accountId === at.accountId)
    yield* Positions.recordPositions(consent, collectionId, known, positions.filter(isReceived))
  }
  if (given.psuIpAddress === undefined && repeats.length > 0) {
    yield* (yield* ConsentStore).countRepeats(consent, repeats, yield* Clock.currentTimeMillis)
  }
  const collected = { insurance: [], wealth: ConsentScope.filterAccounts(consent.scope, accounts), missing }
  const step: Step = {
    _tag: "End",
    status: missing.length === 0 ? "COMPLETED" : "COMPLETED_PARTIAL",
    session,
    collected
  }
  return step
})

export const takeNextStep = Effect.fnUntraced(function* (collection: CollectionState, order: StoredConsentRequest) {
  const consent = yield* usable(order.consent.consentId)
  if (Option.isNone(consent)) return refused("CONSENT_ENDED")
  if (collection.session === undefined) return collecting
  const left = Math.max(1, collection.deadline - (yield* Clock.currentTimeMillis))
  return yield* AdapterCall.withTimeout(
    left,
    new ConnectorError({ reason: "UNREACHABLE" })
  )(read(consent.value, order, { collectionId: collection.collectionId, left }))
})
