/** A bank that holds accounts: consents at its side, and what is read under them (decisions 9; Berlin Group NextGenPSD2 1.3). */
import type { CompanyId } from "@sheaf/domain/Company"
import { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { Timestamp } from "@sheaf/domain/Timestamp"
import { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { Context, Schema } from "effect"
import type { Effect, Option, Redacted } from "effect"
import type { IdempotencyKey } from "../companies/Connector.ts"

/** What a bank is asked to let the service read. */
export interface BankConsentRequest {
  readonly scope: Psd2AisConsentScope
  /** The last day on which it is to hold, `YYYY-MM-DD`. */
  readonly validUntil: string
  readonly psuIpAddress: string
  readonly psuLocale: string
  /**
   * How the person is to authorise it. With ELECTRONIC_ID the service identifies the person, and tells the bank
   * ({@link AccountHoldingBank.identify}); with REDIRECT the bank does, on a page of its own, and sends the person back.
   */
  readonly authorisation:
    | { readonly _tag: "ELECTRONIC_ID"; readonly personalNumber: Redacted.Redacted }
    | { readonly _tag: "REDIRECT"; readonly returnUrl: string }
}

/** A page of the web: an address of any other kind may run something where it is opened. */
const PageAddress = Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s/?#]\S*$/i))

/** A consent as the bank made it. */
export const BankConsent = Schema.Struct({
  /** The bank's identifier of it. */
  bankConsentId: Schema.NonEmptyString,
  /** The page to send the person to, where the bank authorises. */
  redirectUrl: Schema.optionalKey(PageAddress)
})
export type BankConsent = typeof BankConsent.Type

/** The statuses of a consent at a bank (NextGenPSD2 1.3, consentStatus). */
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

/** Where a consent stands at the bank, and what of the request the bank grants, as far as it says. */
export const BankConsentState = Schema.Struct({
  status: BankConsentStatus,
  granted: Schema.Struct({
    accountIds,
    balances: Schema.optionalKey(balances),
    transactions: Schema.optionalKey(transactions),
    /** When it ends at the bank, where that is earlier than the end of the day that was asked for. */
    expiresAt: Schema.optionalKey(Timestamp)
  })
})
export type BankConsentState = typeof BankConsentState.Type

/** Every account that is read, at most so many. */
export const BankAccounts = Schema.Array(BankAccount).check(Schema.isMaxLength(1000))

/** Whether the person is there while accounts are read, and from where. */
export interface Attendance {
  readonly psuIpAddress?: string
  readonly psuUserAgent?: string
}

/**
 * Why a bank gave no answer. UNREACHABLE and BANK_ERROR may pass when tried again. REFUSED: the bank does not accept
 * what it is asked. CONSENT_INVALID: no consent of this id holds at the bank (any more); its status tells why. BROKEN:
 * the adapter, or an answer that it cannot read.
 */
export class BankError extends Schema.TaggedError<BankError>()("BankError", {
  reason: Schema.Literals(["UNREACHABLE", "BANK_ERROR", "REFUSED", "CONSENT_INVALID", "BROKEN"]),
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** One bank. Nothing is kept in it that a consent depends on: `bankConsentId` is all that it is asked with. */
export interface AccountHoldingBank {
  /** Asks for a consent. Called twice with one key, it makes one, where the bank knows keys. */
  readonly createConsent: (request: BankConsentRequest, key: IdempotencyKey) => Effect.Effect<BankConsent, BankError>
  /**
   * Tells the bank that the person of the request has identified by the electronic ID: the bank authorises the consent,
   * or rejects it, as its status shows. Once authorised, it may be told again without effect.
   */
  readonly identify: (
    bankConsentId: string,
    personalNumber: Redacted.Redacted,
    key: IdempotencyKey
  ) => Effect.Effect<void, BankError>
  /** Where a consent stands; CONSENT_INVALID when the bank knows none of this id. */
  readonly status: (bankConsentId: string) => Effect.Effect<BankConsentState, BankError>
  /** Ends a consent. One that has ended, or is not known, stays as it is. */
  readonly revoke: (bankConsentId: string) => Effect.Effect<void, BankError>
  /** The accounts that the consent covers, with what it covers of them; CONSENT_INVALID when it does not hold. */
  readonly accounts: (
    bankConsentId: string,
    attendance: Attendance
  ) => Effect.Effect<ReadonlyArray<BankAccount>, BankError>
}

/** Every bank that consents can be made with. */
export class AccountHoldingBanks extends Context.Service<
  AccountHoldingBanks,
  {
    readonly find: (company: CompanyId) => Effect.Effect<Option.Option<AccountHoldingBank>>
  }
>()("@sheaf/ports/AccountHoldingBanks") {}
