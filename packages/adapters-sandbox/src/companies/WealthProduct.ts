/** The wealth products of a simulated company. A person's wealth is generated from them (spec 10). */
import { BenefitType, Beneficiary, Movability, PensionClassification } from "@sheaf/domain/wealth/PensionFields"
import {
  InsuranceSavingsType,
  InvestmentAccountType,
  LoanType,
  PensionType,
  PublicPensionType,
  SavingsAccountType,
  SecuritiesAccountType
} from "@sheaf/domain/WealthType"
import { Schema } from "effect"
import { AmountRange } from "./InsuranceProduct.ts"

/** Holdings are chosen from these groups of the market's securities. */
const Securities = Schema.Array(Schema.String)

const facts = {
  /** Unique among the company's wealth products. */
  key: Schema.String,
  productName: Schema.String,
  value: AmountRange,
  /** Which fees the company reports: the person's own, those in its price list, or none (spec 2.8). */
  fees: Schema.Literals(["PERSONALIZED", "GENERIC", "NONE"]),
  letter: Schema.optionalKey(Schema.Literal(true))
}

const PensionProduct = Schema.Struct({
  ...facts,
  kind: Schema.Literal("PENSION"),
  type: Schema.Union([PensionType, InsuranceSavingsType]),
  /**
   * Whom the company reports as the insured person (spec 2.6): the one who logged in, another person, only a name, or
   * nobody.
   */
  insured: Schema.Literals(["SELF", "OTHER", "NAMED", "NOT_TOLD"]),
  /** The default is DEFINED_CONTRIBUTION. */
  benefitType: Schema.optionalKey(BenefitType),
  classification: Schema.optionalKey(PensionClassification),
  payout: Schema.Literals(["BETWEEN_AGES", "LIFELONG", "RUNNING"]),
  /** The investments, if the person may choose them. */
  securities: Schema.optionalKey(Securities),
  beneficiaries: Schema.optionalKey(Schema.Array(Beneficiary)),
  movability: Schema.optionalKey(Movability)
})
export type PensionProduct = typeof PensionProduct.Type

const AccountProduct = Schema.Struct({
  ...facts,
  kind: Schema.Literal("ACCOUNT"),
  type: Schema.Union([InvestmentAccountType, SecuritiesAccountType]),
  securities: Securities,
  /** True if the person is the only owner. Absent if the company does not say. */
  exclusive: Schema.optionalKey(Schema.Boolean),
  monthlySavings: Schema.optionalKey(Schema.Array(Schema.Finite)),
  interestRate: Schema.optionalKey(Schema.Finite)
})
export type AccountProduct = typeof AccountProduct.Type

const PublicPensionProduct = Schema.Struct({
  ...facts,
  kind: Schema.Literal("PUBLIC_PENSION"),
  type: PublicPensionType
})
export type PublicPensionProduct = typeof PublicPensionProduct.Type

const LoanProduct = Schema.Struct({
  ...facts,
  kind: Schema.Literal("LOAN"),
  type: LoanType,
  interestRate: Schema.Finite,
  /** The term. */
  years: Schema.Finite
})
export type LoanProduct = typeof LoanProduct.Type

const SavingsProduct = Schema.Struct({
  ...facts,
  kind: Schema.Literal("SAVINGS"),
  type: SavingsAccountType,
  interestRate: Schema.Finite
})
export type SavingsProduct = typeof SavingsProduct.Type

export const WealthProduct = Schema.Union([
  PensionProduct,
  AccountProduct,
  PublicPensionProduct,
  LoanProduct,
  SavingsProduct
])
export type WealthProduct = typeof WealthProduct.Type
