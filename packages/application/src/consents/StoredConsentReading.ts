/**
 * The steps of a collection under a consent that was authorised before: no login, only the reading of accounts (decisions
 * 2, 9). It reads within the granted scope, and gives nothing of a consent that ended meanwhile.
 */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import * as FailureReason from "@sheaf/domain/FailureReason"
import type { StoredConsentOrder } from "@sheaf/domain/StartCollection"
import { ConnectorError, ConsentStore, failuresOf } from "@sheaf/ports"
import type { BankError, ConsentWork, Step, Work } from "@sheaf/ports"
import { Cause, Clock, Effect, Option, Schedule } from "effect"
import { backoff } from "../durable/Retry.ts"
import { Timeouts } from "../Timeouts.ts"
import * as BankCall from "./BankCall.ts"
import * as Changes from "./Changes.ts"

/** There is one session only: the consent is in the order, and the accounts are read in one go. */
const reading = "reading"

const refused = (code: "CONSENT_REFUSED" | "CONSENT_ENDED"): Step => ({
  _tag: "End",
  status: "AUTHENTICATION_ERROR",
  session: reading,
  reason: FailureReason.make(code)
})

/** The consent, while accounts can be read under it. */
const usable = Effect.fnUntraced(function* (consentId: string) {
  const found = yield* (yield* ConsentStore).work(consentId)
  const now = yield* Clock.currentTimeMillis
  return Option.filter(found, ({ expiresAt, status }) => ConsentStatus.isUsable(status) && now < expiresAt)
})

const unread = {
  UNREACHABLE: "UNREACHABLE",
  BANK_ERROR: "COMPANY_ERROR",
  BROKEN: "BROKEN"
} as const satisfies Record<Exclude<BankError["reason"], "REFUSED" | "CONSENT_INVALID">, ConnectorError["reason"]>

const read = Effect.fnUntraced(function* (consent: ConsentWork, { consent: given }: StoredConsentOrder) {
  const { connectorRetry } = yield* Timeouts
  const { consentId, progress, scope } = consent
  const { consentId: _, ...attendance } = given
  if (progress.bankConsentId === undefined) return refused("CONSENT_ENDED")
  const answer = yield* BankCall.accounts(consent.company, progress.bankConsentId, attendance).pipe(
    Effect.retry({ schedule: Schedule.upTo(backoff, { duration: connectorRetry }), while: BankCall.mayPass }),
    Effect.result
  )
  if (answer._tag === "Failure") {
    const { reason } = answer.failure
    if (reason !== "REFUSED" && reason !== "CONSENT_INVALID") {
      return yield* new ConnectorError({ reason: unread[reason], cause: answer.failure })
    }
    yield* Effect.logWarning("the bank does not accept a consent").pipe(
      Effect.annotateLogs({ consentId, failures: failuresOf(Cause.fail(answer.failure)) })
    )
    // What the bank says of it now is looked up at once.
    yield* Changes.lookUp(consentId, "AUTHORIZED")
    return refused("CONSENT_REFUSED")
  }
  // Whoever revoked it meanwhile does not want it read.
  if (Option.isNone(yield* usable(consentId))) return refused("CONSENT_ENDED")
  const wealth = ConsentScope.within(scope, answer.success)
  const step: Step = {
    _tag: "End",
    status: "COMPLETED",
    session: reading,
    collected: { insurance: [], wealth, missing: [] }
  }
  return step
})

/** The next step of such a collection, which nobody wants any more once the collection is given up. */
export const nextStep = Effect.fnUntraced(function* ({ deadline, session }: Work, order: StoredConsentOrder) {
  const consent = yield* usable(order.consent.consentId)
  if (Option.isNone(consent)) return refused("CONSENT_ENDED")
  const collecting: Step = { _tag: "Poll", status: "COLLECTING", session: reading, afterMillis: 0 }
  if (session === undefined) return collecting
  const left = Math.max(1, deadline - (yield* Clock.currentTimeMillis))
  return yield* Effect.timeoutOrElse(read(consent.value, order), {
    duration: left,
    orElse: () => Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))
  })
})
