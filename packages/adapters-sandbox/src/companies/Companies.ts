/** Every simulated company, and what the service tells about it (spec 4; decisions 1, 16). */
import { isFunctional, productsOf } from "@sheaf/domain/Company"
import type { CompanyAvailability, SupportedProducts } from "@sheaf/domain/Company"
import type { InsuranceSubType, InsuranceType } from "@sheaf/domain/InsuranceType"
import type { InsuranceOffer } from "../records/InsuranceOffer.ts"
import { falaise, fjallbanken, ozolbanka, tuulepank, zuvedra } from "./Banks.ts"
import type { Company } from "./Company.ts"
import { kadaka, rannakindlustus } from "./Estonia.ts"
import { bocage, clairval, rivage } from "./France.ts"
import { kapas, priedes } from "./Latvia.ts"
import { kopos, rasos } from "./Lithuania.ts"
import { granskog, klarvik, nordhem, statspension, tallmo } from "./Sweden.ts"

/** The company that is closed for maintenance. */
export const maintained = tallmo

export const companies: ReadonlyArray<Company> = [
  nordhem,
  granskog,
  klarvik,
  fjallbanken,
  statspension,
  rannakindlustus,
  kadaka,
  tuulepank,
  rasos,
  kopos,
  zuvedra,
  priedes,
  kapas,
  ozolbanka,
  rivage,
  bocage,
  clairval,
  falaise,
  maintained
]

/** Since when it has been like this. */
const updatedAt = "2026-03-31T06:00:00.000Z"

const subTypesOf = (offer: InsuranceOffer): ReadonlyArray<InsuranceSubType> =>
  offer.insuranceType === "animalInsurance" ? offer.animals.map(({ subType }) => subType) : offer.subTypes

/** What can be collected, told from the very offers that the data is drawn from. */
export const supportedOf = (company: Company): SupportedProducts => {
  const byType = new Map<InsuranceType, Set<string>>()
  for (const offer of company.insurance) {
    const subTypes = byType.get(offer.insuranceType) ?? new Set<string>()
    subTypesOf(offer).forEach((subType) => subTypes.add(subType))
    byType.set(offer.insuranceType, subTypes)
  }
  return {
    company: company.id,
    companyDisplayName: company.displayName,
    market: company.market,
    insurance: Array.from(byType, ([insuranceType, subTypes]) => ({
      insuranceType,
      insuranceSubTypes: [...subTypes]
    })),
    wealth: [...new Set(company.wealth.map(({ type }) => type))],
    ...(company.bank !== undefined && { psd2Ais: company.bank.reads })
  }
}

export const availabilityOf = (company: Company): CompanyAvailability => ({
  company: company.id,
  companyDisplayName: company.displayName,
  market: company.market,
  functional: isFunctional(company.status),
  status: company.status,
  ...(company.statusMessage !== undefined && { statusMessage: company.statusMessage }),
  loginMethods: company.loginMethods,
  products: productsOf(supportedOf(company)),
  ...(company.bank?.maximumConsentValidityDays !== undefined && {
    maximumConsentValidityDays: company.bank.maximumConsentValidityDays
  }),
  updatedAt
})
