/** Generates a person's insurance policies from a simulated company's products (spec 10, 12). */
import type { ReportedInsurance } from "@sheaf/domain/ReportedRecords"
import type { InsuranceProduct } from "../companies/InsuranceProduct.ts"
import { documentReference } from "../documents/SandboxDocument.ts"
import { contactOf } from "../people/RecordSource.ts"
import type { RecordSource } from "../people/RecordSource.ts"
import { detailsOf } from "./PolicyDetails.ts"
import { insuranceOf } from "./Insurances.ts"
import { fromMajorUnits } from "./Money.ts"
import { randomFrom } from "../data/Random.ts"

const recordOf = (product: InsuranceProduct, source: RecordSource): ReportedInsurance => {
  const { company, identity, person } = source
  const random = randomFrom("insurance", company.id, identity, product.key)
  const insurance = insuranceOf(product, { ...source, random })
  return {
    id: product.key,
    recordKey: product.key,
    insurance,
    addons: (product.addons ?? []).filter((_, index) => index === 0 || random.pick([true, false])),
    deductibles: (product.deductibles ?? []).map(({ amounts, id, name }) => ({
      deductibleId: id,
      deductibleName: name,
      deductibleAmount: fromMajorUnits(company.market, random.pick(amounts))
    })),
    ...(product.letter && { documents: [documentReference(company.market, "INSURANCE", product.key)] }),
    personalInformation: contactOf(person),
    termsUrl: `https://${company.id}.example/terms/${product.key}`,
    // The details have their own random sequence, so changes to them never affect the rest of the policy.
    ...detailsOf(product, insurance, { ...source, random: randomFrom("details", company.id, identity, product.key) })
  }
}

export const policiesOf = (source: RecordSource): ReadonlyArray<ReportedInsurance> =>
  source.company.insurance.map((product) => recordOf(product, source))
