/** A simulated company, as described in `data/<market>/companies.json`. */
import { CompanyId, CompanyStatus } from "@sheaf/domain/Company"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Market } from "@sheaf/domain/Market"
import { BankAccountType } from "@sheaf/domain/WealthType"
import { CompanyDirectoryEntry } from "@sheaf/domain/CompanyDirectory"
import { Schema, Struct } from "effect"
import { AmountRange, InsuranceProduct } from "./InsuranceProduct.ts"
import { WealthProduct } from "./WealthProduct.ts"

const BankAccountProduct = Schema.Struct({
  /** The key is unique within the bank. */
  key: Schema.String,
  type: BankAccountType,
  accountName: Schema.String,
  /** The account's balance or, for a credit card, the amount owed. */
  balance: AmountRange,
  /** The credit limit, in whole units of the currency. Only credit cards have one. */
  creditLimit: Schema.optionalKey(Schema.Finite)
})
export type BankAccountProduct = typeof BankAccountProduct.Type

const SimulatedBank = Schema.Struct({
  /** The bank code in the market's format. No real bank uses it. */
  bankCode: Schema.String,
  /** A test BIC: the eighth character is 0, so no real bank has it (ISO 9362). */
  bic: Schema.String,
  reads: Schema.Struct({ balances: Schema.Boolean, transactions: Schema.Boolean }),
  maximumConsentValidityDays: Schema.optionalKey(Schema.Int),
  /** The name of the shipped profile that the bank follows. Default: the plain standard. */
  profile: Schema.optionalKey(Schema.String),
  /** Present if people authorize consents through OAuth instead of on the bank's own page. */
  usesOAuth: Schema.optionalKey(Schema.Literal(true)),
  accounts: Schema.NonEmptyArray(BankAccountProduct)
})
export type SimulatedBank = typeof SimulatedBank.Type

/** A company supports every login method that uses one of its login parameters. */
export const LoginParameterName = Schema.Literals(LoginMethod.parameterTypes)
export type LoginParameterName = typeof LoginParameterName.Type

export const CompanyData = Schema.Struct({
  id: CompanyId,
  displayName: Schema.String,
  /** Present only if the insurer's name differs from the company's. */
  insurerName: Schema.optionalKey(Schema.String),
  /** The default is OPERATIONAL. */
  status: Schema.optionalKey(CompanyStatus),
  statusMessage: Schema.optionalKey(Schema.String),
  loginParameters: Schema.Array(LoginParameterName),
  /** Login methods without a parameter, in which people log in on the company's page. */
  pageMethods: Schema.optionalKey(Schema.Array(LoginMethod.LoginMethod)),
  /** How many further collections one login allows in the person's absence. Default: none. */
  renewals: Schema.optionalKey(Schema.Int),
  /** The prefix of all the company's contract numbers. */
  numberPrefix: Schema.String,
  /** The id of another company in the same market, whose insurance and wealth products this company offers, too. */
  offersOf: Schema.optionalKey(CompanyId),
  /** If absent, the company does not offer INSURANCE. */
  insurance: Schema.optionalKey(Schema.Array(InsuranceProduct)),
  /** If absent, the company does not offer WEALTH. */
  wealth: Schema.optionalKey(Schema.Array(WealthProduct)),
  /** If absent, the company does not offer PSD2_AIS. */
  bank: Schema.optionalKey(SimulatedBank)
})
export type CompanyData = typeof CompanyData.Type

export const DirectoryData = Schema.Struct({
  ...Struct.omit(CompanyDirectoryEntry.fields, ["bic", "logoUrl"]),
  logo: Schema.String
})

export interface Company extends Omit<CompanyData, "loginParameters" | "offersOf" | "pageMethods"> {
  readonly status: CompanyStatus
  readonly insurance: ReadonlyArray<InsuranceProduct>
  readonly wealth: ReadonlyArray<WealthProduct>
  readonly market: Market
  readonly loginMethods: ReadonlyArray<LoginMethod.LoginMethod>
}
