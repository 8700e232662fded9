/** The section `connectors` of the configuration file: companies that are collected from by connectors over HTTP. */
import * as Company from "@sheaf/domain/Company"
import { InsuranceSubType, InsuranceType, subTypesOf } from "@sheaf/domain/InsuranceType"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as Market from "@sheaf/domain/Market"
import { BankAccountType, WealthType } from "@sheaf/domain/WealthType"
import { Schema } from "effect"
import * as ConfiguredServer from "./ConfiguredServer.ts"

/** More is no bank's: consents end after 180 days where theirs does not say otherwise. */
const consentDaysMaximum = 3650

/** One of these values; what is none of them is told all. */
const oneOf = <const Values extends ReadonlyArray<string>>(values: Schema.Literals<Values>) =>
  values.annotate({ message: `expected one of ${values.literals.join(", ")}` })

/** Some of these values, each of them once. */
const someOf = <S extends Schema.Top>(value: S) => Schema.NonEmptyArray(value).check(Schema.isUnique())

/** The positions of entries whose key an earlier entry has. */
const repeated = (keys: ReadonlyArray<string>): ReadonlyArray<number> =>
  keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index] : []))

const insurance = Schema.Struct({
  insuranceType: oneOf(InsuranceType),
  insuranceSubTypes: someOf(oneOf(InsuranceSubType))
}).check(
  Schema.makeFilter(({ insuranceSubTypes, insuranceType }) =>
    insuranceSubTypes.flatMap((subType, index) => {
      const known = subTypesOf[insuranceType]
      const issue = `is no ${insuranceType}; such are ${known.join(", ")}`
      return known.includes(subType) ? [] : [{ path: ["insuranceSubTypes", index], issue }]
    })
  )
)

const insurances = Schema.Array(insurance).check(
  Schema.makeFilter((entries) =>
    repeated(entries.map(({ insuranceType }) => insuranceType)).map((index) => ({
      path: [index, "insuranceType"],
      issue: "another entry has this type"
    }))
  )
)

const accounts: ReadonlyArray<string> = BankAccountType.literals

/** Accounts are read under a consent, and never beside what a login gives (decisions 2). */
const wealth = Schema.Array(oneOf(WealthType)).check(
  Schema.isUnique(),
  Schema.makeFilter((types) =>
    types.flatMap((type, index) =>
      accounts.includes(type) ? [{ path: [index], issue: "is read under a consent: psd2Ais says so" }] : []
    )
  )
)

const psd2Ais = Schema.Struct({ balances: Schema.Boolean, transactions: Schema.Boolean }).check(
  Schema.makeFilter(({ balances, transactions }) => balances || transactions || "balances or transactions must be true")
)

const isOfSweden = (method: LoginMethod.LoginMethod): boolean =>
  LoginMethod.describe(method).parameter === "SWEDISH_EID"

interface Products {
  readonly insurance?: ReadonlyArray<unknown>
  readonly wealth?: ReadonlyArray<unknown>
  readonly psd2Ais?: unknown
}

const hasProduct = (products: Products): boolean =>
  (products.insurance ?? []).length + (products.wealth ?? []).length > 0 || products.psd2Ais !== undefined

interface Identity {
  readonly company: Company.CompanyId
  readonly loginMethods: ReadonlyArray<LoginMethod.LoginMethod>
}

const misfitsOfIdentity = ({ company, loginMethods }: Identity): ReadonlyArray<Schema.FilterIssue> => {
  const market = Company.marketOf(company)
  if (market === undefined) {
    return [{ path: ["company"], issue: `is of no market; markets are ${Market.all.join(", ")}` }]
  }
  return loginMethods.flatMap((method, index) =>
    isOfSweden(method) && market !== "se"
      ? [{ path: ["loginMethods", index], issue: `is a login method of se, and the company is of ${market}` }]
      : []
  )
}

const misfitsOfCompany = (
  company: Identity & Products & { readonly maximumConsentValidityDays?: number }
): ReadonlyArray<Schema.FilterIssue> => [
  ...misfitsOfIdentity(company),
  ...(hasProduct(company) ? [] : ["nothing can be collected: insurance, wealth or psd2Ais is wanted"]),
  ...(company.maximumConsentValidityDays !== undefined && company.psd2Ais === undefined
    ? [{ path: ["maximumConsentValidityDays"], issue: "is for companies with psd2Ais" }]
    : [])
]

/** People read it. */
const displayName = Schema.String.check(
  Schema.isPattern(/^(?=.*\p{L})[^\p{Cc}\p{Cs}]{1,100}$/u, {
    message: "expected a name: 1 to 100 characters with a letter among them, without control characters"
  })
)

const company = Schema.Struct({
  company: Company.CompanyId,
  companyDisplayName: displayName,
  loginMethods: someOf(oneOf(LoginMethod.LoginMethod)),
  insurance: Schema.optionalKey(insurances),
  wealth: Schema.optionalKey(wealth),
  psd2Ais: Schema.optionalKey(psd2Ais),
  maximumConsentValidityDays: ConfiguredServer.whole(1, consentDaysMaximum)
}).check(Schema.makeFilter(misfitsOfCompany))

const connector = Schema.Struct({
  ...ConfiguredServer.members,
  timeoutSeconds: ConfiguredServer.whole(1, 120),
  secretFile: ConfiguredServer.path,
  companies: Schema.NonEmptyArray(company)
}).check(Schema.makeFilter(ConfiguredServer.misfitsOf))

interface Entry {
  readonly companies: ReadonlyArray<Identity>
}

/** A company has one connector. */
const misfitsOfConnectors = (entries: ReadonlyArray<Entry>): ReadonlyArray<Schema.FilterIssue> => {
  const named = entries.flatMap(({ companies }, entry) =>
    companies.map(({ company: id }, index) => ({ id, path: [entry, "companies", index, "company"] }))
  )
  const again = new Set(repeated(named.map(({ id }) => id)))
  return named
    .filter((_, index) => again.has(index))
    .map(({ path }) => ({ path, issue: "another entry has this company" }))
}

/** Every connector, with the companies that it serves. */
export const ConnectorsSection = Schema.Array(connector)
  .annotate({
    description:
      "Connectors over HTTP: the base address of each, to which v1/begin, v1/resume, v1/document and v1/cancel are added, " +
      "how it is called, and the companies that it collects from. A company takes the place of the sandbox's one of the " +
      "same name."
  })
  .check(Schema.makeFilter(misfitsOfConnectors))
export type ConnectorsSection = typeof ConnectorsSection.Type
