/** The kinds of insurance, and the finer kinds within each (decisions 10). */
import * as Words from "../Words.ts"

const kinds = {
  vehicleInsurance: "Vehicle insurance.",
  houseContentInsurance: "Insurance of a home and its contents.",
  animalInsurance: "Animal insurance.",
  personInsurance: "Insurance of a person. Pensions are wealth records."
}

const vehicles = {
  car: "A car.",
  motorcycle: "A motorcycle.",
  moped: "A moped.",
  caravan: "A caravan.",
  motorhome: "A motorhome.",
  trailer: "A trailer.",
  boat: "A boat.",
  snowmobile: "A snowmobile.",
  other: "Any other vehicle."
}

const dwellings = {
  villa: "A house.",
  cottage: "A holiday home.",
  condo: "An owned apartment.",
  home: "A home whose kind the company does not specify."
}

const animals = { dog: "A dog.", cat: "A cat.", horse: "A horse.", other: "Any other animal." }

const covers = {
  accident: "Accidents.",
  travel: "Incidents while traveling.",
  health: "Illness and its treatment.",
  life: "Death.",
  child: "Accidents and illness of a child.",
  income: "Loss of income.",
  other: "Any other risk."
}

/** The discriminator of an insurance. */
export const InsuranceType = Words.literals(kinds, {
  identifier: "InsuranceType",
  description: "The type of an insurance."
})
export type InsuranceType = typeof InsuranceType.Type

/** What is insured by a vehicle insurance. The list of decisions 10 is open; what no name fits is `other`. */
export const VehicleSubType = Words.literals(vehicles, {
  identifier: "VehicleSubType",
  description: "The kind of insured vehicle."
})
export type VehicleSubType = typeof VehicleSubType.Type

/** The dwelling that a house-content insurance belongs to. The list is closed. */
export const HouseContentSubType = Words.literals(dwellings, {
  identifier: "HouseContentSubType",
  description: "The kind of insured home."
})
export type HouseContentSubType = typeof HouseContentSubType.Type

/** The animal that is insured. The list is closed. */
export const AnimalSubType = Words.literals(animals, {
  identifier: "AnimalSubType",
  description: "The kind of insured animal."
})
export type AnimalSubType = typeof AnimalSubType.Type

/** What a person insurance covers. The list of decisions 10 is open; what no name fits is `other`. */
export const PersonSubType = Words.literals(covers, {
  identifier: "PersonSubType",
  description: "The risk that the person is insured against."
})
export type PersonSubType = typeof PersonSubType.Type

/** Any finer kind. A name means the same in every kind that has it (`other`). */
export const InsuranceSubType = Words.literals(
  { ...vehicles, ...dwellings, ...animals, ...covers, other: "Any other subtype." },
  { identifier: "InsuranceSubType", description: "The subtype of an insurance, for every insurance type." }
)
export type InsuranceSubType = typeof InsuranceSubType.Type

/** The finer kinds that each type has. */
export const subTypesOf: { readonly [Type in InsuranceType]: ReadonlyArray<InsuranceSubType> } = {
  vehicleInsurance: VehicleSubType.literals,
  houseContentInsurance: HouseContentSubType.literals,
  animalInsurance: AnimalSubType.literals,
  personInsurance: PersonSubType.literals
}
