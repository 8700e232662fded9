/**
 * Details of bank accounts other than their numbers, names and two main balances (spec 10; NextGenPSD2 1.3.11,
 * accountDetails).
 */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { BankBalance } from "./BankBalance.ts"

const text = (description: string) => Annotations.optional(Schema.NonEmptyString, description)

const AccountOwner = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Annotations.describe("The owner's name.")),
  role: text("The owner's role in the bank's words, such as `owner` or `legalGuardian`.")
}).pipe(Annotations.annotate("AccountOwner", "An owner of a bank account."))

export const accountDetails = {
  bban: text("The national account number."),
  maskedPan: text("The masked card number."),
  owners: Annotations.optional(
    Schema.Array(AccountOwner),
    "All owners that the bank names. `holder` has the name of the first."
  ),
  cashAccountType: text("The ISO 20022 type of the account, such as `CACC` or `SVGS`."),
  usage: text("`PRIV` for a private account, `ORGA` for a professional one. Other values can appear at any time."),
  accountStatus: text("`enabled` or `blocked`. Other values can appear at any time."),
  linkedAccounts: text("The account to which a card belongs, in the bank's words."),
  details: text("The bank's own text about the account or card."),
  creditLimit: Annotations.optional(
    MonetaryAmount,
    "The credit limit of a card; absent if the consent does not cover balances."
  ),
  balances: Annotations.optional(
    Schema.Array(BankBalance),
    "All balances that the bank reports; absent if the consent does not cover balances."
  ),
  transactionsFrom: Annotations.optional(
    CalendarDate,
    "The first day of the transactions, as YYYY-MM-DD. Earlier ones can exist at the bank."
  ),
  olderTransactions: Schema.optionalKey(
    Annotations.literals("Why the bank returned a shorter history than it was asked for.", {
      AUTHENTICATION_REQUIRED: "The bank returns older transactions only right after the person authenticates.",
      NOT_OFFERED: "The bank does not return older transactions."
    })
  )
}
