/** The types of wealth records, grouped by the kind of record (spec 10). */
import * as Annotations from "../shared/Annotations.ts"

const pensions = {
  IPS_PENSION: "Individual pension savings (Sweden).",
  PRIVATE_PENSION: "A private pension (Sweden).",
  OCCUPATIONAL_PENSION: "An occupational pension (Sweden) outside a collective agreement.",
  COLLECTIVE_OCCUPATIONAL_PENSION: "An occupational pension (Sweden) under a collective agreement.",
  UNKNOWN_PENSION_TYPE: "A pension whose kind the company does not specify."
}

const insuranceSavings = {
  PER: "A retirement savings plan (France).",
  LIFE_INSURANCE: "A life insurance policy with savings (France)."
}

const investmentAccounts = {
  KF: "A capital insurance policy (Sweden).",
  ISK: "An investment savings account (Sweden).",
  CUSTODY_ACCOUNT: "A custody account (Sweden).",
  UNKNOWN_INVESTMENT_TYPE: "An account whose kind the company does not specify."
}

const securitiesAccounts = {
  PEA: "An equity savings plan (France).",
  CTO: "An ordinary securities account (France)."
}

const publicPensions = {
  PUBLIC_PENSION: "The Swedish public pension.",
  FRENCH_PUBLIC_PENSION: "The French public pension."
}

const loans = {
  MORTGAGE: "A loan for a home, with the home as collateral.",
  UNSECURED_LOAN: "A loan without collateral.",
  CREDIT_LINE: "A credit that the holder can draw up to a limit.",
  OTHER_LOAN: "Any other loan, such as for a vehicle."
}

const savingsAccounts = {
  SAVINGS_ACCOUNT: "A savings account outside of PSD2.",
  FIXED_TERM_DEPOSIT: "A deposit for a fixed term."
}

const bankAccounts = {
  PSD2_CHECKING_ACCOUNT: "A payment account.",
  PSD2_SAVINGS_ACCOUNT: "A savings account.",
  PSD2_CREDIT_CARD: "A credit card account."
}

export const PensionType = Annotations.literals("The type of a pension.", pensions).annotate({
  identifier: "PensionType"
})

export const InsuranceSavingsType = Annotations.literals(
  "The type of an insurance contract with savings.",
  insuranceSavings
).annotate({ identifier: "InsuranceSavingsType" })

export const InvestmentAccountType = Annotations.literals(
  "The type of an investment account.",
  investmentAccounts
).annotate({
  identifier: "InvestmentAccountType"
})

export const SecuritiesAccountType = Annotations.literals(
  "The type of a securities account.",
  securitiesAccounts
).annotate({
  identifier: "SecuritiesAccountType"
})

export const PublicPensionType = Annotations.literals(
  "The type of a public pension, by country.",
  publicPensions
).annotate({
  identifier: "PublicPensionType"
})

export const LoanType = Annotations.literals("The type of a loan.", loans).annotate({ identifier: "LoanType" })

export const SavingsAccountType = Annotations.literals("The type of a savings account.", savingsAccounts).annotate({
  identifier: "SavingsAccountType"
})

export const BankAccountType = Annotations.literals("The type of a bank account.", bankAccounts).annotate({
  identifier: "BankAccountType"
})
export type BankAccountType = typeof BankAccountType.Type

export const WealthType = Annotations.literals("The type of a wealth record.", {
  ...investmentAccounts,
  ...pensions,
  ...insuranceSavings,
  ...securitiesAccounts,
  ...publicPensions,
  ...loans,
  ...savingsAccounts,
  ...bankAccounts
}).annotate({ identifier: "WealthType" })
export type WealthType = typeof WealthType.Type
