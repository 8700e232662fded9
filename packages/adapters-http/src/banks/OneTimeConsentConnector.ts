/**
 * Collects accounts from a bank under a one-time consent, which ends with the collection (spec 2.1, 16). With an
 * electronic ID, the person authorizes the consent in the bank's app. With any other login method, the person logs in
 * on a page of the bank or its OAuth server, as for stored consents (spec 2.4). If the bank requires a login before the
 * consent, the person sees two pages.
 */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { BankError, ConnectorError, lateGrantMillis } from "@sheaf/ports"
import type {
  AccountHoldingBank,
  AuthorizationResponse,
  BankConsent,
  BankConsentRequest,
  BankLogin,
  BankOAuth,
  DecoupledAuthorization,
  Connector,
  ConnectorRequest,
  PageReturn,
  StepKey,
  Step
} from "@sheaf/ports"
import type { UserInput } from "@sheaf/domain/SupplementInfo"
import { Clock, Effect, Redacted, Result } from "effect"
import * as DecoupledConsent from "./DecoupledConsent.ts"
import { onError, refused, watchMillis } from "./OneTimeConsentEnd.ts"
import { encode } from "./OneTimeConsentSession.ts"
import type { Session } from "./OneTimeConsentSession.ts"
import * as OneTimeConsentSession from "./OneTimeConsentSession.ts"

/**
 * A pause this long, in milliseconds, makes Sheaf record the current step before it takes the next one. Steps that
 * follow each other without a pause are recorded together, after the last of them.
 */
const recordMillis = 100

const broken = new ConnectorError({ reason: "BROKEN" })

const sessionIn = (text: string): Effect.Effect<Session, ConnectorError> =>
  Effect.mapError(OneTimeConsentSession.decode(text), () => broken)

type Poll = Extract<Step, { readonly _tag: "Poll" }>

const poll = (status: Poll["status"], session: Session, afterMillis = 0): Poll => ({
  _tag: "Poll",
  status,
  session: encode(session),
  afterMillis,
  ...(session.mustRenew && { once: true })
})

const authorizing = (session: Session, begun: DecoupledAuthorization): Step => {
  const { authorizationId: _, challenge: __, ...onward } = session
  if (begun._tag === "Started") {
    const { challenge } = begun
    return poll("LOGIN", { ...onward, ...(challenge !== undefined && { challenge }), phase: "STARTED" })
  }
  const { authorizationId } = begun
  const asking = {
    _tag: "Ask",
    status: "TWO_FACTOR_PENDING",
    session: encode({ ...onward, authorizationId, phase: "CHOOSING" })
  } as const
  if (begun._tag === "Code") {
    const { image, information: authenticationInstruction = "", responseType } = begun
    const instruction = { TWO_FACTOR_AUTHENTICATION_INSTRUCTION: { authenticationInstruction, responseType } }
    return {
      ...asking,
      information: { ...instruction, ...(image !== undefined && { AUTHENTICATION_IMAGE: image }) },
      question: { kind: "TWO_FACTOR_CODE", responseType }
    }
  }
  const [first, ...others] = begun.methods
  return {
    ...asking,
    information: { AVAILABLE_TWO_FACTOR_METHODS: begun.methods },
    question: { kind: "TWO_FACTOR_CHOICE", methodIds: [first.id, ...others.map(({ id }) => id)] }
  }
}

const waiting = (session: Session, afterMillis = 0): Poll => {
  const { challenge, expectsCode, redirectUrl } = session
  const step = poll("WAITING_FOR_USER_ACTION", session, afterMillis)
  if (redirectUrl === undefined)
    return challenge === undefined ? step : { ...step, information: DecoupledConsent.challengeInformationOf(challenge) }
  return {
    ...step,
    information: { REDIRECT_URL: redirectUrl },
    ...(expectsCode && { expectsCode })
  }
}

const again = (session: Session, afterMillis: number): Poll =>
  session.phase === "WAITING" || session.phase === "RETURNED"
    ? waiting(session, afterMillis)
    : poll("COLLECTING", session, afterMillis)

type AtBank = Pick<Session, "bankConsentId" | "credentials">

const credentialsOf = ({ credentials }: Pick<Session, "credentials">) =>
  credentials === undefined ? undefined : Redacted.make(credentials)

const byPage = ({ registeredUrl, state, url: returnUrl }: PageReturn): BankConsentRequest["authorization"] => ({
  _tag: "REDIRECT",
  returnUrl,
  registered: { returnUrl: registeredUrl, state }
})

type Login = ConnectorRequest["login"] extends Redacted.Redacted<infer A> ? A : never

const pageUse = (login: Login) => (LoginIdentity.personalNumberOf(login) === undefined ? "REQUIRED" : "NONE")

const authorizationOf = (
  bank: AccountHoldingBank,
  { login, pageReturn }: ConnectorRequest
): BankConsentRequest["authorization"] | undefined => {
  const personalNumber = LoginIdentity.personalNumberOf(Redacted.value(login))
  const way = personalNumber === undefined ? "REDIRECT" : "DECOUPLED"
  if (!bank.authorizations.includes(way)) return undefined
  if (personalNumber !== undefined) return { _tag: "DECOUPLED", personalNumber: Redacted.make(personalNumber) }
  if (pageReturn === undefined) return undefined
  return byPage(pageReturn)
}

const revoke = (bank: AccountHoldingBank, { bankConsentId, ...consent }: AtBank) =>
  bankConsentId === undefined ? Effect.void : Effect.ignore(bank.revoke(bankConsentId, credentialsOf(consent)))

/** Revokes the consent when a step ends the collection. If the bank does not respond, the consent is left to expire. */
const revokingAtEnd =
  (bank: AccountHoldingBank, consent: AtBank) =>
  <E>(steps: Effect.Effect<Step, E>): Effect.Effect<Step, E> =>
    Effect.tap(steps, ({ _tag }) => (_tag === "End" ? revoke(bank, consent) : Effect.void))

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
    ...(credentials !== undefined && { credentials: Redacted.value(credentials), expectsCode: true }),
    phase: "STARTED"
  }
  if (authorization._tag !== "DECOUPLED") return poll("LOGIN", session)
  const { personalNumber } = authorization
  const begun = bank.identify(bankConsentId, personalNumber, `${key}/authorisation`, { psuIpAddress })
  return authorizing(session, yield* begun)
})

const loggingIn = (
  { clientName }: ConnectorRequest,
  { psuIpAddress, psuLocale, scope, validUntil }: ConsentScope.ConsentTerms,
  { credentials, redirectUrl }: BankLogin
) =>
  poll("LOGIN", {
    request: { validUntil, psuLocale, ...(clientName !== undefined && { clientName }) },
    scope,
    psuIpAddress,
    redirectUrl,
    credentials: Redacted.value(credentials),
    expectsCode: true,
    phase: "STARTED"
  })

const consented = Effect.fnUntraced(function* (
  bank: AccountHoldingBank,
  { expectsCode: _, request, ...session }: Session,
  key: StepKey,
  pageReturn: PageReturn | undefined
) {
  const credentials = credentialsOf(session)
  if (request === undefined || pageReturn === undefined || credentials === undefined)
    return yield* new BankError({ reason: "BROKEN" })
  const { psuIpAddress, scope } = session
  const authorization = byPage(pageReturn)
  const asked = { ...request, psuIpAddress, scope, authorization, credentials, isOneTime: true } as const
  const { bankConsentId, redirectUrl } = yield* bank.createConsent(asked, key)
  if (redirectUrl === undefined) return yield* new BankError({ reason: "BROKEN" })
  return waiting({ ...session, bankConsentId, redirectUrl, phase: "WAITING" })
})

const begin = Effect.fnUntraced(function* (bank: AccountHoldingBank, order: ConnectorRequest, key: StepKey) {
  const { consent } = order
  const authorization = authorizationOf(bank, order)
  if (consent === undefined || authorization === undefined) return yield* broken
  if (bank.login !== undefined) {
    if (authorization._tag !== "REDIRECT" || authorization.registered === undefined) return yield* broken
    const begun = yield* Effect.result(bank.login(authorization.registered, key))
    return Result.isFailure(begun) ? yield* onError("")(begun.failure) : loggingIn(order, consent, begun.success)
  }
  const made = yield* Effect.result(bank.createConsent({ ...consent, authorization, isOneTime: true }, key))
  if (Result.isFailure(made)) return yield* onError("")(made.failure)
  const { bankConsentId } = made.success
  return yield* asked(bank, consent, authorization, made.success, key).pipe(
    Effect.catch(onError("")),
    revokingAtEnd(bank, { bankConsentId })
  )
})

/**
 * Checks whether the person has authorized the consent. While a page is shown, the collection waits for the person to
 * return, even if the consent is already valid. If the bank adds no code to the return URL, the consent must become
 * valid soon after the return; otherwise a stranger could open the return URL first and wait until somebody else
 * authorizes the consent.
 */
const watched = Effect.fnUntraced(function* (
  bank: AccountHoldingBank,
  session: Session,
  bankConsentId: string,
  key: StepKey
) {
  const {
    challenge = session.challenge,
    granted,
    question,
    status
  } = yield* bank.status(bankConsentId, credentialsOf(session))
  const isPending = status === "received" || status === "partiallyAuthorised"
  const now = yield* Clock.currentTimeMillis
  const isUndecided = isPending && session.phase === "RETURNED" && session.expectsCode === undefined
  const { undecidedSince = isUndecided ? now : undefined } = session
  const isLate = undecidedSince !== undefined && now >= undecidedSince + lateGrantMillis
  const current = {
    ...session,
    ...(challenge !== undefined && { challenge }),
    ...(undecidedSince !== undefined && { undecidedSince })
  }
  if (isPending && question !== undefined && session.redirectUrl === undefined) {
    const choice = DecoupledConsent.onlyChoiceOf(question)
    if (choice === undefined) return authorizing(session, question)
    const { psuIpAddress } = session
    const next = authorizing(session, yield* bank.answer(bankConsentId, choice, `${key}/method`, { psuIpAddress }))
    return next._tag === "Poll" ? { ...next, afterMillis: watchMillis } : next
  }
  if (isLate) return refused(encode(session))
  if (isPending) return waiting(current, watchMillis)
  if (status === "valid" && session.redirectUrl !== undefined) return waiting(session, watchMillis)
  const scope = status === "valid" ? ConsentScope.intersectScope(session.scope, granted) : undefined
  return scope === undefined ? refused(encode(session)) : poll("COLLECTING", { ...session, scope, phase: "GRANTED" })
})

/**
 * Reads the accounts, but leaves the revocation of the consent to the next step. Sheaf may repeat this step after a
 * crash, and a revoked consent cannot be read again.
 */
const read = Effect.fnUntraced(function* (bank: AccountHoldingBank, session: Session, bankConsentId: string) {
  const { psuIpAddress, scope } = session
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

/**
 * Exchanges the code or the refresh token. Then pauses, so that Sheaf records the new credentials before it uses them.
 */
const renewed = Effect.fnUntraced(function* ({ renew }: BankOAuth, { mustRenew: _, ...session }: Session) {
  const { credentials = "" } = session
  return again({ ...session, credentials: Redacted.value(yield* renew(Redacted.make(credentials))) }, recordMillis)
})

const nextOf = (
  bank: AccountHoldingBank,
  session: Session,
  key: StepKey,
  pageReturn?: PageReturn
): Effect.Effect<Step, BankError> => {
  if (session.mustRenew !== undefined && bank.oauth !== undefined) return renewed(bank.oauth, session)
  const { bankConsentId, phase } = session
  if (phase === "STARTED" || phase === "CHOOSING") return Effect.succeed(waiting({ ...session, phase: "WAITING" }))
  if (bankConsentId === undefined)
    return phase === "WAITING"
      ? Effect.succeed(waiting(session, watchMillis))
      : consented(bank, session, key, pageReturn)
  switch (phase) {
    case "WAITING":
    case "RETURNED":
      return watched(bank, session, bankConsentId, key)
    case "GRANTED":
      return read(bank, session, bankConsentId)
    case "READ":
      return Effect.succeed(finished(session))
  }
}

/**
 * Continues the collection when the person returns from the bank's page. If the response comes from a different
 * authorization server, the collection ends (RFC 9207).
 */
const onReturn = Effect.fnUntraced(function* (
  bank: AccountHoldingBank,
  text: string,
  response: AuthorizationResponse | undefined,
  key: StepKey
) {
  const session = yield* sessionIn(text)
  const { redirectUrl, ...onward } = session
  if (redirectUrl === undefined || session.phase !== "WAITING") return yield* broken
  const credentials = credentialsOf(session)
  if (session.expectsCode === undefined || credentials === undefined)
    return yield* proceed(bank, { ...onward, phase: "RETURNED" }, key)
  if (response === undefined || bank.oauth === undefined) return waiting(session, watchMillis)
  const accepted = yield* Effect.result(bank.oauth.acceptCode(credentials, response))
  if (Result.isFailure(accepted)) return refused(text)
  const next = Redacted.value(accepted.success)
  return again({ ...onward, credentials: next, mustRenew: true, phase: "RETURNED" }, 0)
})

const onAnswer = Effect.fnUntraced(function* (bank: AccountHoldingBank, text: string, input: UserInput, key: StepKey) {
  const session = yield* sessionIn(text)
  const { authorizationId, bankConsentId, psuIpAddress } = session
  const answer = authorizationId === undefined ? undefined : DecoupledConsent.answerIn(input, authorizationId)
  if (answer === undefined || bankConsentId === undefined) return yield* broken
  const answered = yield* Effect.result(bank.answer(bankConsentId, answer, key, { psuIpAddress }))
  if (Result.isSuccess(answered)) return authorizing(session, answered.success)
  const isWrong = "code" in answer && answered.failure.reason === "REFUSED"
  const wrong: Step = { _tag: "End", status: "INCORRECT_TWO_FACTOR_CODE", session: text }
  return isWrong ? wrong : yield* onError(text)(answered.failure)
})

const proceed = (
  bank: AccountHoldingBank,
  session: Session,
  key: StepKey,
  pageReturn?: PageReturn
): Effect.Effect<Step, ConnectorError> => {
  const text = encode(session)
  const isRenewable = bank.oauth !== undefined && session.mustRenew === undefined
  return nextOf(bank, session, key, pageReturn).pipe(
    Effect.catch((error) =>
      isRenewable && error.reason === "CREDENTIALS_EXPIRED"
        ? Effect.succeed(again({ ...session, mustRenew: true }, recordMillis))
        : onError(text, (afterMillis) => again(session, afterMillis))(error)
    )
  )
}

export const make = (bank: AccountHoldingBank): Connector => ({
  begin: (order, key) => begin(bank, order, key),
  resume: Effect.fnUntraced(function* (text, signal, key, pageReturn) {
    const session = yield* sessionIn(text)
    const next: Effect.Effect<Step, ConnectorError> =
      signal._tag === "Return"
        ? onReturn(bank, text, signal.response, key)
        : signal._tag === "Input"
          ? onAnswer(bank, text, Redacted.value(signal.input), key)
          : proceed(bank, session, key, pageReturn)
    return yield* revokingAtEnd(bank, session)(next)
  }),
  cancel: Effect.fnUntraced(function* (text) {
    yield* revoke(bank, yield* sessionIn(text))
  }),
  ...(bank.authorizations.includes("REDIRECT") && { pageUse }),
  document: () => Effect.fail(broken)
})
