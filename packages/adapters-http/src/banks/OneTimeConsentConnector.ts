/**
 * The connector of a bank: collects accounts under a one-time consent, which ends with the collection (spec 2.1, 16).
 * With an electronic ID, the bank asks the person in its own app. With any other login method, the person logs in on the
 * page of the bank or of its authorization server (OAuth), as for stored consents (spec 2.4).
 */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as FailureReason from "@sheaf/domain/FailureReason"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import { BankAccounts, ConnectorError, ScaChallenge } from "@sheaf/ports"
import type {
  AccountHoldingBank,
  AuthorizationResponse,
  BankConsent,
  BankConsentRequest,
  BankError,
  BankOAuth,
  DecoupledAuthorization,
  Connector,
  ConnectorRequest,
  StepKey,
  Step
} from "@sheaf/ports"
import type { UserInput } from "@sheaf/domain/SupplementInfo"
import { Clock, Effect, Redacted, Result, Schema } from "effect"

/** The state of a collection. Sheaf seals it. */
const Session = Schema.fromJsonString(
  Schema.Struct({
    bankConsentId: Schema.String,
    scope: ConsentScope.Psd2AisConsentScope,
    psuIpAddress: Schema.String,
    /** The page on which the person authorizes the consent, until the person has returned. */
    redirectUrl: Schema.optionalKey(Schema.String),
    /** What the bank's app needs from the person. */
    challenge: Schema.optionalKey(ScaChallenge),
    /** The authorization for which the person chooses a method. */
    authorizationId: Schema.optionalKey(Schema.String),
    /** The newest credentials of a consent with OAuth. */
    credentials: Schema.optionalKey(Schema.String),
    /** Present if the next step exchanges the code or the refresh token for new credentials. */
    mustRenew: Schema.optionalKey(Schema.Literal(true)),
    /** The accounts that have been read. The next step ends the consent at the bank. */
    accounts: Schema.optionalKey(BankAccounts),
    phase: Schema.Literals(["CHOOSING", "STARTED", "WAITING", "RETURNED", "GRANTED", "READ"])
  })
)
type Session = typeof Session.Type

const encode = Schema.encodeSync(Session)
const decode = Schema.decodeUnknownEffect(Session)

/** The pause between checks for the person's authorization, in milliseconds. */
const watchMillis = 2_000

/** A pause before the next step, in milliseconds. Steps without a pause are recorded together, after the last one. */
const recordMillis = 100

const broken = new ConnectorError({ reason: "BROKEN" })

const sessionIn = (text: string): Effect.Effect<Session, ConnectorError> => Effect.mapError(decode(text), () => broken)

/** The longest time that a collection waits for a bank that temporarily accepts no calls, in milliseconds. */
const maxPauseMillis = 60_000

const reasons = {
  UNREACHABLE: "UNREACHABLE",
  BANK_ERROR: "COMPANY_ERROR",
  CREDENTIALS_EXPIRED: "BROKEN",
  BROKEN: "BROKEN"
} as const

/** The result of a collection whose bank accepts no calls for too long (spec 16). */
const limited = (session: string, retryAfterMillis: number): Step => ({
  _tag: "End",
  status: "THIRD_PARTY_ERROR",
  session,
  reason: FailureReason.make("COMPANY_ERROR", { retryAfterSeconds: Math.ceil(retryAfterMillis / 1000) })
})

/** The end of a collection whose consent the person or the bank has rejected. */
const refused = (session: string): Step => ({
  _tag: "End",
  status: "AUTHENTICATION_ERROR",
  session,
  reason: FailureReason.make("CONSENT_REFUSED")
})

/**
 * Turns a rejection into the collection's end, and a limit into a pause or the end. `session` is empty if the collection
 * has none yet. Other errors fail, and the reason shows whether a retry can help.
 */
const onError =
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

type Poll = Extract<Step, { readonly _tag: "Poll" }>

const poll = (status: Poll["status"], session: Session, afterMillis = 0): Poll => ({
  _tag: "Poll",
  status,
  session: encode(session),
  afterMillis,
  ...(session.mustRenew && { once: true })
})

/** Returns the challenge as clients show it. */
const shownOf = ({ autoStartToken, image, information, qrText }: ScaChallenge): ExtraInformation => ({
  ...(autoStartToken !== undefined && { SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: autoStartToken }),
  ...(qrText !== undefined && { QR_TEXT: qrText }),
  ...(image !== undefined && { AUTHENTICATION_IMAGE: image }),
  ...(information !== undefined && { AUTHENTICATION_INFORMATION: information })
})

/** Continues once the bank's app asks the person, or asks the person for the method. */
const authorizing = (session: Session, begun: DecoupledAuthorization): Step => {
  const { authorizationId: _, challenge: __, ...onward } = session
  if (begun._tag === "Started") {
    const { challenge } = begun
    return poll("LOGIN", { ...onward, ...(challenge !== undefined && { challenge }), phase: "STARTED" })
  }
  const [first, ...others] = begun.methods
  return {
    _tag: "Ask",
    status: "TWO_FACTOR_PENDING",
    session: encode({ ...onward, authorizationId: begun.authorizationId, phase: "CHOOSING" }),
    information: { AVAILABLE_TWO_FACTOR_METHODS: begun.methods },
    question: { kind: "TWO_FACTOR_CHOICE", methodIds: [first.id, ...others.map(({ id }) => id)] }
  }
}

/** Shows the bank's page until the person has returned from it. */
const waiting = (session: Session, afterMillis = 0): Poll => {
  const { challenge, credentials, redirectUrl } = session
  const step = poll("WAITING_FOR_USER_ACTION", session, afterMillis)
  if (redirectUrl === undefined) return challenge === undefined ? step : { ...step, information: shownOf(challenge) }
  return {
    ...step,
    information: { REDIRECT_URL: redirectUrl },
    ...(credentials !== undefined && { expectsCode: true })
  }
}

/** Continues with the next step after a pause, in the status of the session's phase. */
const again = (session: Session, afterMillis: number): Poll =>
  session.phase === "WAITING" || session.phase === "RETURNED"
    ? waiting(session, afterMillis)
    : poll("COLLECTING", session, afterMillis)

/** The consent as the bank knows it. */
type AtBank = Pick<Session, "bankConsentId" | "credentials">

const credentialsOf = ({ credentials }: AtBank) => (credentials === undefined ? undefined : Redacted.make(credentials))

type Login = ConnectorRequest["login"] extends Redacted.Redacted<infer A> ? A : never

/** The person authorizes the consent on a page, or in the bank's own app. */
const pageUse = (login: Login) => (LoginIdentity.personalNumberOf(login) === undefined ? "REQUIRED" : "NONE")

/** Returns the way in which the person authorizes the consent, if the bank offers a way for this login. */
const authorizationOf = (
  bank: AccountHoldingBank,
  { login, pageReturn }: ConnectorRequest
): BankConsentRequest["authorization"] | undefined => {
  const personalNumber = LoginIdentity.personalNumberOf(Redacted.value(login))
  const way = personalNumber === undefined ? "REDIRECT" : "DECOUPLED"
  if (!bank.authorizations.includes(way)) return undefined
  if (personalNumber !== undefined) return { _tag: "DECOUPLED", personalNumber: Redacted.make(personalNumber) }
  if (pageReturn === undefined) return undefined
  const { registeredUrl, state, url: returnUrl } = pageReturn
  return { _tag: "REDIRECT", returnUrl, registered: { returnUrl: registeredUrl, state } }
}

const revoke = (bank: AccountHoldingBank, consent: AtBank) =>
  Effect.ignore(bank.revoke(consent.bankConsentId, credentialsOf(consent)))

/** Revokes the consent if a step ends the collection. If the bank does not respond, the consent ends by itself. */
const revokingAtEnd =
  (bank: AccountHoldingBank, consent: AtBank) =>
  <E>(steps: Effect.Effect<Step, E>): Effect.Effect<Step, E> =>
    Effect.tap(steps, ({ _tag }) => (_tag === "End" ? revoke(bank, consent) : Effect.void))

/** Lets the bank ask the person, and returns the first step. */
const asked = Effect.fnUntraced(function* (
  bank: AccountHoldingBank,
  { scope, psuIpAddress }: Pick<Session, "psuIpAddress" | "scope">,
  authorization: BankConsentRequest["authorization"],
  { bankConsentId, credentials, redirectUrl }: BankConsent,
  key: StepKey
) {
  const session: Session = {
    bankConsentId,
    scope,
    psuIpAddress,
    ...(redirectUrl !== undefined && { redirectUrl }),
    ...(credentials !== undefined && { credentials: Redacted.value(credentials) }),
    phase: "STARTED"
  }
  if (authorization._tag !== "DECOUPLED") return poll("LOGIN", session)
  const { personalNumber } = authorization
  const begun = bank.identify(bankConsentId, personalNumber, `${key}/authorisation`, { psuIpAddress })
  return authorizing(session, yield* begun)
})

const begin = Effect.fnUntraced(function* (bank: AccountHoldingBank, order: ConnectorRequest, key: StepKey) {
  const { consent } = order
  const authorization = authorizationOf(bank, order)
  if (consent === undefined || authorization === undefined) return yield* broken
  const made = yield* Effect.result(bank.createConsent({ ...consent, authorization, isOneTime: true }, key))
  if (Result.isFailure(made)) return yield* onError("")(made.failure)
  const { bankConsentId } = made.success
  return yield* asked(bank, consent, authorization, made.success, key).pipe(
    Effect.catch(onError("")),
    revokingAtEnd(bank, { bankConsentId })
  )
})

/**
 * Asks the bank whether the person has authorized the consent. While the page is shown, even a valid consent waits for
 * the person's return. Without a code, the bank's first answer after the return decides: the first visitor could
 * otherwise wait for somebody else's approval.
 */
const watched = Effect.fnUntraced(function* (bank: AccountHoldingBank, session: Session) {
  const {
    challenge = session.challenge,
    granted,
    status
  } = yield* bank.status(session.bankConsentId, credentialsOf(session))
  const isPending = status === "received" || status === "partiallyAuthorised"
  const isDecided = session.phase === "RETURNED" && session.credentials === undefined
  const current = { ...session, ...(challenge !== undefined && { challenge }) }
  if (isPending && !isDecided) return waiting(current, watchMillis)
  if (status === "valid" && session.redirectUrl !== undefined) return waiting(session, watchMillis)
  const scope = status === "valid" ? ConsentScope.intersectScope(session.scope, granted) : undefined
  return scope === undefined ? refused(encode(session)) : poll("COLLECTING", { ...session, scope, phase: "GRANTED" })
})

/**
 * Reads the accounts. Only the next step ends the consent, because this step can be repeated after a kill, and an
 * ended consent cannot be read again.
 */
const read = Effect.fnUntraced(function* (bank: AccountHoldingBank, session: Session) {
  const { bankConsentId, psuIpAddress, scope } = session
  // The person has just authorized the consent.
  const context = { psuIpAddress, authenticatedAt: yield* Clock.currentTimeMillis }
  const read = yield* bank.accounts(bankConsentId, scope, context, credentialsOf(session))
  const accounts = { ...read, accounts: ConsentScope.filterAccounts(scope, read.accounts) }
  return poll("COLLECTING", { ...session, accounts, phase: "READ" }, recordMillis)
})

const finished = ({ accounts: read, ...session }: Session): Step => {
  const { accounts: wealth = [], missing = [] } = read ?? {}
  return {
    _tag: "End",
    status: wealth.length === 0 ? "COMPLETED_EMPTY" : missing.length === 0 ? "COMPLETED" : "COMPLETED_PARTIAL",
    session: encode(session),
    collected: { insurance: [], wealth, missing }
  }
}

/** Exchanges the code or the refresh token. The pause lets Sheaf record the new credentials before their first use. */
const renewed = Effect.fnUntraced(function* ({ renew }: BankOAuth, { mustRenew: _, ...session }: Session) {
  const { credentials = "" } = session
  return again({ ...session, credentials: Redacted.value(yield* renew(Redacted.make(credentials))) }, recordMillis)
})

const nextOf = (bank: AccountHoldingBank, session: Session): Effect.Effect<Step, BankError> => {
  if (session.mustRenew !== undefined && bank.oauth !== undefined) return renewed(bank.oauth, session)
  switch (session.phase) {
    case "CHOOSING":
    case "STARTED":
      return Effect.succeed(waiting({ ...session, phase: "WAITING" }))
    case "WAITING":
    case "RETURNED":
      return watched(bank, session)
    case "GRANTED":
      return read(bank, session)
    case "READ":
      return Effect.succeed(finished(session))
  }
}

/** Continues after the person's return. Another server's response ends the collection (RFC 9207). */
const onReturn = Effect.fnUntraced(function* (
  bank: AccountHoldingBank,
  text: string,
  response: AuthorizationResponse | undefined
) {
  const session = yield* sessionIn(text)
  const { redirectUrl, ...onward } = session
  if (redirectUrl === undefined || session.phase !== "WAITING") return yield* broken
  const credentials = credentialsOf(session)
  if (credentials === undefined) return yield* proceed(bank, { ...onward, phase: "RETURNED" })
  if (response === undefined || bank.oauth === undefined) return waiting(session, watchMillis)
  const accepted = yield* Effect.result(bank.oauth.acceptCode(credentials, response))
  if (Result.isFailure(accepted)) return refused(text)
  const next = Redacted.value(accepted.success)
  return again({ ...onward, credentials: next, mustRenew: true, phase: "RETURNED" }, 0)
})

/** Continues after the person's choice of a method. */
const onChoice = Effect.fnUntraced(function* (bank: AccountHoldingBank, text: string, input: UserInput, key: StepKey) {
  const session = yield* sessionIn(text)
  const { authorizationId, bankConsentId, psuIpAddress } = session
  if (input.type !== "TWO_FACTOR_CHOICE" || authorizationId === undefined) return yield* broken
  const choice = { authorizationId, methodId: input.methodId }
  const chosen = yield* Effect.result(bank.chooseMethod(bankConsentId, choice, key, { psuIpAddress }))
  return Result.isFailure(chosen) ? yield* onError(text)(chosen.failure) : authorizing(session, chosen.success)
})

const proceed = (bank: AccountHoldingBank, session: Session): Effect.Effect<Step, ConnectorError> => {
  const text = encode(session)
  const isRenewable = bank.oauth !== undefined && session.mustRenew === undefined
  return nextOf(bank, session).pipe(
    Effect.catch((error) =>
      isRenewable && error.reason === "CREDENTIALS_EXPIRED"
        ? Effect.succeed(again({ ...session, mustRenew: true }, recordMillis))
        : onError(text, (afterMillis) => again(session, afterMillis))(error)
    )
  )
}

export const make = (bank: AccountHoldingBank): Connector => ({
  begin: (order, key) => begin(bank, order, key),
  resume: Effect.fnUntraced(function* (text, signal, key) {
    const session = yield* sessionIn(text)
    const next: Effect.Effect<Step, ConnectorError> =
      signal._tag === "Return"
        ? onReturn(bank, text, signal.response)
        : signal._tag === "Input"
          ? onChoice(bank, text, Redacted.value(signal.input), key)
          : proceed(bank, session)
    return yield* revokingAtEnd(bank, session)(next)
  }),
  cancel: Effect.fnUntraced(function* (text) {
    yield* revoke(bank, yield* sessionIn(text))
  }),
  ...(bank.authorizations.includes("REDIRECT") && { pageUse }),
  document: () => Effect.fail(broken)
})
