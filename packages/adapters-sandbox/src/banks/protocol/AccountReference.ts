/** Account references, and the accounts that a consent gives access to (NextGenPSD2 1.3.11, account access). */
import { Schema } from "effect"

export const Iban = Schema.String.check(
  Schema.isPattern(/^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/, { message: "an IBAN without spaces" })
)

export const CurrencyCode = Schema.String.check(Schema.isPattern(/^[A-Z]{3}$/, { message: "a currency code" }))

export const MaskedPan = Schema.String.check(Schema.isMaxLength(35))

export const AccountReference = Schema.Struct({
  iban: Schema.optionalKey(Iban),
  bban: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[a-zA-Z0-9]{1,30}$/))),
  pan: Schema.optionalKey(MaskedPan),
  maskedPan: Schema.optionalKey(MaskedPan),
  msisdn: Schema.optionalKey(MaskedPan),
  currency: Schema.optionalKey(CurrencyCode)
})
  .check(
    Schema.makeFilter(({ currency: _, ...identifiers }) => Object.keys(identifiers).length === 1, {
      message: "exactly one of iban, bban, pan, maskedPan and msisdn"
    })
  )
  .annotate({ identifier: "AccountReference", description: "An account, named by exactly one identifier." })
export type AccountReference = typeof AccountReference.Type

const References = Schema.Array(AccountReference)

const AllAccounts = Schema.Literals(["allAccounts", "allAccountsWithOwnerName"])

export const AccountAccess = Schema.Struct({
  accounts: Schema.optionalKey(References),
  balances: Schema.optionalKey(References),
  transactions: Schema.optionalKey(References),
  additionalInformation: Schema.optionalKey(
    Schema.Struct({
      ownerName: Schema.optionalKey(References),
      trustedBeneficiaries: Schema.optionalKey(References)
    }).annotate({ identifier: "AdditionalInformation" })
  ),
  availableAccounts: Schema.optionalKey(AllAccounts),
  availableAccountsWithBalance: Schema.optionalKey(AllAccounts),
  allPsd2: Schema.optionalKey(AllAccounts)
}).annotate({
  identifier: "AccountAccess",
  description:
    "The requested access: accounts by reference, empty lists for accounts that the person chooses, or all accounts."
})
export type AccountAccess = typeof AccountAccess.Type
