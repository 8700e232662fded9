/** The kinds of wealth records, by the country or the interface that they come from (decisions 10). */
import { Schema } from "effect"

/** Swedish pensions, and those whose kind the company does not tell. */
export const PensionType = Schema.Literals([
  "IPS_PENSION",
  "PRIVATE_PENSION",
  "OCCUPATIONAL_PENSION",
  "COLLECTIVE_OCCUPATIONAL_PENSION",
  "UNKNOWN_PENSION_TYPE"
]).annotate({ identifier: "PensionType", description: "The kind of a pension." })
export type PensionType = typeof PensionType.Type

/** French savings that are insurance contracts: the retirement savings plan (PER) and life insurance. */
export const InsuranceSavingsType = Schema.Literals(["PER", "LIFE_INSURANCE"]).annotate({
  identifier: "InsuranceSavingsType",
  description: "The kind of an insurance contract that is saved in."
})
export type InsuranceSavingsType = typeof InsuranceSavingsType.Type

/** Swedish investment accounts, and those whose kind the company does not tell. */
export const InvestmentAccountType = Schema.Literals([
  "KF",
  "ISK",
  "CUSTODY_ACCOUNT",
  "UNKNOWN_INVESTMENT_TYPE"
]).annotate({ identifier: "InvestmentAccountType", description: "The kind of an investment account." })
export type InvestmentAccountType = typeof InvestmentAccountType.Type

/** French securities accounts: the equity savings plan (PEA) and the ordinary account (CTO). */
export const SecuritiesAccountType = Schema.Literals(["PEA", "CTO"]).annotate({
  identifier: "SecuritiesAccountType",
  description: "The kind of a securities account."
})
export type SecuritiesAccountType = typeof SecuritiesAccountType.Type

/** What the state pays: the Swedish and the French public pension. */
export const PublicPensionType = Schema.Literals(["PUBLIC_PENSION", "FRENCH_PUBLIC_PENSION"]).annotate({
  identifier: "PublicPensionType",
  description: "Whose public pension it is."
})
export type PublicPensionType = typeof PublicPensionType.Type

/** Accounts read at a bank under a PSD2 consent. */
export const BankAccountType = Schema.Literals([
  "PSD2_CHECKING_ACCOUNT",
  "PSD2_SAVINGS_ACCOUNT",
  "PSD2_CREDIT_CARD"
]).annotate({ identifier: "BankAccountType", description: "The kind of a bank account." })
export type BankAccountType = typeof BankAccountType.Type

/** Every `type` of a wealth record. */
export const WealthType = Schema.Literals([
  ...InvestmentAccountType.literals,
  ...PensionType.literals,
  ...InsuranceSavingsType.literals,
  ...SecuritiesAccountType.literals,
  ...PublicPensionType.literals,
  ...BankAccountType.literals
]).annotate({ identifier: "WealthType", description: "The kind of a wealth record." })
export type WealthType = typeof WealthType.Type
