/** Drawn insurances of persons (decisions 10). */
import type { PersonInsurance } from "@sheaf/domain/insurance/PersonInsurance"
import { fieldsOf } from "./InsuranceFields.ts"
import type { Draw } from "./InsuranceFields.ts"
import type { PersonOffer } from "./InsuranceOffer.ts"
import { whole } from "./Money.ts"

export const personInsurance = (offer: PersonOffer, draw: Draw): PersonInsurance => {
  const { company, person, random } = draw
  return {
    insuranceType: offer.insuranceType,
    insuranceSubType: random.pick(offer.subTypes),
    ...fieldsOf(offer, draw),
    insuredPersonName: offer.insured === "SELF" ? person.name : person.childName,
    insuredAmounts: offer.insuredAmounts.map(({ amounts, name }) => ({
      name,
      amount: whole(company.market, random.pick(amounts))
    }))
  }
}
