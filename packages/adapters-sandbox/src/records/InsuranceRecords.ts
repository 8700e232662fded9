/** The insurances of a person at a simulated company: drawn from its offers, the same each time (decisions 10, 16). */
import type { AnyInsurance, InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { documentReference } from "../letters/DocumentReferences.ts"
import { animalInsurance } from "./AnimalInsurances.ts"
import { houseContentInsurance } from "./HouseContentInsurances.ts"
import { contactOf } from "./InsuranceFields.ts"
import type { Draw } from "./InsuranceFields.ts"
import type { InsuranceOffer } from "./InsuranceOffer.ts"
import { whole } from "./Money.ts"
import { personInsurance } from "./PersonInsurances.ts"
import { randomFrom } from "./Random.ts"
import type { Source } from "./Source.ts"
import { vehicleInsurance } from "./VehicleInsurances.ts"

const insuranceOf = (offer: InsuranceOffer, draw: Draw): AnyInsurance => {
  switch (offer.insuranceType) {
    case "vehicleInsurance":
      return vehicleInsurance(offer, draw)
    case "houseContentInsurance":
      return houseContentInsurance(offer, draw)
    case "animalInsurance":
      return animalInsurance(offer, draw)
    case "personInsurance":
      return personInsurance(offer, draw)
  }
}

const recordOf = (offer: InsuranceOffer, source: Source): InsuranceRecord => {
  const { company, identity, person } = source
  const random = randomFrom("insurance", company.id, identity, offer.key)
  return {
    id: offer.key,
    insurance: insuranceOf(offer, { ...source, random }),
    addons: offer.addons.filter((_, index) => index === 0 || random.pick([true, false])),
    deductibles: offer.deductibles.map(({ amounts, id, name }) => ({
      deductibleId: id,
      deductibleName: name,
      deductibleAmount: whole(company.market, random.pick(amounts))
    })),
    ...(offer.letter && { documents: [documentReference(company.market, "INSURANCE", offer.key)] }),
    personalInformation: contactOf(person),
    termsUrl: `https://${company.id}.example/terms/${offer.key}`
  }
}

/** One insurance for each offer of the company. */
export const insurancesOf = (source: Source): ReadonlyArray<InsuranceRecord> =>
  source.company.insurance.map((offer) => recordOf(offer, source))
