/** The kinds of wealth records, by the country or the interface that they come from (decisions 10). */
import * as Words from "../Words.ts"

const pensions = {
  IPS_PENSION: "Individual pension savings (Sweden).",
  PRIVATE_PENSION: "A private pension (Sweden).",
  OCCUPATIONAL_PENSION: "An occupational pension (Sweden) outside a collective agreement.",
  COLLECTIVE_OCCUPATIONAL_PENSION: "An occupational pension (Sweden) under a collective agreement.",
  UNKNOWN_PENSION_TYPE: "A pension whose kind the company does not specify."
}

const insuranceSavings = {
  PER: "A retirement savings plan (France).",
  LIFE_INSURANCE: "A life insurance with savings (France)."
}

const investmentAccounts = {
  KF: "A capital insurance (Sweden).",
  ISK: "An investment savings account (Sweden).",
  CUSTODY_ACCOUNT: "A custody account (Sweden).",
  UNKNOWN_INVESTMENT_TYPE: "An account whose kind the company does not specify."
}

const securitiesAccounts = {
  PEA: "An equity savings plan (France).",
  CTO: "An ordinary securities account (France)."
}

const publicPensions = {
  PUBLIC_PENSION: "The public pension of Sweden.",
  FRENCH_PUBLIC_PENSION: "The public pension of France."
}

const bankAccounts = {
  PSD2_CHECKING_ACCOUNT: "A payment account.",
  PSD2_SAVINGS_ACCOUNT: "A savings account.",
  PSD2_CREDIT_CARD: "A credit card account."
}

/** Swedish pensions, and those whose kind the company does not tell. */
export const PensionType = Words.literals(pensions, {
  identifier: "PensionType",
  description: "The type of a pension."
})
export type PensionType = typeof PensionType.Type

/** French savings that are insurance contracts: the retirement savings plan (PER) and life insurance. */
export const InsuranceSavingsType = Words.literals(insuranceSavings, {
  identifier: "InsuranceSavingsType",
  description: "The type of an insurance contract with savings."
})
export type InsuranceSavingsType = typeof InsuranceSavingsType.Type

/** Swedish investment accounts, and those whose kind the company does not tell. */
export const InvestmentAccountType = Words.literals(investmentAccounts, {
  identifier: "InvestmentAccountType",
  description: "The type of an investment account."
})
export type InvestmentAccountType = typeof InvestmentAccountType.Type

/** French securities accounts: the equity savings plan (PEA) and the ordinary account (CTO). */
export const SecuritiesAccountType = Words.literals(securitiesAccounts, {
  identifier: "SecuritiesAccountType",
  description: "The type of a securities account."
})
export type SecuritiesAccountType = typeof SecuritiesAccountType.Type

/** What the state pays: the Swedish and the French public pension. */
export const PublicPensionType = Words.literals(publicPensions, {
  identifier: "PublicPensionType",
  description: "The country of a public pension."
})
export type PublicPensionType = typeof PublicPensionType.Type

/** Accounts read at a bank under a PSD2 consent. */
export const BankAccountType = Words.literals(bankAccounts, {
  identifier: "BankAccountType",
  description: "The type of a bank account."
})
export type BankAccountType = typeof BankAccountType.Type

/** Every `type` of a wealth record. */
export const WealthType = Words.literals(
  {
    ...investmentAccounts,
    ...pensions,
    ...insuranceSavings,
    ...securitiesAccounts,
    ...publicPensions,
    ...bankAccounts
  },
  { identifier: "WealthType", description: "The type of a wealth record." }
)
export type WealthType = typeof WealthType.Type
