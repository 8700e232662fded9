/** The kinds of insurance, and the finer kinds within each (decisions 10). */
import * as Words from "../Words.ts"

const kinds = {
  vehicleInsurance: "Of a vehicle.",
  houseContentInsurance: "Of a home and what is in it.",
  animalInsurance: "Of an animal.",
  personInsurance: "Of a person; pensions are wealth records."
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
  other: "What no other value fits."
}

const dwellings = {
  villa: "A house.",
  cottage: "A holiday home.",
  condo: "A flat that is owned.",
  home: "A dwelling whose kind the company does not tell apart."
}

const animals = { dog: "A dog.", cat: "A cat.", horse: "A horse.", other: "What no other value fits." }

const covers = {
  accident: "Accidents.",
  travel: "What happens on travels.",
  health: "Illness and its treatment.",
  life: "Death.",
  child: "Accidents and illness of a child.",
  income: "The loss of income.",
  other: "What no other value fits."
}

/** The discriminator of an insurance. */
export const InsuranceType = Words.literals(kinds, {
  identifier: "InsuranceType",
  description: "The kind of an insurance."
})
export type InsuranceType = typeof InsuranceType.Type

/** What is insured by a vehicle insurance. The list of decisions 10 is open; what no name fits is `other`. */
export const VehicleSubType = Words.literals(vehicles, {
  identifier: "VehicleSubType",
  description: "The kind of vehicle that is insured."
})
export type VehicleSubType = typeof VehicleSubType.Type

/** The dwelling that a house-content insurance belongs to. The list is closed. */
export const HouseContentSubType = Words.literals(dwellings, {
  identifier: "HouseContentSubType",
  description: "The kind of dwelling that is insured."
})
export type HouseContentSubType = typeof HouseContentSubType.Type

/** The animal that is insured. The list is closed. */
export const AnimalSubType = Words.literals(animals, {
  identifier: "AnimalSubType",
  description: "The kind of animal that is insured."
})
export type AnimalSubType = typeof AnimalSubType.Type

/** What a person insurance covers. The list of decisions 10 is open; what no name fits is `other`. */
export const PersonSubType = Words.literals(covers, {
  identifier: "PersonSubType",
  description: "What a person is insured against."
})
export type PersonSubType = typeof PersonSubType.Type

/** Any finer kind. A name means the same in every kind that has it (`other`). */
export const InsuranceSubType = Words.literals(
  { ...vehicles, ...dwellings, ...animals, ...covers },
  { identifier: "InsuranceSubType", description: "The finer kind of an insurance, of whichever type." }
)
export type InsuranceSubType = typeof InsuranceSubType.Type

/** The finer kinds that each type has. */
export const subTypesOf: { readonly [Type in InsuranceType]: ReadonlyArray<InsuranceSubType> } = {
  vehicleInsurance: VehicleSubType.literals,
  houseContentInsurance: HouseContentSubType.literals,
  animalInsurance: AnimalSubType.literals,
  personInsurance: PersonSubType.literals
}
