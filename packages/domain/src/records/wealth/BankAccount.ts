/** Bank accounts, read under a PSD2 consent (spec 1, 2.1, 10). */
import { Schema } from "effect"
import { Currency, MonetaryAmount } from "../MonetaryAmount.ts"
import { BankAccountType } from "../WealthType.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { accountDetails } from "./AccountDetails.ts"
import { Transaction } from "./Transaction.ts"
import { wealthFields } from "./WealthFields.ts"

/** The check digits of `iban` are not verified, because the bank is responsible for them. */
export const BankAccount = Schema.Struct({
  type: BankAccountType,
  ...wealthFields,
  accountId: Schema.NonEmptyString.pipe(
    Annotations.describe(
      "The account's identifier, as used in a consent's accountIds: its number, with the currency if several accounts share a number."
    )
  ),
  accountName: Annotations.optional(Schema.NonEmptyString, "The account name given by the bank or the holder."),
  iban: Annotations.optional(
    Schema.String.check(
      Schema.isPattern(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/u, { message: "an IBAN without spaces (ISO 13616)" })
    ),
    "The IBAN, without spaces (ISO 13616)."
  ),
  bic: Annotations.optional(
    Schema.String.check(
      Schema.isPattern(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/u, { message: "a BIC (ISO 9362)" })
    ),
    "The bank's BIC (ISO 9362)."
  ),
  currency: Currency.pipe(Annotations.describe("The account currency (ISO 4217).")),
  bookedBalance: Annotations.optional(
    MonetaryAmount,
    "The balance of all booked transactions; absent if the consent does not cover balances."
  ),
  availableBalance: Annotations.optional(
    MonetaryAmount,
    "The amount that can be spent now, including credit; absent if the consent does not cover balances."
  ),
  transactions: Annotations.optional(
    Schema.Array(Transaction),
    "The transactions; empty if there were none, absent if the consent does not cover them or the bank did not return them."
  ),
  ...accountDetails
}).pipe(
  Annotations.annotate(
    "BankAccount",
    "A bank account, read under a PSD2 consent. Data outside the consent's scope is absent."
  )
)
export type BankAccount = typeof BankAccount.Type
