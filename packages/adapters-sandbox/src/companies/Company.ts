/** A simulated company as `data/<market>/companies.json` describes it. */
import { CompanyId, CompanyStatus } from "@sheaf/domain/Company"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Market } from "@sheaf/domain/Market"
import { BankAccountType } from "@sheaf/domain/WealthType"
import { CompanyDirectoryEntry } from "@sheaf/domain/CompanyDirectory"
import { Schema, Struct } from "effect"
import { AmountRange, InsuranceProduct } from "./InsuranceProduct.ts"
import { WealthProduct } from "./WealthProduct.ts"

const BankAccountProduct = Schema.Struct({
  /** Unique among the bank's accounts. */
  key: Schema.String,
  type: BankAccountType,
  accountName: Schema.String,
  /** The balance of an account, or the amount owed on a credit card. */
  balance: AmountRange,
  /** A credit card's limit, in whole units. */
  creditLimit: Schema.optionalKey(Schema.Finite)
})
export type BankAccountProduct = typeof BankAccountProduct.Type

/** The accounts that a simulated bank holds (spec 10, 12). */
const SimulatedBank = Schema.Struct({
  /** How the bank's account numbers begin, in the market's format. No real bank has this code. */
  bankCode: Schema.String,
  /** A test BIC, which no bank has: the eighth character is 0 (ISO 9362). */
  bic: Schema.String,
  reads: Schema.Struct({ balances: Schema.Boolean, transactions: Schema.Boolean }),
  maximumConsentValidityDays: Schema.optionalKey(Schema.Int),
  /** The shipped profile whose deviations the bank has. Default: the plain standard. */
  profile: Schema.optionalKey(Schema.String),
  /** True if people who authorize consents on a page do so with OAuth. */
  usesOAuth: Schema.optionalKey(Schema.Literal(true)),
  accounts: Schema.NonEmptyArray(BankAccountProduct)
})
export type SimulatedBank = typeof SimulatedBank.Type

/** The login parameters of simulated companies. A company supports every login method whose parameter it has. */
export const LoginParameterName = Schema.Literals(LoginMethod.parameterTypes)
export type LoginParameterName = typeof LoginParameterName.Type

export const CompanyData = Schema.Struct({
  id: CompanyId,
  displayName: Schema.String,
  /** The insurer's name, if it is not the company's. */
  insurerName: Schema.optionalKey(Schema.String),
  /** The default is OPERATIONAL. */
  status: Schema.optionalKey(CompanyStatus),
  statusMessage: Schema.optionalKey(Schema.String),
  loginParameters: Schema.Array(LoginParameterName),
  /** The login methods without a parameter: people sign in on the company's page. */
  pageMethods: Schema.optionalKey(Schema.Array(LoginMethod.LoginMethod)),
  /** How many more collections can begin in a login's session without the person. Default: none. */
  renewals: Schema.optionalKey(Schema.Int),
  /** How the company's contract numbers begin. */
  numberPrefix: Schema.String,
  /** Another company in the market that has the same insurance policies and wealth products. */
  offersOf: Schema.optionalKey(CompanyId),
  /** If absent, the company does not offer INSURANCE. */
  insurance: Schema.optionalKey(Schema.Array(InsuranceProduct)),
  /** If absent, the company does not offer WEALTH. */
  wealth: Schema.optionalKey(Schema.Array(WealthProduct)),
  /** If absent, the company does not offer PSD2_AIS. */
  bank: Schema.optionalKey(SimulatedBank)
})
export type CompanyData = typeof CompanyData.Type

/** A company's entry in `data/directory.json`. */
export const DirectoryData = Schema.Struct({
  ...Struct.omit(CompanyDirectoryEntry.fields, ["bic", "logoUrl"]),
  /** The logo as an SVG document. */
  logo: Schema.String
})

export interface Company extends Omit<CompanyData, "loginParameters" | "offersOf" | "pageMethods"> {
  readonly status: CompanyStatus
  readonly insurance: ReadonlyArray<InsuranceProduct>
  readonly wealth: ReadonlyArray<WealthProduct>
  readonly market: Market
  readonly loginMethods: ReadonlyArray<LoginMethod.LoginMethod>
}
