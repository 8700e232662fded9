/** Drawn insurances of animals (decisions 10). */
import type { AnimalInsurance } from "@sheaf/domain/insurance/AnimalInsurance"
import { asOf, plusDays } from "./Dates.ts"
import { fieldsOf } from "./InsuranceFields.ts"
import type { Draw } from "./InsuranceFields.ts"
import type { AnimalOffer } from "./InsuranceOffer.ts"
import { whole } from "./Money.ts"

export const animalInsurance = (offer: AnimalOffer, draw: Draw): AnimalInsurance => {
  const { company, random } = draw
  const animals = random.pick(offer.animals)
  const animalGender = random.pick(["FEMALE", "MALE"] as const)
  const care = random.pick(offer.veterinaryCare)
  return {
    insuranceType: offer.insuranceType,
    insuranceSubType: animals.subType,
    ...fieldsOf(offer, draw),
    animalName: random.pick(animals.names[animalGender]),
    animalBreed: random.pick(animals.breeds),
    animalGender,
    dateOfBirth: plusDays(asOf, -random.integer(150, 3600)),
    chipNumber: `977${random.digits(12)}`,
    veterinaryCareAmount: whole(company.market, care),
    veterinaryCareAmountRemaining: whole(company.market, random.integer(Math.round(care / 4), care))
  }
}
