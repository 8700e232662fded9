/**
 * The operator's certificates (QWAC and QSealC) for one bank. An expired certificate disables the bank until its file
 * is replaced, which needs no restart (spec 16).
 */
import { BankError } from "@sheaf/ports"
import type { AccountHoldingBank } from "@sheaf/ports"
import { Clock, Effect, Schema } from "effect"
import type { CompanyBreaker, ObservedCompanyState } from "../outbound/companies/CompanyBreaker.ts"

/** Times are milliseconds since 1970. */
export interface ProviderCertificate {
  readonly name: string
  readonly notBefore: number
  readonly notAfter: number
}

/** Nothing was sent, because a certificate has expired or is not valid yet. */
export class CertificateNotValidError extends Schema.TaggedError<CertificateNotValidError>()(
  "CertificateNotValidError",
  { name: Schema.String, notAfter: Schema.Finite, notBefore: Schema.Finite }
) {
  override get message(): string {
    const { name, notAfter, notBefore } = this
    return `${name} is valid from ${new Date(notBefore).toISOString()} to ${new Date(notAfter).toISOString()}: replace its files`
  }
}

const invalidIn = (certificates: ReadonlyArray<ProviderCertificate>, now: number): ProviderCertificate | undefined =>
  certificates.find(({ notAfter, notBefore }) => now > notAfter || now < notBefore)

export const requireValid = Effect.fnUntraced(function* (certificates: ReadonlyArray<ProviderCertificate>) {
  const found = invalidIn(certificates, yield* Clock.currentTimeMillis)
  if (found !== undefined) {
    return yield* new BankError({ reason: "BROKEN", cause: new CertificateNotValidError(found) })
  }
})

/**
 * Reports the bank as unavailable while a certificate is not valid. Returns the same object until the state changes.
 */
export const stateUnlessCertificateInvalid = (
  certificates: Effect.Effect<ReadonlyArray<ProviderCertificate>>,
  observed: CompanyBreaker<unknown>["state"]
): CompanyBreaker<unknown>["state"] => {
  let disabled: ObservedCompanyState | undefined
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const found = invalidIn(yield* certificates, now)
    if (found === undefined) {
      if (disabled !== undefined) yield* Effect.logInfo("bank enabled: its certificates are valid")
      disabled = undefined
      return yield* observed
    }
    if (disabled !== undefined) return disabled
    yield* Effect.annotateLogs(Effect.logError("bank disabled: a certificate is not valid"), {
      certificate: new CertificateNotValidError(found).message
    })
    return (disabled = {
      status: "UNAVAILABLE",
      since: now,
      isObserved: true,
      message: "Sheaf's certificate for this bank is not valid. The operator must replace it."
    })
  })
}

/**
 * Returns a bank that forwards each call to the bank that `current` yields. The members that are not calls come from
 * `general` and never change.
 */
export const delegateTo = (
  general: AccountHoldingBank,
  current: Effect.Effect<AccountHoldingBank, BankError>
): AccountHoldingBank => {
  const call = <A>(use: (bank: AccountHoldingBank) => Effect.Effect<A, BankError>) => Effect.flatMap(current, use)
  const { authorizations, frequency, login: generalLogin, oauth: generalOAuth } = general
  return {
    authorizations,
    frequency,
    ...(generalOAuth && {
      oauth: {
        acceptCode: generalOAuth.acceptCode,
        renew: (credentials) => call(({ oauth = generalOAuth }) => oauth.renew(credentials))
      }
    }),
    ...(generalLogin && {
      login: (registered, key) => call(({ login = generalLogin }) => login(registered, key))
    }),
    createConsent: (request, key) => call((bank) => bank.createConsent(request, key)),
    identify: (id, personalNumber, key, attendance) =>
      call((bank) => bank.identify(id, personalNumber, key, attendance)),
    answer: (id, answer, key, attendance) => call((bank) => bank.answer(id, answer, key, attendance)),
    status: (id, credentials) => call((bank) => bank.status(id, credentials)),
    revoke: (id, credentials) => call((bank) => bank.revoke(id, credentials)),
    accounts: (id, scope, context, credentials) => call((bank) => bank.accounts(id, scope, context, credentials))
  }
}
