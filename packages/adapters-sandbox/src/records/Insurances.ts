/** Generates insurance policies for vehicles, homes, animals and people (spec 10). */
import type { AnimalInsurance } from "@sheaf/domain/insurance/AnimalInsurance"
import type { GeneralInsurance } from "@sheaf/domain/insurance/GeneralInsurance"
import type { HouseContentInsurance } from "@sheaf/domain/insurance/HouseContentInsurance"
import type { PersonInsurance } from "@sheaf/domain/insurance/PersonInsurance"
import type { VehicleInsurance } from "@sheaf/domain/insurance/VehicleInsurance"
import type { AnyInsurance } from "@sheaf/domain/InsuranceRecord"
import type { HouseContentSubType, VehicleSubType } from "@sheaf/domain/InsuranceType"
import type {
  AnimalProduct,
  GeneralProduct,
  HouseContentProduct,
  InsuranceProduct,
  PersonProduct,
  VehicleProduct
} from "../companies/InsuranceProduct.ts"
import { marketProfiles, vehicleModelsByBrand } from "../data/Markets.ts"
import { valuationDate, plusDays, plusYears } from "../data/Dates.ts"
import type { SeededSource } from "../people/RecordSource.ts"
import { fieldsOf } from "./PolicyFields.ts"
import { fromMajorUnits } from "./Money.ts"
import type { Random } from "../data/Random.ts"

const vehiclesOf = (subType: VehicleSubType) =>
  Object.entries(vehicleModelsByBrand[subType]).flatMap(([brand, models]) => models.map((model) => ({ brand, model })))

const coefficients = [0.5, 0.5, 0.54, 0.6, 0.68, 0.76, 0.85, 0.95, 1, 1.12]

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

const vehicleInsurance = (product: VehicleProduct, draw: SeededSource): VehicleInsurance => {
  const { company, random } = draw
  const insuranceSubType = random.pick(product.subTypes)
  const isCar = insuranceSubType === "car"
  return {
    insuranceType: product.insuranceType,
    insuranceSubType,
    ...fieldsOf(product, draw),
    ...random.pick(vehiclesOf(insuranceSubType)),
    registrationNo: random.text(marketProfiles[company.market].registrationNo),
    ...(product.coverages !== undefined && { coverage: random.pick(product.coverages) }),
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

const frenchHome = (amenities: ReadonlyArray<string>, livingArea: number, random: Random) => ({
  additionalAmenities: [random.pick(amenities)],
  numberOfRooms: Math.max(1, Math.round(livingArea / 22)),
  ownershipStatus: random.pick(["OWNER", "CO_OWNER", "TENANT"] as const),
  residentialStatus: random.pick(["PRIMARY", "PRIMARY", "SECONDARY"] as const)
})

const houseContentInsurance = (product: HouseContentProduct, draw: SeededSource): HouseContentInsurance => {
  const { company, person, random } = draw
  const insuranceSubType = random.pick(product.subTypes)
  const dwelling = dwellings[insuranceSubType]
  const livingArea = random.integer(...dwelling.livingArea)
  return {
    insuranceType: product.insuranceType,
    insuranceSubType,
    ...fieldsOf(product, draw),
    insuranceObjectStreetAddress: person.streetAddress,
    insuranceObjectPostalCode: person.postalCode,
    insuranceObjectCity: person.city,
    livingArea,
    ...(dwelling.isHouse && { ancillaryArea: random.integer(8, 60), hasBasement: random.pick([true, false]) }),
    constructionYear: random.integer(1908, 2021),
    numberOfFloors: random.pick(dwelling.floors),
    numberOfBathrooms: livingArea > 110 ? 2 : 1,
    insuredMovablesAmount: fromMajorUnits(company.market, random.pick(product.movables)),
    ...(product.amenities !== undefined && frenchHome(product.amenities, livingArea, random))
  }
}

const animalInsurance = (product: AnimalProduct, draw: SeededSource): AnimalInsurance => {
  const { company, random } = draw
  const animals = random.pick(product.animals)
  const animalGender = random.pick(["FEMALE", "MALE"] as const)
  const care = random.pick(product.veterinaryCare)
  return {
    insuranceType: product.insuranceType,
    insuranceSubType: animals.subType,
    ...fieldsOf(product, draw),
    animalName: random.pick(animals.names[animalGender]),
    animalBreed: random.pick(animals.breeds),
    animalGender,
    dateOfBirth: plusDays(valuationDate, -random.integer(150, 3600)),
    chipNumber: `977${random.digits(12)}`,
    veterinaryCareAmount: fromMajorUnits(company.market, care),
    veterinaryCareAmountRemaining: fromMajorUnits(company.market, random.integer(Math.round(care / 4), care))
  }
}

const personInsurance = (product: PersonProduct, draw: SeededSource): PersonInsurance => {
  const { company, person, random } = draw
  return {
    insuranceType: product.insuranceType,
    insuranceSubType: random.pick(product.subTypes),
    ...fieldsOf(product, draw),
    insuredPersonName: product.insured === "SELF" ? person.name : person.childName,
    insuredAmounts: product.insuredAmounts.map(({ amounts, name }) => ({
      name,
      amount: fromMajorUnits(company.market, random.pick(amounts))
    }))
  }
}

const generalInsurance = (product: GeneralProduct, draw: SeededSource): GeneralInsurance => ({
  insuranceType: product.insuranceType,
  insuranceSubType: draw.random.pick(product.subTypes),
  ...(product.companyCategory !== undefined && { companyCategory: product.companyCategory }),
  ...fieldsOf(product, draw)
})

export const insuranceOf = (product: InsuranceProduct, draw: SeededSource): AnyInsurance => {
  switch (product.insuranceType) {
    case "vehicleInsurance":
      return vehicleInsurance(product, draw)
    case "houseContentInsurance":
      return houseContentInsurance(product, draw)
    case "animalInsurance":
      return animalInsurance(product, draw)
    case "personInsurance":
      return personInsurance(product, draw)
    case "generalInsurance":
      return generalInsurance(product, draw)
  }
}
