/** Companies: identifiers, availability, products, and warnings about starts that cannot succeed (spec 1, 2.1, 4.1). */
import { Schema } from "effect"
import { CompanyDirectoryEntry } from "./CompanyDirectory.ts"
import { LoginMethod } from "./LoginMethod.ts"
import * as Market from "../shared/Market.ts"
import { Product } from "./Product.ts"
import { SuccessRate } from "./SuccessRate.ts"
import { Timestamp } from "../shared/Timestamp.ts"
import * as Annotations from "../shared/Annotations.ts"

export const CompanyId = Schema.String.check(
  Schema.isPattern(/^[a-z]{2}-[a-z0-9]+(?:-[a-z0-9]+)*$/u, {
    message: "a company identifier such as se-nordhem",
    arbitraryConstraint: { patterns: [{ source: "^(?:se|ee|lt|lv|fr)-[a-z]{3,10}$", flags: "" }] }
  }),
  Schema.isMaxLength(64)
).pipe(Annotations.annotate("CompanyId", "Company identifier: the market, a hyphen, and the company's short name."))
export type CompanyId = typeof CompanyId.Type

export const marketOf = (company: CompanyId): Market.Market | undefined =>
  Market.all.find((market) => company.startsWith(`${market}-`))

export const timeZoneOf = (company: CompanyId): string => {
  const market = marketOf(company)
  return market === undefined ? "UTC" : Market.timeZones[market]
}

export const CompanyStatus = Annotations.literals(
  "The current availability of a company. OPERATIONAL and DEGRADED count as functional.",
  {
    OPERATIONAL: "Collections are expected to work.",
    DEGRADED: "Collections work, but more slowly or with more failures than usual.",
    MAINTENANCE: "The company is down for maintenance.",
    UNAVAILABLE: "The company cannot be reached."
  }
).annotate({ identifier: "CompanyStatus" })
export type CompanyStatus = typeof CompanyStatus.Type

/** Returns true if collections are likely to work in this status. */
export const isFunctional = (status: CompanyStatus): boolean => status === "OPERATIONAL" || status === "DEGRADED"

const identity = {
  company: CompanyId,
  companyDisplayName: Schema.String.pipe(Annotations.describe("The company's name, to show to users.")),
  market: Market.Market
}

/** An entry in `GET /companies/availability`. */
export const CompanyAvailability = Schema.Struct({
  ...identity,
  functional: Schema.Boolean.pipe(
    Annotations.describe("True if collections from the company are currently expected to work.")
  ),
  status: CompanyStatus,
  statusMessage: Annotations.optional(Schema.String, "A human-readable explanation of the status. Optional."),
  loginMethods: Schema.Array(LoginMethod).pipe(Annotations.describe("The login methods that the company supports.")),
  products: Schema.Array(Product).pipe(Annotations.describe("The products that can be collected from the company.")),
  maximumConsentValidityDays: Annotations.optional(
    Schema.Int,
    "The maximum validity of a consent at this bank, in days. If the bank states no maximum, the member is absent " +
      "and the limit is 180 days."
  ),
  successRates: Annotations.optional(
    Schema.Array(SuccessRate),
    "How often collections succeeded in the last 30 days, by login method; absent if the service does not publish it. " +
      "Login methods with fewer than 20 collections are omitted."
  ),
  directory: Schema.optionalKey(CompanyDirectoryEntry),
  updatedAt: Timestamp.pipe(Annotations.describe("The time of the last availability check, ISO 8601 in UTC."))
}).pipe(Annotations.annotate("CompanyAvailability", "The current availability of a company, and its login methods."))
export type CompanyAvailability = typeof CompanyAvailability.Type

const SupportedInsurance = Schema.Struct({
  insuranceType: Schema.String.pipe(Annotations.describe("The insurance type, as in an insurance's `insuranceType`.")),
  insuranceSubTypes: Schema.Array(Schema.String).pipe(
    Annotations.describe("The insurance subtypes, with the values of `insuranceSubType` in an insurance record.")
  )
}).pipe(
  Annotations.annotate(
    "SupportedInsurance",
    "An insurance type that can be collected from a company, with its subtypes."
  )
)

const SupportedPsd2Ais = Schema.Struct({
  balances: Schema.Boolean.pipe(Annotations.describe("True if balances can be read.")),
  transactions: Schema.Boolean.pipe(Annotations.describe("True if transactions can be read.")),
  storedConsents: Annotations.optional(
    Schema.Boolean,
    "False if the company does not support stored consents, so that each collection needs a new consent; " +
      "otherwise absent."
  )
}).pipe(
  Annotations.annotate(
    "SupportedPsd2Ais",
    "The account data that can be read under a consent; absent if the company holds no accounts."
  )
)

/** An entry in `GET /companies/supported-products`. */
export const SupportedProducts = Schema.Struct({
  ...identity,
  insurance: Schema.Array(SupportedInsurance).pipe(
    Annotations.describe("The insurance types; empty if insurance cannot be collected.")
  ),
  wealth: Schema.Array(Schema.String).pipe(
    Annotations.describe("The types of pensions, investments and accounts, as in a wealth record's `type`.")
  ),
  psd2Ais: Schema.optionalKey(SupportedPsd2Ais)
}).pipe(Annotations.annotate("SupportedProducts", "The products that can be collected from a company."))
export type SupportedProducts = typeof SupportedProducts.Type

/** Returns a company's products, derived from the kinds of records that it supports (spec 4.1). */
export const productsOf = ({
  insurance,
  psd2Ais,
  wealth
}: Pick<SupportedProducts, "insurance" | "psd2Ais" | "wealth">): ReadonlyArray<Product> => [
  ...(insurance.length > 0 ? (["INSURANCE"] as const) : []),
  ...(wealth.length > 0 ? (["WEALTH"] as const) : []),
  ...(psd2Ais === undefined ? [] : (["PSD2_AIS"] as const))
]

/** Warns that a collection is bound to fail. The collection still starts, and fails later for the reason in `code`. */
export const StartWarning = Schema.Struct({
  code: Annotations.literals("The reason.", {
    LOGIN_METHOD_NOT_SUPPORTED: "The company does not support the login method.",
    COMPANY_IN_MAINTENANCE: "The company is down for planned maintenance.",
    COMPANY_UNAVAILABLE: "The company cannot be reached."
  }),
  detail: Schema.String.annotate({ description: "What to do, for developers." })
}).pipe(Annotations.annotate("StartWarning", "A known reason why a new collection cannot succeed."))
export type StartWarning = typeof StartWarning.Type

/** `loginMethod` is undefined for a start under a stored consent. */
export const startWarningsOf = (
  { loginMethods, status }: Pick<CompanyAvailability, "loginMethods" | "status">,
  loginMethod: LoginMethod | undefined
): ReadonlyArray<StartWarning> => {
  const warnings: Array<StartWarning> = []
  if (loginMethod !== undefined && !loginMethods.includes(loginMethod))
    warnings.push({
      code: "LOGIN_METHOD_NOT_SUPPORTED",
      detail: `The company does not support ${loginMethod}. Start again with one of: ${loginMethods.join(", ")}.`
    })
  if (!isFunctional(status)) {
    const isMaintenance = status === "MAINTENANCE"
    warnings.push({
      code: isMaintenance ? "COMPANY_IN_MAINTENANCE" : "COMPANY_UNAVAILABLE",
      detail:
        `The company ${isMaintenance ? "is down for maintenance" : "cannot be reached"}. ` +
        "Start again once GET /companies/availability shows it as functional."
    })
  }
  return warnings
}
