/** The simulated companies, with their availability and supported products (spec 4.1, 12). */
import { isFunctional, productsOf } from "@sheaf/domain/Company"
import type { CompanyAvailability, SupportedProducts } from "@sheaf/domain/Company"
import type { InsuranceSubType } from "@sheaf/domain/InsuranceType"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Market } from "@sheaf/domain/Market"
import type { CompanyLogo, ConnectedCompany } from "@sheaf/ports"
import { Schema } from "effect"
import { hash } from "node:crypto"
import * as DataFile from "../data/DataFile.ts"
import directory from "../data/directory.json" with { type: "json" }
import ee from "../data/ee/companies.json" with { type: "json" }
import fr from "../data/fr/companies.json" with { type: "json" }
import lt from "../data/lt/companies.json" with { type: "json" }
import lv from "../data/lv/companies.json" with { type: "json" }
import se from "../data/se/companies.json" with { type: "json" }
import { CompanyData, DirectoryData } from "./Company.ts"
import type { Company, LoginParameterName } from "./Company.ts"
import type { InsuranceProduct } from "./InsuranceProduct.ts"

export const loginMethodsWith = (
  parameters: ReadonlyArray<LoginParameterName>
): ReadonlyArray<LoginMethod.LoginMethod> =>
  parameters.flatMap((name) => LoginMethod.all.filter((method) => LoginMethod.describe(method).parameter === name))

export const MarketCompanies = Schema.Array(CompanyData)

const companiesOf = (market: Market, data: unknown): ReadonlyArray<Company> => {
  const all = DataFile.read(MarketCompanies, data)
  return all.map(({ loginParameters, offersOf, pageMethods = [], status = "OPERATIONAL", ...company }) => {
    const { insurance = [], wealth = [] } = all.find(({ id }) => id === offersOf) ?? company
    const loginMethods = [...loginMethodsWith(loginParameters), ...pageMethods]
    return { ...company, status, market, loginMethods, insurance, wealth }
  })
}

/** Closed companies come last. */
export const companies: ReadonlyArray<Company> = [
  ...companiesOf("se", se),
  ...companiesOf("ee", ee),
  ...companiesOf("lt", lt),
  ...companiesOf("lv", lv),
  ...companiesOf("fr", fr)
].sort((a, b) => Number(isFunctional(b.status)) - Number(isFunctional(a.status)))

const byId: ReadonlyMap<string, Company> = new Map(companies.map((company) => [company.id, company]))

export const companyOf = (id: string): Company | undefined => byId.get(id)

export const CompanyDirectory = Schema.Record(Schema.String, DirectoryData)

const directoryEntries = DataFile.read(CompanyDirectory, directory)

const directoryOf = ({ bank, id }: Company): Pick<CompanyAvailability, "directory"> => {
  const entry = directoryEntries[id]
  if (entry === undefined) return {}
  const { logo: _, ...members } = entry
  return { directory: { ...members, ...(bank && { bic: bank.bic }) } }
}

export interface CompanyIdentity {
  /** The logo, drawn for the sandbox, as an SVG document. */
  readonly logo: string
  /** The color, as `#rrggbb`. */
  readonly color?: string
}

export const identityOf = (id: string): CompanyIdentity | undefined =>
  Object.hasOwn(directoryEntries, id) ? directoryEntries[id] : undefined

const logoOf = ({ id }: Company): { readonly logo?: CompanyLogo } => {
  const svg = identityOf(id)?.logo
  if (svg === undefined) return {}
  const name = `${hash("sha256", svg).slice(0, 16)}.svg`
  return { logo: { name, contentType: "image/svg+xml", content: new TextEncoder().encode(svg) } }
}

const updatedAt = "2026-03-31T06:00:00.000Z"

const subTypesOf = (product: InsuranceProduct): ReadonlyArray<InsuranceSubType> =>
  product.insuranceType === "animalInsurance" ? product.animals.map(({ subType }) => subType) : product.subTypes

export const supportedProductsOf = ({
  bank,
  displayName,
  id,
  insurance,
  market,
  wealth
}: Company): SupportedProducts => ({
  company: id,
  companyDisplayName: displayName,
  market,
  insurance: Array.from(
    Map.groupBy(insurance, ({ insuranceType }) => insuranceType),
    ([insuranceType, products]) => ({ insuranceType, insuranceSubTypes: [...new Set(products.flatMap(subTypesOf))] })
  ),
  wealth: [...new Set(wealth.map(({ type }) => type))],
  ...(bank !== undefined && { psd2Ais: bank.reads })
})

export const availabilityOf = (company: Company): CompanyAvailability => ({
  company: company.id,
  companyDisplayName: company.displayName,
  market: company.market,
  functional: isFunctional(company.status),
  status: company.status,
  ...(company.statusMessage !== undefined && { statusMessage: company.statusMessage }),
  loginMethods: company.loginMethods,
  products: productsOf(supportedProductsOf(company)),
  ...(company.bank?.maximumConsentValidityDays !== undefined && {
    maximumConsentValidityDays: company.bank.maximumConsentValidityDays
  }),
  ...directoryOf(company),
  updatedAt
})

export const companyDescriptions: ReadonlyArray<Omit<ConnectedCompany, "connector">> = companies.map((company) => ({
  availability: availabilityOf(company),
  ...logoOf(company),
  supported: supportedProductsOf(company)
}))
