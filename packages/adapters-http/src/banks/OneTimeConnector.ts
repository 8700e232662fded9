/**
 * The connector of a bank: collects accounts under a one-time consent, which ends with the collection (decisions 2, 21).
 * The bank asks the person in its own app. A bank that only has a page cannot be used in this way, because collections
 * have no instruction to open a page.
 */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { ConnectorError } from "@sheaf/ports"
import type { AccountHoldingBank, BankError, Connector, ConnectorOrder, IdempotencyKey, Step } from "@sheaf/ports"
import { Effect, Redacted, Schema } from "effect"

/** The state of a collection. Sheaf seals it. */
const Session = Schema.fromJsonString(
  Schema.Struct({
    bankConsentId: Schema.String,
    scope: ConsentScope.Psd2AisConsentScope,
    psuIpAddress: Schema.String,
    phase: Schema.Literals(["STARTED", "WAITING", "GRANTED"])
  })
)
type Session = typeof Session.Type

const encode = Schema.encodeSync(Session)
const decode = Schema.decodeUnknownEffect(Session)

/** The pause between checks for the person's authorization, in milliseconds. */
const watchMillis = 2_000

const broken = new ConnectorError({ reason: "BROKEN" })

const reasons = {
  UNREACHABLE: "UNREACHABLE",
  BANK_ERROR: "COMPANY_ERROR",
  LIMITED: "COMPANY_ERROR",
  BROKEN: "BROKEN"
} as const

/** The end of a collection whose consent the person or the bank has rejected. */
const refused = (session: string): Step => ({
  _tag: "End",
  status: "AUTHENTICATION_ERROR",
  session,
  reason: FailureReason.make("CONSENT_REFUSED")
})

/** Turns a rejection into the collection's end. Other errors fail, and the reason shows whether a retry can help. */
const onError =
  (session: string) =>
  (error: BankError): Effect.Effect<Step, ConnectorError> =>
    error.reason === "REFUSED" || error.reason === "CONSENT_INVALID"
      ? Effect.succeed(refused(session))
      : Effect.fail(new ConnectorError({ reason: reasons[error.reason], cause: error }))

const poll = (status: Extract<Step, { _tag: "Poll" }>["status"], session: Session, afterMillis = 0): Step => ({
  _tag: "Poll",
  status,
  session: encode(session),
  afterMillis
})

export const make = (bank: AccountHoldingBank): Connector => {
  const begin = Effect.fnUntraced(function* ({ consent, login }: ConnectorOrder, key: IdempotencyKey) {
    const credentials = Redacted.value(login)
    if (consent === undefined || credentials.type !== "SWEDISH_EID") return yield* broken
    const personalNumber = Redacted.make(credentials.personalNumber)
    const authorization = { _tag: "ELECTRONIC_ID", personalNumber } as const
    return yield* Effect.gen(function* () {
      const { bankConsentId } = yield* bank.createConsent({ ...consent, authorization, isOneTime: true }, key)
      yield* bank.identify(bankConsentId, personalNumber, `${key}/authorisation`)
      const { psuIpAddress, scope } = consent
      return poll("LOGIN", { bankConsentId, scope, psuIpAddress, phase: "STARTED" })
    }).pipe(Effect.catch(onError("")))
  })

  /** Asks the bank whether the person has authorized the consent. */
  const watched = Effect.fnUntraced(function* (session: Session) {
    const { granted, status } = yield* bank.status(session.bankConsentId)
    if (status === "received" || status === "partiallyAuthorised") {
      return poll("WAITING_FOR_USER_ACTION", { ...session, phase: "WAITING" }, watchMillis)
    }
    const scope = status === "valid" ? ConsentScope.grant(session.scope, granted) : undefined
    return scope === undefined ? refused(encode(session)) : poll("COLLECTING", { ...session, scope, phase: "GRANTED" })
  })

  /** Reads the accounts, and ends the consent at the bank. If the bank does not respond, the consent ends by itself. */
  const collected = Effect.fnUntraced(function* ({ bankConsentId, psuIpAddress, scope, ...session }: Session) {
    const wealth = ConsentScope.within(scope, yield* bank.accounts(bankConsentId, scope, { psuIpAddress }))
    yield* Effect.ignore(bank.revoke(bankConsentId))
    const end: Step = {
      _tag: "End",
      status: wealth.length === 0 ? "COMPLETED_EMPTY" : "COMPLETED",
      session: encode({ ...session, bankConsentId, psuIpAddress, scope }),
      collected: { insurance: [], wealth, missing: [] }
    }
    return end
  })

  return {
    begin,
    resume: Effect.fnUntraced(function* (text) {
      const session = yield* Effect.mapError(decode(text), () => broken)
      if (session.phase === "STARTED") return poll("WAITING_FOR_USER_ACTION", { ...session, phase: "WAITING" })
      const next: Effect.Effect<Step, BankError> = session.phase === "WAITING" ? watched(session) : collected(session)
      return yield* Effect.catch(next, onError(text))
    }),
    cancel: Effect.fnUntraced(function* (text) {
      const { bankConsentId } = yield* Effect.mapError(decode(text), () => broken)
      yield* Effect.ignore(bank.revoke(bankConsentId))
    }),
    document: () => Effect.fail(broken)
  }
}
