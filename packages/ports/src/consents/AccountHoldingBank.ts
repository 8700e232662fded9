/**
 * Banks, which keep consents and return the accounts that a consent covers (spec 2.4; Berlin Group NextGenPSD2 1.3).
 */
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

/** The return to the one address that a bank with OAuth knows. The bank repeats `state` in its query. */
export interface RegisteredReturn {
  readonly returnUrl: string
  readonly state: string
}

export interface BankConsentRequest {
  /** True if the consent is used for a single collection. By default, it lasts until `validUntil`. */
  readonly isOneTime?: true
  /** The name of the requesting client. The bank's page shows it to the person. */
  readonly clientName?: string
  readonly scope: Psd2AisConsentScope
  /** The last day on which the consent is valid, `YYYY-MM-DD`. */
  readonly validUntil: string
  readonly psuIpAddress: string
  readonly psuLocale: string
  /**
   * The method by which the person authorizes the consent. With DECOUPLED, Sheaf identifies the person and calls
   * {@link AccountHoldingBank.identify}. With REDIRECT, the bank identifies the person on its own page.
   */
  readonly authorization:
    | { readonly _tag: "DECOUPLED"; readonly personalNumber: Redacted.Redacted }
    | {
        readonly _tag: "REDIRECT"
        readonly returnUrl: string
        readonly registered?: RegisteredReturn
      }
  /** The token of the person who has logged in. Required by a bank with {@link AccountHoldingBank.login}. */
  readonly credentials?: Redacted.Redacted
}

/** An http or https URL. A URL with another scheme could run code when a person opens it. */
const PageAddress = Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s/?#]\S*$/i))

/** The page on which a person logs in before a consent exists. The person returns with a code for the credentials. */
export const BankLogin = Schema.Struct({ redirectUrl: PageAddress, credentials: Schema.Redacted(Schema.String) })
export type BankLogin = typeof BankLogin.Type

export const BankConsent = Schema.Struct({
  bankConsentId: Schema.NonEmptyString,
  /** The bank's page for the person. Required with REDIRECT. */
  redirectUrl: Schema.optionalKey(PageAddress),
  /**
   * Present if the person returns with a code. See {@link AccountHoldingBank.oauth}. At a bank with
   * {@link AccountHoldingBank.login}, the person's token, and the person returns without a code.
   */
  credentials: Schema.optionalKey(Schema.Redacted(Schema.String))
})
export type BankConsent = typeof BankConsent.Type

/** A consent's status at the bank (NextGenPSD2 1.3, consentStatus). */
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
  /** The token that opens the app on the same device. */
  autoStartToken: Schema.optionalKey(Schema.String),
  /** The text of the QR code to scan with the app on another device. */
  qrText: Schema.optionalKey(Schema.String),
  /** The picture to show, as a `data:` URL. */
  image: Schema.optionalKey(Schema.String),
  /** The bank's words to the person. */
  information: Schema.optionalKey(Schema.String)
})
export type ScaChallenge = typeof ScaChallenge.Type

/** What a decoupled authorization waits for: the choice of a method, or the code that the person got by one. */
export const AuthorizationQuestion = Schema.Union([
  Schema.TaggedStruct("Choice", { authorizationId: Schema.String, methods: Schema.NonEmptyArray(TwoFactorMethod) }),
  Schema.TaggedStruct("Code", {
    authorizationId: Schema.String,
    responseType: TwoFactorCodeFormat,
    /** The bank's words to the person. */
    information: Schema.optionalKey(Schema.String),
    /** The picture from which the person's device computes the code, as a `data:` URL. */
    image: Schema.optionalKey(Schema.String)
  })
])
export type AuthorizationQuestion = typeof AuthorizationQuestion.Type

/** How far a decoupled authorization has come: the bank asks the person in its app, or Sheaf must ask. */
export const DecoupledAuthorization = Schema.Union([
  Schema.TaggedStruct("Started", { challenge: Schema.optionalKey(ScaChallenge) }),
  ...AuthorizationQuestion.members
])
export type DecoupledAuthorization = typeof DecoupledAuthorization.Type

/** The answer to a question of the authorization. */
export type AuthorizationAnswer = { readonly authorizationId: string } & (
  | { readonly methodId: string }
  | { readonly code: Redacted.Redacted }
)

/** A consent's status at the bank, and the parts of the granted scope that the bank states. */
export const BankConsentState = Schema.Struct({
  status: BankConsentStatus,
  /** Present while the bank's app waits for the person, if the bank states it. */
  challenge: Schema.optionalKey(ScaChallenge),
  /** Present while the bank waits for an answer, as after a login in its app. */
  question: Schema.optionalKey(AuthorizationQuestion),
  granted: Schema.Struct({
    accountIds,
    balances: Schema.optionalKey(balances),
    transactions: Schema.optionalKey(transactions),
    /** The time at which the consent ends at the bank. Absent if the bank does not state it. */
    expiresAt: Schema.optionalKey(Timestamp)
  })
})
export type BankConsentState = typeof BankConsentState.Type

/** Calls for the transactions of an account, beyond the first one in a reading. */
const RepeatedRead = Schema.Struct({
  accountId: Schema.String,
  count: Schema.Int
})
export type RepeatedRead = typeof RepeatedRead.Type

/** How far an account's booked transactions have been read. */
export const TransactionReadPosition = Schema.Struct({
  accountId: Schema.NonEmptyString,
  /** The day of the last booked transaction. */
  bookedOn: CalendarDate,
  /** The bank's reference of an entry of that day. */
  entryReference: Schema.optionalKey(Schema.NonEmptyString)
})
export type TransactionReadPosition = typeof TransactionReadPosition.Type

/** The accounts under a consent, and the reasons for which data of these accounts is missing. */
export const BankAccounts = Schema.Struct({
  accounts: Schema.Array(BankAccount).check(Schema.isMaxLength(1000)),
  missing: Schema.Array(MissingData),
  /** What the bank was asked for more than once, which counts toward its limits. */
  repeats: Schema.optionalKey(Schema.Array(RepeatedRead)),
  /** The positions of the accounts whose transactions were read completely. */
  positions: Schema.optionalKey(Schema.Array(TransactionReadPosition))
})
export type BankAccounts = typeof BankAccounts.Type

/** The person's address and browser. Both are absent if the person is absent. */
export interface PsuContext {
  readonly psuIpAddress?: string
  readonly psuUserAgent?: string
}

/** What a reading depends on, apart from the consent. */
export interface ReadingContext extends PsuContext {
  /** The positions of the last reading. For an account without one, the bank is asked for its whole history. */
  readonly since?: ReadonlyArray<TransactionReadPosition>
  /** The time at which the person authenticated, in milliseconds since 1970. Some banks return older data soon after it. */
  readonly authenticatedAt?: number
}

/**
 * One bank. Its adapter is stateless, so every call identifies the consent by `bankConsentId`, and passes the consent's
 * credentials if it has any.
 */
export interface AccountHoldingBank {
  /** The methods by which people can authorize consents at the bank. */
  readonly authorizations: ReadonlyArray<BankConsentRequest["authorization"]["_tag"]>
  /** The bank's rule for readings without the person. */
  readonly frequency: ReadingRule
  /** Present if people can return from the bank's page or its authorization server with a code. */
  readonly oauth?: BankOAuth
  /** Present if people log in at the bank before it creates a consent. It then also has {@link oauth}. */
  readonly login?: (registered: RegisteredReturn, key: StepKey) => Effect.Effect<BankLogin, BankError>
  /** Creates a consent. If the bank supports keys, repeated calls with the same key create only one consent. */
  readonly createConsent: (request: BankConsentRequest, key: StepKey) => Effect.Effect<BankConsent, BankError>
  /** Reports that the person has been identified. The bank then authorizes or rejects the consent, but only once. */
  readonly identify: (
    bankConsentId: string,
    personalNumber: Redacted.Redacted,
    key: StepKey,
    attendance?: PsuContext
  ) => Effect.Effect<DecoupledAuthorization, BankError>
  /** Answers a question of the authorization. Fails with REFUSED if the bank rejects the answer. */
  readonly answer: (
    bankConsentId: string,
    answer: AuthorizationAnswer,
    key: StepKey,
    attendance?: PsuContext
  ) => Effect.Effect<DecoupledAuthorization, BankError>
  /** Returns a consent's state. Fails with CONSENT_INVALID if the bank does not know the id. */
  readonly status: (
    bankConsentId: string,
    credentials?: Redacted.Redacted
  ) => Effect.Effect<BankConsentState, BankError>
  /** Ends a consent. Has no effect on an ended or unknown consent. */
  readonly revoke: (bankConsentId: string, credentials?: Redacted.Redacted) => Effect.Effect<void, BankError>
  /**
   * Returns the accounts that the consent covers. `scope` is the granted scope, and the bank is asked for nothing else. Every
   * account is in the list, also if a part of it cannot be read.
   * Fails with CONSENT_INVALID if the consent is not valid.
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
