/** Investment accounts: Swedish investment accounts and French securities accounts (spec 10). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { InvestmentAccountType, SecuritiesAccountType } from "../WealthType.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { AccountInformation } from "./AccountInformation.ts"
import { Holding } from "./Holding.ts"
import { activityFields } from "./InvestmentTransaction.ts"
import { wealthFields } from "./WealthFields.ts"

const accountFields = {
  accountInformation: Schema.optionalKey(AccountInformation),
  holdings: Annotations.optional(Schema.Array(Holding), "The investments in the account."),
  monthlySavingsAmount: Annotations.optional(MonetaryAmount, "The holder's agreed monthly deposit."),
  ...activityFields
}

export const InvestmentAccount = Schema.Struct({
  type: InvestmentAccountType,
  ...wealthFields,
  ...accountFields
}).pipe(
  Annotations.annotate(
    "InvestmentAccount",
    "An investment account: an investment savings account, a capital insurance policy or a custody account."
  )
)
export type InvestmentAccount = typeof InvestmentAccount.Type

export const SecuritiesAccount = Schema.Struct({
  type: SecuritiesAccountType,
  ...wealthFields,
  ...accountFields
}).pipe(
  Annotations.annotate(
    "SecuritiesAccount",
    "A French securities account: an equity savings plan (PEA) or an ordinary account (CTO)."
  )
)
export type SecuritiesAccount = typeof SecuritiesAccount.Type
