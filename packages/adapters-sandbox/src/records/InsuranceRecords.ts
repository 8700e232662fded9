/** A person's insurance policies at a simulated company, drawn from the company's offers (spec 10, 12). */
import type { ReportedInsurance } from "@sheaf/domain/ReportedRecords"
import type { InsuranceOffer } from "../companies/InsuranceOffer.ts"
import { documentReference } from "../documents/SandboxDocument.ts"
import { contactOf } from "../people/RecordSource.ts"
import type { RecordSource } from "../people/RecordSource.ts"
import { detailsOf } from "./PolicyDetails.ts"
import { insuranceOf } from "./Insurances.ts"
import { fromMajorUnits } from "./Money.ts"
import { randomFrom } from "../data/Random.ts"

const recordOf = (offer: InsuranceOffer, source: RecordSource): ReportedInsurance => {
  const { company, identity, person } = source
  const random = randomFrom("insurance", company.id, identity, offer.key)
  const insurance = insuranceOf(offer, { ...source, random })
  return {
    id: offer.key,
    recordKey: offer.key,
    insurance,
    addons: (offer.addons ?? []).filter((_, index) => index === 0 || random.pick([true, false])),
    deductibles: (offer.deductibles ?? []).map(({ amounts, id, name }) => ({
      deductibleId: id,
      deductibleName: name,
      deductibleAmount: fromMajorUnits(company.market, random.pick(amounts))
    })),
    ...(offer.letter && { documents: [documentReference(company.market, "INSURANCE", offer.key)] }),
    personalInformation: contactOf(person),
    termsUrl: `https://${company.id}.example/terms/${offer.key}`,
    // Another sequence of draws keeps the policies themselves as they were.
    ...detailsOf(offer, insurance, { ...source, random: randomFrom("details", company.id, identity, offer.key) })
  }
}

/** Draws one policy from each of the company's offers. */
export const insurancesOf = (source: RecordSource): ReadonlyArray<ReportedInsurance> =>
  source.company.insurance.map((offer) => recordOf(offer, source))
