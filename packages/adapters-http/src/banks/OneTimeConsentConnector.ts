/**
 * The connector of a bank: collects accounts under a one-time consent, which ends with the collection (spec 2.1, 16).
 * With an electronic ID, the bank asks the person in its own app. With any other login method, the person logs in on the
 * page of the bank or of its authorization server (OAuth), as for stored consents (spec 2.4).
 */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as FailureReason from "@sheaf/domain/FailureReason"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { BankAccounts, ConnectorError } from "@sheaf/ports"
import type {
  AccountHoldingBank,
  AuthorizationResponse,
  BankConsent,
  BankConsentRequest,
  BankError,
  BankOAuth,
  Connector,
  ConnectorRequest,
  StepKey,
  Step
} from "@sheaf/ports"
import { Clock, Effect, Redacted, Result, Schema } from "effect"

/** The state of a collection. Sheaf seals it. */
const Session = Schema.fromJsonString(
  Schema.Struct({
    bankConsentId: Schema.String,
    scope: ConsentScope.Psd2AisConsentScope,
    psuIpAddress: Schema.String,
    /** The page on which the person authorizes the consent, until the person has returned. */
    redirectUrl: Schema.optionalKey(Schema.String),
    /** The newest credentials of a consent with OAuth. */
    credentials: Schema.optionalKey(Schema.String),
    /** Present if the next step exchanges the code or the refresh token for new credentials. */
    mustRenew: Schema.optionalKey(Schema.Literal(true)),
    /** The accounts that have been read. The next step ends the consent at the bank. */
    accounts: Schema.optionalKey(BankAccounts),
    phase: Schema.Literals(["STARTED", "WAITING", "RETURNED", "GRANTED", "READ"])
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

/** Shows the bank's page until the person has returned from it. */
const waiting = (session: Session, afterMillis = 0): Poll => {
  const { credentials, redirectUrl } = session
  const step = poll("WAITING_FOR_USER_ACTION", session, afterMillis)
  if (redirectUrl === undefined) return step
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

/** The settings of the connector. */
export interface OneTimeConsentSettings {
  readonly bank: AccountHoldingBank
  /** The address to which the bank's page redirects the person. Each collection has a path of its own below it. */
  readonly returnUrl: Effect.Effect<string>
}

type Login = ConnectorRequest["login"] extends Redacted.Redacted<infer A> ? A : never

/** Returns true if the person authorizes the consent on a page, and not in the bank's own app. */
const opensPage = (login: Login): boolean => LoginIdentity.personalNumberOf(login) === undefined

export const make = ({ bank, returnUrl }: OneTimeConsentSettings): Connector => {
  /** Returns the way in which the person authorizes the consent, if the bank offers a way for this login. */
  const authorizationOf = Effect.fnUntraced(function* ({ login, returnState }: ConnectorRequest) {
    const personalNumber = LoginIdentity.personalNumberOf(Redacted.value(login))
    const page = Effect.map(returnUrl, (address) => ({
      _tag: "REDIRECT" as const,
      returnUrl: `${address}/${returnState}`,
      ...(returnState !== undefined && { registered: { returnUrl: address, state: returnState } })
    }))
    const authorization: BankConsentRequest["authorization"] =
      personalNumber === undefined ? yield* page : { _tag: "DECOUPLED", personalNumber: Redacted.make(personalNumber) }
    return bank.authorizations.includes(authorization._tag) ? authorization : undefined
  })

  const revoke = (consent: AtBank) => Effect.ignore(bank.revoke(consent.bankConsentId, credentialsOf(consent)))

  /** Revokes the consent if a step ends the collection. If the bank does not respond, the consent ends by itself. */
  const revokingAtEnd =
    (consent: AtBank) =>
    <E>(steps: Effect.Effect<Step, E>): Effect.Effect<Step, E> =>
      Effect.tap(steps, ({ _tag }) => (_tag === "End" ? revoke(consent) : Effect.void))

  /** Lets the bank ask the person, and returns the first step. */
  const asked = Effect.fnUntraced(function* (
    { scope, psuIpAddress }: Pick<Session, "psuIpAddress" | "scope">,
    authorization: BankConsentRequest["authorization"],
    { bankConsentId, credentials, redirectUrl }: BankConsent,
    key: StepKey
  ) {
    if (authorization._tag === "DECOUPLED") {
      yield* bank.identify(bankConsentId, authorization.personalNumber, `${key}/authorisation`)
    }
    return poll("LOGIN", {
      bankConsentId,
      scope,
      psuIpAddress,
      ...(redirectUrl !== undefined && { redirectUrl }),
      ...(credentials !== undefined && { credentials: Redacted.value(credentials) }),
      phase: "STARTED"
    })
  })

  const begin = Effect.fnUntraced(function* (order: ConnectorRequest, key: StepKey) {
    const { consent } = order
    const authorization = yield* authorizationOf(order)
    if (consent === undefined || authorization === undefined) return yield* broken
    const made = yield* Effect.result(bank.createConsent({ ...consent, authorization, isOneTime: true }, key))
    if (Result.isFailure(made)) return yield* onError("")(made.failure)
    const { bankConsentId } = made.success
    return yield* asked(consent, authorization, made.success, key).pipe(
      Effect.catch(onError("")),
      revokingAtEnd({ bankConsentId })
    )
  })

  /**
   * Asks the bank whether the person has authorized the consent. While the page is shown, even a valid consent waits for
   * the person's return. Without a code, the bank's first answer after the return decides: the first visitor could
   * otherwise wait for somebody else's approval.
   */
  const watched = Effect.fnUntraced(function* (session: Session) {
    const { granted, status } = yield* bank.status(session.bankConsentId, credentialsOf(session))
    const isPending = status === "received" || status === "partiallyAuthorised"
    const isDecided = session.phase === "RETURNED" && session.credentials === undefined
    if (isPending && !isDecided) return waiting(session, watchMillis)
    if (status === "valid" && session.redirectUrl !== undefined) return waiting(session, watchMillis)
    const scope = status === "valid" ? ConsentScope.intersectScope(session.scope, granted) : undefined
    return scope === undefined ? refused(encode(session)) : poll("COLLECTING", { ...session, scope, phase: "GRANTED" })
  })

  /**
   * Reads the accounts. Only the next step ends the consent, because this step can be repeated after a kill, and an
   * ended consent cannot be read again.
   */
  const read = Effect.fnUntraced(function* (session: Session) {
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

  const nextOf = (session: Session): Effect.Effect<Step, BankError> => {
    if (session.mustRenew !== undefined && bank.oauth !== undefined) return renewed(bank.oauth, session)
    switch (session.phase) {
      case "STARTED":
        return Effect.succeed(waiting({ ...session, phase: "WAITING" }))
      case "WAITING":
      case "RETURNED":
        return watched(session)
      case "GRANTED":
        return read(session)
      case "READ":
        return Effect.succeed(finished(session))
    }
  }

  /** Continues after the person's return. Another server's response ends the collection (RFC 9207). */
  const onReturn = Effect.fnUntraced(function* (text: string, response: AuthorizationResponse | undefined) {
    const session = yield* sessionIn(text)
    const { redirectUrl, ...onward } = session
    if (redirectUrl === undefined || session.phase !== "WAITING") return yield* broken
    const credentials = credentialsOf(session)
    if (credentials === undefined) return yield* proceed({ ...onward, phase: "RETURNED" })
    if (response === undefined || bank.oauth === undefined) return waiting(session, watchMillis)
    const accepted = yield* Effect.result(bank.oauth.acceptCode(credentials, response))
    if (Result.isFailure(accepted)) return refused(text)
    const next = Redacted.value(accepted.success)
    return again({ ...onward, credentials: next, mustRenew: true, phase: "RETURNED" }, 0)
  })

  const proceed = (session: Session) => {
    const text = encode(session)
    const isRenewable = bank.oauth !== undefined && session.mustRenew === undefined
    return nextOf(session).pipe(
      Effect.catch((error) =>
        isRenewable && error.reason === "CREDENTIALS_EXPIRED"
          ? Effect.succeed(again({ ...session, mustRenew: true }, recordMillis))
          : onError(text, (afterMillis) => again(session, afterMillis))(error)
      )
    )
  }

  return {
    begin,
    resume: Effect.fnUntraced(function* (text, signal) {
      const session = yield* sessionIn(text)
      const next = signal._tag === "Return" ? onReturn(text, signal.response) : proceed(session)
      return yield* revokingAtEnd(session)(next)
    }),
    cancel: Effect.fnUntraced(function* (text) {
      yield* revoke(yield* sessionIn(text))
    }),
    ...(bank.authorizations.includes("REDIRECT") && { opensPage }),
    document: () => Effect.fail(broken)
  }
}
