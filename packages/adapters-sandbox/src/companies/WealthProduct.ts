/** The wealth products of a simulated company, from which a person's wealth records are generated (spec 10). */
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

/** Names of groups of securities in the market's data. Holdings are chosen from these groups. */
const Securities = Schema.Array(Schema.String)

const facts = {
  /** The key is unique within the company. */
  key: Schema.String,
  productName: Schema.String,
  value: AmountRange,
  /** The fees that the company reports (spec 2.8): the person's own, the general price list, or none. */
  fees: Schema.Literals(["PERSONALIZED", "GENERIC", "NONE"]),
  letter: Schema.optionalKey(Schema.Literal(true))
}

const PensionProduct = Schema.Struct({
  ...facts,
  kind: Schema.Literal("PENSION"),
  type: Schema.Union([PensionType, InsuranceSavingsType]),
  /**
   * The insured person according to the company (spec 2.6): the person who logged in, another person, only a name, or
   * nobody.
   */
  insured: Schema.Literals(["SELF", "OTHER", "NAMED", "NOT_TOLD"]),
  /** The default is DEFINED_CONTRIBUTION. */
  benefitType: Schema.optionalKey(BenefitType),
  classification: Schema.optionalKey(PensionClassification),
  payout: Schema.Literals(["BETWEEN_AGES", "LIFELONG", "RUNNING"]),
  /** Present if the person can choose the investments. */
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
  /** True if the person is the only owner, or absent if the company does not say. */
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
