/** Companies: their identity, what they offer, and whether they can be reached now (spec 1, 4; decisions 1). */
import { Schema } from "effect"
import { LoginMethod } from "./LoginMethod.ts"
import * as Market from "./Market.ts"
import { Product } from "./Product.ts"
import { Timestamp } from "../Timestamp.ts"
import * as Words from "../Words.ts"

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
export const CompanyStatus = Words.literals(
  {
    OPERATIONAL: "Collections are expected to work.",
    DEGRADED: "Collections work, slower than usual or with more failures.",
    MAINTENANCE: "The company is closed for maintenance.",
    UNAVAILABLE: "The company cannot be reached."
  },
  {
    identifier: "CompanyStatus",
    description: "How well the company can be reached. OPERATIONAL and DEGRADED are functional."
  }
)
export type CompanyStatus = typeof CompanyStatus.Type

/** Whether collections from a company in this status can be expected to work. */
export const isFunctional = (status: CompanyStatus): boolean => status === "OPERATIONAL" || status === "DEGRADED"

/** Which company it is: in both lists of companies. */
const identity = {
  company: CompanyId,
  companyDisplayName: Schema.String.pipe(Words.means("The company's name, as it is shown to users.")),
  market: Market.Market
}

/** One entry of `GET /companies/availability`. */
export const CompanyAvailability = Schema.Struct({
  ...identity,
  functional: Schema.Boolean.pipe(Words.means("Whether collections from the company can be expected to work now.")),
  status: CompanyStatus,
  statusMessage: Schema.optionalKey(Schema.String).pipe(
    Words.means("Why the company stands as it does, in words for people; absent when there is nothing to tell.")
  ),
  loginMethods: Schema.Array(LoginMethod).pipe(Words.means("The login methods that the company supports.")),
  products: Schema.Array(Product).pipe(Words.means("What can be collected from the company.")),
  maximumConsentValidityDays: Schema.optionalKey(Schema.Int).pipe(
    Words.means("The days that a consent lasts at most at this bank; absent when it does not say, which means 180.")
  ),
  updatedAt: Timestamp.pipe(Words.means("When the status was last found out, ISO 8601 in UTC."))
}).annotate({
  identifier: "CompanyAvailability",
  description: "Whether a company can be collected from now, and how to log in to it.",
  examples: [
    {
      company: "se-nordhem",
      companyDisplayName: "Nordhem",
      market: "se",
      functional: true,
      status: "OPERATIONAL",
      loginMethods: ["SWEDISH_MOBILE_EID_OTHER_DEVICE", "USERNAME_AND_PASSWORD"],
      products: ["INSURANCE", "WEALTH"],
      updatedAt: "2026-05-04T08:00:00.000Z"
    }
  ]
})
export type CompanyAvailability = typeof CompanyAvailability.Type

const SupportedInsurance = Schema.Struct({
  insuranceType: Schema.String.pipe(Words.means("The kind, as `insuranceType` of an insurance has it.")),
  insuranceSubTypes: Schema.Array(Schema.String).pipe(
    Words.means("The finer kinds, as `insuranceSubType` of an insurance has them.")
  )
}).annotate({
  identifier: "SupportedInsurance",
  description: "A kind of insurances that can be collected from a company, with its finer kinds.",
  examples: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }]
})

const SupportedPsd2Ais = Schema.Struct({
  balances: Schema.Boolean.pipe(Words.means("Whether balances can be read.")),
  transactions: Schema.Boolean.pipe(Words.means("Whether transactions can be read."))
}).annotate({
  identifier: "SupportedPsd2Ais",
  description: "What can be read of bank accounts under a consent; absent for a company that holds none.",
  examples: [{ balances: true, transactions: true }]
})

/** One entry of `GET /companies/supported-products`. */
export const SupportedProducts = Schema.Struct({
  ...identity,
  insurance: Schema.Array(SupportedInsurance).pipe(
    Words.means("The kinds of insurances; empty when insurances cannot be collected.")
  ),
  wealth: Schema.Array(Schema.String).pipe(
    Words.means("The kinds of pensions, investments and accounts, as `type` of a wealth record has them.")
  ),
  psd2Ais: Schema.optionalKey(SupportedPsd2Ais)
}).annotate({
  identifier: "SupportedProducts",
  description: "The kinds of products that can be collected from a company.",
  examples: [
    {
      company: "se-nordhem",
      companyDisplayName: "Nordhem",
      market: "se",
      insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }],
      wealth: ["OCCUPATIONAL_PENSION", "ISK"]
    }
  ]
})
export type SupportedProducts = typeof SupportedProducts.Type

/** What can be collected from a company of which these kinds can (decisions 1). */
export const productsOf = ({
  insurance,
  psd2Ais,
  wealth
}: Pick<SupportedProducts, "insurance" | "psd2Ais" | "wealth">): ReadonlyArray<Product> => [
  ...(insurance.length > 0 ? (["INSURANCE"] as const) : []),
  ...(wealth.length > 0 ? (["WEALTH"] as const) : []),
  ...(psd2Ais === undefined ? [] : (["PSD2_AIS"] as const))
]
