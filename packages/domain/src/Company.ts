/** Companies: their identity, what they offer, and whether they can be reached now (spec 1, 4; decisions 1). */
import { Schema } from "effect"
import { LoginMethod } from "./LoginMethod.ts"
import * as Market from "./Market.ts"
import { Product } from "./Product.ts"
import { Timestamp } from "./Timestamp.ts"

/** `<market>-<slug>`, for example `se-nordhem`. */
export const CompanyId = Schema.String.check(
  Schema.isPattern(/^[a-z]{2}-[a-z0-9]+(?:-[a-z0-9]+)*$/u, {
    message: "a company identifier such as se-nordhem",
    arbitraryConstraint: { patterns: [{ source: "^(?:se|ee|lt|lv|fr)-[a-z]{3,10}$", flags: "" }] }
  }),
  Schema.isMaxLength(64)
).annotate({
  identifier: "CompanyId",
  description: "Company identifier: the market, a hyphen, and the company's short name.",
  examples: ["se-nordhem"]
})
export type CompanyId = typeof CompanyId.Type

/** The market that an identifier begins with; `undefined` for one of a market that is not known. */
export const marketOf = (company: CompanyId): Market.Market | undefined =>
  Market.all.find((market) => company.startsWith(`${market}-`))

/** How well a company can be reached. OPERATIONAL and DEGRADED are functional. */
export const CompanyStatus = Schema.Literals(["OPERATIONAL", "DEGRADED", "MAINTENANCE", "UNAVAILABLE"]).annotate({
  identifier: "CompanyStatus",
  description: "How well the company can be reached. OPERATIONAL and DEGRADED are functional."
})
export type CompanyStatus = typeof CompanyStatus.Type

/** Whether collections from a company in this status can be expected to work. */
export const isFunctional = (status: CompanyStatus): boolean => status === "OPERATIONAL" || status === "DEGRADED"

/** One entry of `GET /companies/availability`. */
export const CompanyAvailability = Schema.Struct({
  company: CompanyId,
  companyDisplayName: Schema.String,
  market: Market.Market,
  functional: Schema.Boolean,
  status: CompanyStatus,
  statusMessage: Schema.optionalKey(Schema.String),
  loginMethods: Schema.Array(LoginMethod),
  products: Schema.Array(Product),
  maximumConsentValidityDays: Schema.optionalKey(Schema.Int),
  updatedAt: Timestamp
}).annotate({
  identifier: "CompanyAvailability",
  description: "Whether a company can be collected from now, and how to log in to it."
})
export type CompanyAvailability = typeof CompanyAvailability.Type

/** One entry of `GET /companies/supported-products`. */
export const SupportedProducts = Schema.Struct({
  company: CompanyId,
  companyDisplayName: Schema.String,
  market: Market.Market,
  insurance: Schema.Array(
    Schema.Struct({
      insuranceType: Schema.String,
      insuranceSubTypes: Schema.Array(Schema.String)
    }).annotate({ identifier: "SupportedInsurance" })
  ),
  wealth: Schema.Array(Schema.String),
  psd2Ais: Schema.optionalKey(
    Schema.Struct({ balances: Schema.Boolean, transactions: Schema.Boolean }).annotate({
      identifier: "SupportedPsd2Ais"
    })
  )
}).annotate({
  identifier: "SupportedProducts",
  description: "The kinds of products that can be collected from a company."
})
export type SupportedProducts = typeof SupportedProducts.Type
