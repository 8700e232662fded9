/** The kinds of insurance, and the finer kinds within each (decisions 10). */
import { Schema } from "effect"

/** The discriminator of an insurance. */
export const InsuranceType = Schema.Literals([
  "vehicleInsurance",
  "houseContentInsurance",
  "animalInsurance",
  "personInsurance"
]).annotate({ identifier: "InsuranceType", description: "The kind of an insurance." })
export type InsuranceType = typeof InsuranceType.Type

/** What is insured by a vehicle insurance. The list of decisions 10 is open; what no name fits is `other`. */
export const VehicleSubType = Schema.Literals([
  "car",
  "motorcycle",
  "moped",
  "caravan",
  "motorhome",
  "trailer",
  "boat",
  "snowmobile",
  "other"
]).annotate({ identifier: "VehicleSubType", description: "The kind of vehicle that is insured." })
export type VehicleSubType = typeof VehicleSubType.Type

/** The dwelling that a house-content insurance belongs to. The list is closed. */
export const HouseContentSubType = Schema.Literals(["villa", "cottage", "condo", "home"]).annotate({
  identifier: "HouseContentSubType",
  description: "The kind of dwelling that is insured; home is one whose kind the company does not tell apart."
})
export type HouseContentSubType = typeof HouseContentSubType.Type

/** The animal that is insured. The list is closed. */
export const AnimalSubType = Schema.Literals(["dog", "cat", "horse", "other"]).annotate({
  identifier: "AnimalSubType",
  description: "The kind of animal that is insured."
})
export type AnimalSubType = typeof AnimalSubType.Type

/** What a person insurance covers. The list of decisions 10 is open; what no name fits is `other`. */
export const PersonSubType = Schema.Literals([
  "accident",
  "travel",
  "health",
  "life",
  "child",
  "income",
  "other"
]).annotate({ identifier: "PersonSubType", description: "What a person is insured against." })
export type PersonSubType = typeof PersonSubType.Type

/** Any finer kind. A name means the same in every kind that has it (`other`). */
export const InsuranceSubType = Schema.Literals([
  ...VehicleSubType.literals,
  ...HouseContentSubType.literals,
  ...AnimalSubType.literals.filter((name) => name !== "other"),
  ...PersonSubType.literals.filter((name) => name !== "other")
]).annotate({ identifier: "InsuranceSubType", description: "The finer kind of an insurance, of whichever type." })
export type InsuranceSubType = typeof InsuranceSubType.Type

/** The finer kinds that each type has. */
export const subTypesOf: { readonly [Type in InsuranceType]: ReadonlyArray<InsuranceSubType> } = {
  vehicleInsurance: VehicleSubType.literals,
  houseContentInsurance: HouseContentSubType.literals,
  animalInsurance: AnimalSubType.literals,
  personInsurance: PersonSubType.literals
}
