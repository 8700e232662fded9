/** A simulated company as `data/<market>/companies.json` describes it. Its name, products and people are invented. */
import { CompanyId, CompanyStatus } from "@sheaf/domain/Company"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Market } from "@sheaf/domain/Market"
import { BankAccountType } from "@sheaf/domain/WealthType"
import { Schema } from "effect"
import { AmountRange, InsuranceOffer } from "./InsuranceOffer.ts"
import { WealthOffer } from "./WealthOffer.ts"

const BankAccountOffer = Schema.Struct({
  /** Unique among the accounts of the bank. */
  key: Schema.String,
  type: BankAccountType,
  accountName: Schema.String,
  /** The balance of an account, or the debt on a credit card. */
  balance: AmountRange,
  /** The limit of a credit card, in whole units. */
  creditLimit: Schema.optionalKey(Schema.Finite)
})
export type BankAccountOffer = typeof BankAccountOffer.Type

/** The accounts that a simulated bank holds (decisions 10, 16). */
const BankOffer = Schema.Struct({
  /** The beginning of its account numbers, in the form of the market. No real bank has this code. */
  bankCode: Schema.String,
  /** A BIC that marks a test system with a 0 in eighth place (ISO 9362), so that no bank owns it. */
  bic: Schema.String,
  reads: Schema.Struct({ balances: Schema.Boolean, transactions: Schema.Boolean }),
  maximumConsentValidityDays: Schema.optionalKey(Schema.Int),
  accounts: Schema.NonEmptyArray(BankAccountOffer)
})
export type BankOffer = typeof BankOffer.Type

/** The login parameters of simulated companies: each stands for every login method that carries it. */
export const LoginParameterName = Schema.Literals(["USERNAME_PASSWORD", "EMAIL", "SWEDISH_EID"])
export type LoginParameterName = typeof LoginParameterName.Type

export const CompanyData = Schema.Struct({
  id: CompanyId,
  displayName: Schema.String,
  /** The insurer's name, if it differs from the company's. */
  insurerName: Schema.optionalKey(Schema.String),
  /** By default operational. */
  status: Schema.optionalKey(CompanyStatus),
  statusMessage: Schema.optionalKey(Schema.String),
  loginParameters: Schema.Array(LoginParameterName),
  /** The beginning of its contract numbers. */
  numberPrefix: Schema.String,
  /** Another company of the market, whose insurances and wealth products this one offers too. */
  offersOf: Schema.optionalKey(CompanyId),
  /** Its insurances. Without any, it does not offer the product INSURANCE. */
  insurance: Schema.optionalKey(Schema.Array(InsuranceOffer)),
  /** Its wealth products. Without any, it does not offer the product WEALTH. */
  wealth: Schema.optionalKey(Schema.Array(WealthOffer)),
  /** Its accounts. Without them, it does not offer the product PSD2_AIS. */
  bank: Schema.optionalKey(BankOffer)
})
export type CompanyData = typeof CompanyData.Type

export interface Company extends Omit<CompanyData, "loginParameters" | "offersOf"> {
  readonly status: CompanyStatus
  readonly insurance: ReadonlyArray<InsuranceOffer>
  readonly wealth: ReadonlyArray<WealthOffer>
  readonly market: Market
  readonly loginMethods: ReadonlyArray<LoginMethod>
}
