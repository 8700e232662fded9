/** A bank keeps consents and returns the accounts that a consent covers (spec 2.4; Berlin Group NextGenPSD2 1.3). */
import type { CompanyId } from "@sheaf/domain/Company"
import { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { TwoFactorCodeFormat, TwoFactorMethod } from "@sheaf/domain/ExtraInformation"
import { MissingData } from "@sheaf/domain/FailureReason"
import type { ReadingRule } from "@sheaf/domain/UnattendedReadings"
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import { Timestamp } from "@sheaf/domain/Timestamp"
import { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { Context, Schema } from "effect"
import type { Effect, Option, Redacted } from "effect"
import type { StepKey } from "../companies/Connector.ts"
import type { BankError } from "../banks/BankError.ts"
import type { BankOAuth } from "../banks/BankOAuth.ts"

/** The return URL that a bank with OAuth has registered. The bank adds `state` to this URL. */
export interface RegisteredReturn {
  readonly returnUrl: string
  readonly state: string
}

export interface BankConsentRequest {
  /** True if the consent serves a single collection. Absent if it lasts until `validUntil`. */
  readonly isOneTime?: true
  readonly clientName?: string
  readonly scope: Psd2AisConsentScope
  /** The consent's last day, `YYYY-MM-DD`. */
  readonly validUntil: string
  readonly psuIpAddress: string
  readonly psuLocale: string
  /**
   * How the person authorizes the consent. DECOUPLED: Sheaf identifies the person and calls {@link
   * AccountHoldingBank.identify}. REDIRECT: the bank identifies the person on its own page.
   */
  readonly authorization:
    | { readonly _tag: "DECOUPLED"; readonly personalNumber: Redacted.Redacted }
    | {
        readonly _tag: "REDIRECT"
        readonly returnUrl: string
        readonly registered?: RegisteredReturn
      }
  /** The token from the person's login at the bank. Required if the bank has {@link AccountHoldingBank.login}. */
  readonly credentials?: Redacted.Redacted
}

/** An http or https URL. Opening a URL with another scheme could run code. */
const PageAddress = Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s/?#]\S*$/i))

/**
 * The page where a person logs in before the consent exists. The person returns with a code, which the bank exchanges
 * for a token.
 */
export const BankLogin = Schema.Struct({ redirectUrl: PageAddress, credentials: Schema.Redacted(Schema.String) })
export type BankLogin = typeof BankLogin.Type

export const BankConsent = Schema.Struct({
  bankConsentId: Schema.NonEmptyString,
  /** The bank's page where the person authorizes the consent. Required with REDIRECT. */
  redirectUrl: Schema.optionalKey(PageAddress),
  /**
   * The consent's credentials. Present if the person will return with a code ({@link AccountHoldingBank.oauth}). At a
   * bank with {@link AccountHoldingBank.login}, they are the login's credentials instead, and the person returns
   * without a code.
   */
  credentials: Schema.optionalKey(Schema.Redacted(Schema.String))
})
export type BankConsent = typeof BankConsent.Type

export const BankConsentStatus = Schema.Literals([
  "received",
  "partiallyAuthorised",
  "valid",
  "rejected",
  "revokedByPsu",
  "terminatedByTpp",
  "expired"
])
export type BankConsentStatus = typeof BankConsentStatus.Type

const { accountIds, balances, transactions } = Psd2AisConsentScope.fields

/** What the person needs to authorize a consent in the bank's app (NextGenPSD2 1.3.11, challengeData). */
export const ScaChallenge = Schema.Struct({
  autoStartToken: Schema.optionalKey(Schema.String),
  qrText: Schema.optionalKey(Schema.String),
  /** The picture to show, as a `data:` URL. */
  image: Schema.optionalKey(Schema.String),
  information: Schema.optionalKey(Schema.String)
})
export type ScaChallenge = typeof ScaChallenge.Type

/**
 * What a decoupled authorization needs from the person: a choice of method, or the code that the chosen method
 * delivered.
 */
export const AuthorizationQuestion = Schema.Union([
  Schema.TaggedStruct("Choice", { authorizationId: Schema.String, methods: Schema.NonEmptyArray(TwoFactorMethod) }),
  Schema.TaggedStruct("Code", {
    authorizationId: Schema.String,
    responseType: TwoFactorCodeFormat,
    information: Schema.optionalKey(Schema.String),
    /** A picture, as a `data:` URL, that the person's device needs to compute the code. */
    image: Schema.optionalKey(Schema.String)
  })
])
export type AuthorizationQuestion = typeof AuthorizationQuestion.Type

/** The bank asks the person to authorize in its own app (`Started`), or has Sheaf ask a question. */
export const DecoupledAuthorization = Schema.Union([
  Schema.TaggedStruct("Started", { challenge: Schema.optionalKey(ScaChallenge) }),
  ...AuthorizationQuestion.members
])
export type DecoupledAuthorization = typeof DecoupledAuthorization.Type

export type AuthorizationAnswer = { readonly authorizationId: string } & (
  | { readonly methodId: string }
  | { readonly code: Redacted.Redacted }
)

/** A consent's status at the bank, and as much of the granted scope as the bank discloses. */
export const BankConsentState = Schema.Struct({
  status: BankConsentStatus,
  /** Present while the person must act in the bank's app, if the bank has given instructions. */
  challenge: Schema.optionalKey(ScaChallenge),
  question: Schema.optionalKey(AuthorizationQuestion),
  granted: Schema.Struct({
    accountIds,
    balances: Schema.optionalKey(balances),
    transactions: Schema.optionalKey(transactions),
    /** When the consent ends at the bank. Absent if the bank does not say. */
    expiresAt: Schema.optionalKey(Timestamp)
  })
})
export type BankConsentState = typeof BankConsentState.Type

const RepeatedRead = Schema.Struct({
  accountId: Schema.String,
  count: Schema.Int
})
export type RepeatedRead = typeof RepeatedRead.Type

export const TransactionReadPosition = Schema.Struct({
  accountId: Schema.NonEmptyString,
  bookedOn: CalendarDate,
  entryReference: Schema.optionalKey(Schema.NonEmptyString)
})
export type TransactionReadPosition = typeof TransactionReadPosition.Type

export const BankAccounts = Schema.Struct({
  accounts: Schema.Array(BankAccount).check(Schema.isMaxLength(1000)),
  missing: Schema.Array(MissingData),
  /** The requests that the reading repeated. They count toward the bank's limits. */
  repeats: Schema.optionalKey(Schema.Array(RepeatedRead)),
  positions: Schema.optionalKey(Schema.Array(TransactionReadPosition))
})
export type BankAccounts = typeof BankAccounts.Type

/** The address and browser of the person. Empty if no person is present. */
export interface PsuContext {
  readonly psuIpAddress?: string
  readonly psuUserAgent?: string
}

export interface ReadingContext extends PsuContext {
  /** Where the last reading stopped. For an account without a position, the adapter reads the whole history. */
  readonly since?: ReadonlyArray<TransactionReadPosition>
  /**
   * When the person authenticated, in milliseconds since 1970. Some banks return a longer history for a while
   * afterward.
   */
  readonly authenticatedAt?: number
}

/**
 * One bank. The adapter is stateless, so every call passes the consent's `bankConsentId` and its credentials, if any.
 */
export interface AccountHoldingBank {
  readonly authorizations: ReadonlyArray<BankConsentRequest["authorization"]["_tag"]>
  /** The bank's limit on unattended readings. */
  readonly frequency: ReadingRule
  readonly oauth?: BankOAuth
  /** Present if people log in at the bank before it creates a consent. Such a bank also has {@link oauth}. */
  readonly login?: (registered: RegisteredReturn, key: StepKey) => Effect.Effect<BankLogin, BankError>
  /**
   * Creates a consent. At a bank that supports idempotency keys, a repeated call with the same key does not create a
   * second consent.
   */
  readonly createConsent: (request: BankConsentRequest, key: StepKey) => Effect.Effect<BankConsent, BankError>
  /**
   * Reports to the bank that the person has been identified. Works only once, because the bank then authorizes or
   * rejects the consent.
   */
  readonly identify: (
    bankConsentId: string,
    personalNumber: Redacted.Redacted,
    key: StepKey,
    attendance?: PsuContext
  ) => Effect.Effect<DecoupledAuthorization, BankError>
  /** Fails with REFUSED if the bank rejects the answer. */
  readonly answer: (
    bankConsentId: string,
    answer: AuthorizationAnswer,
    key: StepKey,
    attendance?: PsuContext
  ) => Effect.Effect<DecoupledAuthorization, BankError>
  /** Fails with CONSENT_INVALID if the bank does not know the consent. */
  readonly status: (
    bankConsentId: string,
    credentials?: Redacted.Redacted
  ) => Effect.Effect<BankConsentState, BankError>
  /** Has no effect if the consent has ended or the bank does not know it. */
  readonly revoke: (bankConsentId: string, credentials?: Redacted.Redacted) => Effect.Effect<void, BankError>
  /**
   * Returns every account that the consent covers, even if some of its data cannot be read. Requests nothing outside
   * `scope`, the granted scope. Fails with CONSENT_INVALID if the consent is not valid.
   */
  readonly accounts: (
    bankConsentId: string,
    scope: Psd2AisConsentScope,
    context: ReadingContext,
    credentials?: Redacted.Redacted
  ) => Effect.Effect<BankAccounts, BankError>
}

export class AccountHoldingBanks extends Context.Service<
  AccountHoldingBanks,
  {
    readonly find: (company: CompanyId) => Effect.Effect<Option.Option<AccountHoldingBank>>
  }
>()("@sheaf/ports/AccountHoldingBanks") {}
