/** Draws insurance policies for vehicles, homes, animals and people (spec 10). */
import type { AnimalInsurance } from "@sheaf/domain/insurance/AnimalInsurance"
import type { GeneralInsurance } from "@sheaf/domain/insurance/GeneralInsurance"
import type { HouseContentInsurance } from "@sheaf/domain/insurance/HouseContentInsurance"
import type { PersonInsurance } from "@sheaf/domain/insurance/PersonInsurance"
import type { VehicleInsurance } from "@sheaf/domain/insurance/VehicleInsurance"
import type { AnyInsurance } from "@sheaf/domain/InsuranceRecord"
import type { HouseContentSubType, VehicleSubType } from "@sheaf/domain/InsuranceType"
import type {
  AnimalOffer,
  GeneralOffer,
  HouseContentOffer,
  InsuranceOffer,
  PersonOffer,
  VehicleOffer
} from "../companies/InsuranceOffer.ts"
import { marketProfiles, vehicleModelsByBrand } from "../data/Markets.ts"
import { valuationDate, plusDays, plusYears } from "../data/Dates.ts"
import type { SeededSource } from "../people/RecordSource.ts"
import { fieldsOf } from "./PolicyFields.ts"
import { fromMajorUnits } from "./Money.ts"
import type { Random } from "../data/Random.ts"

const vehiclesOf = (subType: VehicleSubType) =>
  Object.entries(vehicleModelsByBrand[subType]).flatMap(([brand, models]) => models.map((model) => ({ brand, model })))

const coefficients = [0.5, 0.5, 0.54, 0.6, 0.68, 0.76, 0.85, 0.95, 1, 1.12]

/** Draws the fields that only French car insurances have. */
const frenchCar = ({ person, random }: SeededSource) => ({
  bonusMalus: { coefficient: random.pick(coefficients) },
  claims: { numberOfClaims: random.pick([0, 0, 0, 1, 2]), periodInMonths: 36 },
  primaryDriver: {
    name: person.name,
    dateOfBirth: person.dateOfBirth,
    drivingLicenceDate: plusYears(person.dateOfBirth, random.integer(18, 23))
  },
  additionalDrivers: [{ name: person.partnerName }]
})

const vehicleInsurance = (offer: VehicleOffer, draw: SeededSource): VehicleInsurance => {
  const { company, random } = draw
  const insuranceSubType = random.pick(offer.subTypes)
  const isCar = insuranceSubType === "car"
  return {
    insuranceType: offer.insuranceType,
    insuranceSubType,
    ...fieldsOf(offer, draw),
    ...random.pick(vehiclesOf(insuranceSubType)),
    registrationNo: random.text(marketProfiles[company.market].registrationNo),
    ...(offer.coverages !== undefined && { coverage: random.pick(offer.coverages) }),
    ...(isCar && { maxMileage: random.integer(2, 6) * 5000, usedForWork: random.integer(0, 4) === 0 }),
    ...(isCar && company.market === "fr" && frenchCar(draw))
  }
}

interface Dwelling {
  readonly livingArea: readonly [minimum: number, maximum: number]
  readonly floors: ReadonlyArray<number>
  readonly isHouse: boolean
}

const dwellings: Readonly<Record<HouseContentSubType, Dwelling>> = {
  villa: { livingArea: [96, 215], floors: [1, 1.5, 2], isHouse: true },
  cottage: { livingArea: [38, 84], floors: [1, 1.5], isHouse: true },
  condo: { livingArea: [34, 112], floors: [1], isHouse: false },
  home: { livingArea: [28, 96], floors: [1], isHouse: false }
}

/** Draws the fields that only French home insurance policies have. */
const frenchHome = (amenities: ReadonlyArray<string>, livingArea: number, random: Random) => ({
  additionalAmenities: [random.pick(amenities)],
  numberOfRooms: Math.max(1, Math.round(livingArea / 22)),
  ownershipStatus: random.pick(["OWNER", "CO_OWNER", "TENANT"] as const),
  residentialStatus: random.pick(["PRIMARY", "PRIMARY", "SECONDARY"] as const)
})

const houseContentInsurance = (offer: HouseContentOffer, draw: SeededSource): HouseContentInsurance => {
  const { company, person, random } = draw
  const insuranceSubType = random.pick(offer.subTypes)
  const dwelling = dwellings[insuranceSubType]
  const livingArea = random.integer(...dwelling.livingArea)
  return {
    insuranceType: offer.insuranceType,
    insuranceSubType,
    ...fieldsOf(offer, draw),
    insuranceObjectStreetAddress: person.streetAddress,
    insuranceObjectPostalCode: person.postalCode,
    insuranceObjectCity: person.city,
    livingArea,
    ...(dwelling.isHouse && { ancillaryArea: random.integer(8, 60), hasBasement: random.pick([true, false]) }),
    constructionYear: random.integer(1908, 2021),
    numberOfFloors: random.pick(dwelling.floors),
    numberOfBathrooms: livingArea > 110 ? 2 : 1,
    insuredMovablesAmount: fromMajorUnits(company.market, random.pick(offer.movables)),
    ...(offer.amenities !== undefined && frenchHome(offer.amenities, livingArea, random))
  }
}

const animalInsurance = (offer: AnimalOffer, draw: SeededSource): AnimalInsurance => {
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
    dateOfBirth: plusDays(valuationDate, -random.integer(150, 3600)),
    chipNumber: `977${random.digits(12)}`,
    veterinaryCareAmount: fromMajorUnits(company.market, care),
    veterinaryCareAmountRemaining: fromMajorUnits(company.market, random.integer(Math.round(care / 4), care))
  }
}

const personInsurance = (offer: PersonOffer, draw: SeededSource): PersonInsurance => {
  const { company, person, random } = draw
  return {
    insuranceType: offer.insuranceType,
    insuranceSubType: random.pick(offer.subTypes),
    ...fieldsOf(offer, draw),
    insuredPersonName: offer.insured === "SELF" ? person.name : person.childName,
    insuredAmounts: offer.insuredAmounts.map(({ amounts, name }) => ({
      name,
      amount: fromMajorUnits(company.market, random.pick(amounts))
    }))
  }
}

const generalInsurance = (offer: GeneralOffer, draw: SeededSource): GeneralInsurance => ({
  insuranceType: offer.insuranceType,
  insuranceSubType: draw.random.pick(offer.subTypes),
  ...(offer.companyCategory !== undefined && { companyCategory: offer.companyCategory }),
  ...fieldsOf(offer, draw)
})

export const insuranceOf = (offer: InsuranceOffer, draw: SeededSource): AnyInsurance => {
  switch (offer.insuranceType) {
    case "vehicleInsurance":
      return vehicleInsurance(offer, draw)
    case "houseContentInsurance":
      return houseContentInsurance(offer, draw)
    case "animalInsurance":
      return animalInsurance(offer, draw)
    case "personInsurance":
      return personInsurance(offer, draw)
    case "generalInsurance":
      return generalInsurance(offer, draw)
  }
}
