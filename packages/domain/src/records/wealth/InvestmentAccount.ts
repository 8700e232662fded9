/** Accounts that hold investments: Swedish investment accounts and French securities accounts (decisions 10). */
import { Schema } from "effect"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { InvestmentAccountType, SecuritiesAccountType } from "../WealthType.ts"
import * as Words from "../../Words.ts"
import { AccountInformation } from "./AccountInformation.ts"
import { Holding } from "./Holding.ts"
import { wealthFields } from "./WealthFields.ts"

const accountFields = {
  accountInformation: Schema.optionalKey(AccountInformation),
  holdings: Words.optional(Schema.Array(Holding), "The investments in the account."),
  monthlySavingsAmount: Words.optional(MonetaryAmount, "The holder's agreed monthly deposit.")
}

/** A Swedish investment account, or an account whose kind the company does not specify. */
export const InvestmentAccount = Schema.Struct({
  type: InvestmentAccountType,
  ...wealthFields,
  ...accountFields
}).annotate({
  identifier: "InvestmentAccount",
  description: "An account for investments: an investment savings account, a capital insurance or a custody account.",
  examples: [
    {
      type: "ISK",
      id: "8f0a5b2c-55d1-4d0e-a4b0-1b9a3b6f2c70",
      company: "se-nordhem",
      companyDisplayName: "Nordhem",
      productNumber: "1182-44",
      accountInformation: { availableBalance: { amount: 1450, currency: "SEK" } },
      holdings: [{ name: "Norrsken Global Index", type: "FUND", value: { amount: 12400, currency: "SEK" } }],
      monthlySavingsAmount: { amount: 1000, currency: "SEK" }
    }
  ]
})
export type InvestmentAccount = typeof InvestmentAccount.Type

export const SecuritiesAccount = Schema.Struct({
  type: SecuritiesAccountType,
  ...wealthFields,
  ...accountFields
}).annotate({
  identifier: "SecuritiesAccount",
  description: "A French securities account: an equity savings plan (PEA) or an ordinary account (CTO).",
  examples: [
    {
      type: "PEA",
      id: "2e3e6df0-7a0b-47a6-8a5e-9b1d1c0f4a55",
      company: "fr-rivage",
      companyDisplayName: "Rivage",
      accountInformation: { availableBalance: { amount: 820.4, currency: "EUR" }, hasExclusiveOwnership: true },
      holdings: [
        { name: "Ateliers du Golfe", isin: "FR0000000002", type: "EQUITY", quantity: 12, marketIdentifierCode: "XPAR" }
      ]
    }
  ]
})
export type SecuritiesAccount = typeof SecuritiesAccount.Type
