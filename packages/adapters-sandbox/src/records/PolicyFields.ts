/** Generates the fields that all insurance policies share (spec 10). */
import type { InsuranceHolder } from "@sheaf/domain/insurance/InsuranceHolder"
import type { Premium } from "@sheaf/domain/insurance/Premium"
import type { InsuranceProduct } from "../companies/InsuranceProduct.ts"
import type { Person } from "../people/Person.ts"
import { valuationDate, plusDays, plusYears } from "../data/Dates.ts"
import { contactOf } from "../people/RecordSource.ts"
import type { SeededSource } from "../people/RecordSource.ts"
import { fromMajorUnits } from "./Money.ts"
import type { Random } from "../data/Random.ts"

/** The term lasts one year and started at most 110 days before `valuationDate`. */
const termOf = (random: Random) => {
  const startDate = plusDays(valuationDate, -random.integer(1, 110))
  const renewalDate = plusYears(startDate, 1)
  return { startDate, endDate: plusDays(renewalDate, -1), renewalDate }
}

const premiumOf = (product: InsuranceProduct, { company, random }: SeededSource): Premium => {
  const [minimum, maximum] = product.yearlyPremium
  return {
    amount: fromMajorUnits(company.market, random.integer(minimum, maximum)),
    paymentFrequency: random.pick(product.paymentFrequencies),
    period: "YEAR"
  }
}

const holderOf = (product: InsuranceProduct, person: Person): InsuranceHolder | undefined => {
  switch (product.holder) {
    case "NOT_TOLD":
      return undefined
    case "PARTNER": {
      const { city, partnerName, postalCode, streetAddress } = person
      return { name: partnerName, streetAddress, postalCode, city, otherInsuranceHolder: true }
    }
    case undefined:
      return { ...contactOf(person), otherInsuranceHolder: false }
  }
}

export const fieldsOf = (product: InsuranceProduct, draw: SeededSource) => {
  const { company, person, random } = draw
  const premium = premiumOf(product, draw)
  const discount = Math.round(premium.amount.amount * random.pick([0, 0, 0.05, 0.1]))
  const holder = holderOf(product, person)
  return {
    market: company.market,
    insuranceCompany: company.insurerName ?? company.displayName,
    insuranceName: product.insuranceName,
    insuranceNumber: `${company.numberPrefix}-${random.digits(7)}`,
    ...termOf(random),
    premium,
    ...(discount > 0 && { discountAmount: fromMajorUnits(company.market, discount) }),
    ...(holder !== undefined && { holder })
  }
}
