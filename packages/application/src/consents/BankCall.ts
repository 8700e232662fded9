/** Calls to a bank. Each ends with a valid answer or a {@link BankError}, whatever the bank's adapter does. */
import type { CompanyId } from "@sheaf/domain/Company"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import {
  AccountHoldingBanks,
  BankAccounts,
  BankConsent,
  BankConsentState,
  BankError,
  BankLogin,
  DecoupledAuthorization
} from "@sheaf/ports"
import type {
  AccountHoldingBank,
  AuthorizationAnswer,
  PsuContext,
  ReadingContext,
  AuthorizationResponse,
  BankConsentRequest,
  BankOAuth,
  BankConsentReference,
  RegisteredReturn,
  StepKey
} from "@sheaf/ports"
import { Effect, Option, Redacted, Schema } from "effect"
import * as AdapterCall from "../process/AdapterCall.ts"

const errors: AdapterCall.CallErrors<BankError> = {
  unreachable: new BankError({ reason: "UNREACHABLE" }),
  broken: (cause) => new BankError({ reason: "BROKEN", cause })
}

const invalid = new BankError({ reason: "CONSENT_INVALID" })

const ask = Effect.fnUntraced(function* <A>(
  company: CompanyId,
  call: (bank: AccountHoldingBank) => Effect.Effect<A, BankError>,
  maxMillis?: number
) {
  const bank = yield* (yield* AccountHoldingBanks).find(company)
  return yield* Option.isSome(bank)
    ? AdapterCall.callAdapter(() => call(bank.value), errors, maxMillis)
    : errors.unreachable
})

const secretOf = ({ credentials }: BankConsentReference) => credentials && Redacted.make(credentials.value)

const answeringConsent = AdapterCall.validateResponse(BankConsent, errors)
const answeringState = AdapterCall.validateResponse(BankConsentState, errors)
const answeringAccounts = AdapterCall.validateResponse(BankAccounts, errors)

const answeringLogin = AdapterCall.validateResponse(Schema.UndefinedOr(BankLogin), errors)

export const beginLogin = (company: CompanyId, registered: RegisteredReturn, key: StepKey) =>
  answeringLogin(ask(company, ({ login }) => login?.(registered, key) ?? Effect.undefined))

export const createConsent = (company: CompanyId, request: BankConsentRequest, key: StepKey) =>
  answeringConsent(ask(company, (bank) => bank.createConsent(request, key)))

const answeringAuthorization = AdapterCall.validateResponse(DecoupledAuthorization, errors)

export const answerQuestion = (
  company: CompanyId,
  { bankConsentId }: BankConsentReference,
  answer: AuthorizationAnswer,
  key: StepKey,
  attendance: PsuContext
) => answeringAuthorization(ask(company, (bank) => bank.answer(bankConsentId, answer, key, attendance)))

export const reportIdentification = (
  company: CompanyId,
  { bankConsentId }: BankConsentReference,
  personalNumber: string,
  key: StepKey,
  attendance: PsuContext
) =>
  answeringAuthorization(
    ask(company, (bank) => bank.identify(bankConsentId, Redacted.make(personalNumber), key, attendance))
  )

export const fetchStatus = (company: CompanyId, consent: BankConsentReference) =>
  answeringState(ask(company, (bank) => bank.status(consent.bankConsentId, secretOf(consent))))

export const revokeConsent = (company: CompanyId, consent: BankConsentReference) =>
  ask(company, (bank) => bank.revoke(consent.bankConsentId, secretOf(consent)))

const answeringCredentials = AdapterCall.validateResponse(Schema.Redacted(Schema.String), errors)

/**
 * Sends a code or token to a bank, and returns the new credentials. Fails with CONSENT_INVALID if the bank does not use
 * OAuth.
 */
const askOAuth = (
  company: CompanyId,
  call: (oauth: BankOAuth) => Effect.Effect<Redacted.Redacted, BankError>,
  maxMillis?: number
) => {
  const answer = ask(company, ({ oauth }) => (oauth === undefined ? Effect.fail(invalid) : call(oauth)), maxMillis)
  return Effect.map(answeringCredentials(answer), Redacted.value)
}

export const acceptCode = (company: CompanyId, credentials: string, response: AuthorizationResponse) =>
  askOAuth(company, (oauth) => oauth.acceptCode(Redacted.make(credentials), response))

/**
 * Exchanges an authorization code or a refresh token for new tokens, or sends the confirmation code to the bank. Takes
 * at most `maxMillis` milliseconds.
 */
export const renewCredentials = (company: CompanyId, credentials: string, maxMillis: number) =>
  askOAuth(company, (oauth) => oauth.renew(Redacted.make(credentials)), maxMillis)

export const fetchAccounts = (
  company: CompanyId,
  consent: BankConsentReference,
  scope: Psd2AisConsentScope,
  context: ReadingContext
) => answeringAccounts(ask(company, (bank) => bank.accounts(consent.bankConsentId, scope, context, secretOf(consent))))

export const isPending = (status: BankConsentState["status"]): boolean =>
  status === "received" || status === "partiallyAuthorised"

/** Returns true if a retry of the same call can succeed. */
export const isTransient = ({ reason }: BankError): boolean => reason === "UNREACHABLE" || reason === "BANK_ERROR"

/** Returns true if a later call can succeed after the pause that the bank asks for. */
export const isRetryable = (error: BankError): boolean => isTransient(error) || error.reason === "LIMITED"

/**
 * Returns the pause before the next attempt, in milliseconds. It starts at one second and doubles with each attempt, up
 * to `most` (ten minutes by default).
 */
export const backoffMillis = (attempts: number, most = 600_000): number =>
  Math.min(most, 1000 * 2 ** Math.min(attempts, 20))
