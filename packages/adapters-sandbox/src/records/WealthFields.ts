/** Generates the fields that all wealth records share (spec 2.8, 10). */
import type { Market } from "@sheaf/domain/Market"
import type { Fees } from "@sheaf/domain/wealth/Fees"
import type { FinancialInformation } from "@sheaf/domain/wealth/WealthFields"
import type { WealthProduct } from "../companies/WealthProduct.ts"
import { valuationDate as valueDate } from "../data/Dates.ts"
import { marketProfiles } from "../data/Markets.ts"
import { documentReference } from "../documents/SandboxDocument.ts"
import { contactOf } from "../people/RecordSource.ts"
import type { SeededSource } from "../people/RecordSource.ts"
import { fromMinorUnits, fromMajorUnits } from "./Money.ts"
import type { Random } from "../data/Random.ts"

const variableFees = [0.0018, 0.0025, 0.0039, 0.0065, 0.0085, 0.0095]

/** Last year's total is the fixed fee plus the variable fee on the value. */
const feesOf = (product: WealthProduct, market: Market, value: number, random: Random): Fees | undefined => {
  const variable = random.pick(variableFees)
  const fixed = random.pick(marketProfiles[market].fixedFees)
  switch (product.fees) {
    case "PERSONALIZED":
      return {
        personalized: {
          fixed: fromMajorUnits(market, fixed),
          variable,
          previousYear: fromMinorUnits(market, Math.round(value * variable) + fixed * 100)
        }
      }
    case "GENERIC":
      return { generic: { fixed: fromMajorUnits(market, fixed), variable } }
    case "NONE":
      return undefined
  }
}

const financialInformationOf = (market: Market, value: number, random: Random): FinancialInformation => {
  const deposits = Math.round((value * 1000) / random.integer(940, 1780))
  return {
    currentValue: fromMinorUnits(market, value),
    valueDate,
    totalDeposits: fromMinorUnits(market, deposits),
    performanceSinceStart: Math.round(((value - deposits) / deposits) * 10_000) / 10_000
  }
}

/** `value` is in minor units. */
export const fieldsOf = (product: WealthProduct, { company, person, random }: SeededSource, value: number) => {
  const fees = feesOf(product, company.market, value, random)
  return {
    id: product.key,
    recordKey: product.key,
    company: company.id,
    companyDisplayName: company.displayName,
    productName: product.productName,
    productNumber: `${company.numberPrefix}-${random.digits(8)}`,
    holder: contactOf(person),
    financialInformation: financialInformationOf(company.market, value, random),
    ...(fees !== undefined && { fees }),
    ...(product.letter && { documents: [documentReference(company.market, "WEALTH", product.key)] })
  }
}
