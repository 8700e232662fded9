/** Drawn insurances of vehicles (decisions 10). */
import type { VehicleInsurance } from "@sheaf/domain/insurance/VehicleInsurance"
import { populations } from "../people/Person.ts"
import { plusYears } from "./Dates.ts"
import { fieldsOf } from "./InsuranceFields.ts"
import type { Draw } from "./InsuranceFields.ts"
import type { VehicleOffer } from "./InsuranceOffer.ts"
import { vehicles } from "./Vehicles.ts"

const coefficients = [0.5, 0.5, 0.54, 0.6, 0.68, 0.76, 0.85, 0.95, 1, 1.12]

/** What only French car insurances tell. */
const frenchCar = ({ person, random }: Draw) => ({
  bonusMalus: { coefficient: random.pick(coefficients) },
  claims: { numberOfClaims: random.pick([0, 0, 0, 1, 2]), periodInMonths: 36 },
  primaryDriver: {
    name: person.name,
    dateOfBirth: person.dateOfBirth,
    drivingLicenceDate: plusYears(person.dateOfBirth, random.integer(18, 23))
  },
  additionalDrivers: [{ name: person.partnerName }]
})

export const vehicleInsurance = (offer: VehicleOffer, draw: Draw): VehicleInsurance => {
  const { company, random } = draw
  const insuranceSubType = random.pick(offer.subTypes)
  const isCar = insuranceSubType === "car"
  return {
    insuranceType: offer.insuranceType,
    insuranceSubType,
    ...fieldsOf(offer, draw),
    ...random.pick(vehicles[insuranceSubType]),
    registrationNo: populations[company.market].registrationNo(random),
    ...(offer.coverages !== undefined && { coverage: random.pick(offer.coverages) }),
    ...(isCar && { maxMileage: random.integer(2, 6) * 5000, usedForWork: random.integer(0, 4) === 0 }),
    ...(isCar && company.market === "fr" && frenchCar(draw))
  }
}
