/** The insurance types and their subtypes (spec 10). */
import * as Annotations from "../shared/Annotations.ts"

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

export const personCovers = {
  accident: "Accidents.",
  travel: "Incidents while traveling.",
  health: "Illness and its treatment.",
  life: "Death.",
  child: "A child's accidents and illnesses.",
  income: "Loss of income.",
  illness: "A serious illness.",
  other: "Any other risk."
}

const general = {
  liability: "Liability to others.",
  legalExpenses: "Legal expenses.",
  identity: "Theft of an identity.",
  paymentProtection: "Payments of a loan, the rent or bills.",
  gadget: "A phone, computer or other device.",
  landlord: "A home that the holder rents out.",
  business: "A business.",
  life: "Death.",
  income: "Loss of income.",
  dental: "Dental care.",
  warranty: "An extended warranty.",
  other: "Any other kind, which companyCategory names."
}

export const InsuranceType = Annotations.literals("The type of insurance.", {
  vehicleInsurance: "Vehicle insurance.",
  houseContentInsurance: "Insurance for a home and its contents.",
  animalInsurance: "Animal insurance.",
  personInsurance: "Insurance for a person. Pensions are wealth records.",
  generalInsurance: "Insurance of any other kind, such as liability or legal expenses."
}).annotate({ identifier: "InsuranceType" })
export type InsuranceType = typeof InsuranceType.Type

/** Spec 10 does not limit the kinds, so a kind that is not listed here becomes `other`. */
export const VehicleSubType = Annotations.literals("The kind of insured vehicle.", vehicles).annotate({
  identifier: "VehicleSubType"
})
export type VehicleSubType = typeof VehicleSubType.Type

/** Spec 10 allows no other kinds. */
export const HouseContentSubType = Annotations.literals("The kind of insured home.", dwellings).annotate({
  identifier: "HouseContentSubType"
})
export type HouseContentSubType = typeof HouseContentSubType.Type

/** Spec 10 allows no other kinds. */
export const AnimalSubType = Annotations.literals("The kind of insured animal.", animals).annotate({
  identifier: "AnimalSubType"
})
export type AnimalSubType = typeof AnimalSubType.Type

/** Spec 10 does not limit the risks, so a risk that is not listed here becomes `other`. */
export const PersonSubType = Annotations.literals(
  "The risk that the person is insured against.",
  personCovers
).annotate({
  identifier: "PersonSubType"
})
export type PersonSubType = typeof PersonSubType.Type

/**
 * The kinds of insurance that have no type of their own. Spec 10 leaves the list open, so a kind that is not listed
 * here becomes `other`.
 */
export const GeneralSubType = Annotations.literals("The kind of insurance.", general).annotate({
  identifier: "GeneralSubType"
})
export type GeneralSubType = typeof GeneralSubType.Type

/** The subtypes of all types. A name that several types share, such as `other`, means the same in each. */
export const InsuranceSubType = Annotations.literals(
  "The subtype of an insurance, from the subtypes of all insurance types.",
  {
    ...vehicles,
    ...dwellings,
    ...animals,
    ...personCovers,
    ...general,
    other: "Any other subtype."
  }
).annotate({ identifier: "InsuranceSubType" })
export type InsuranceSubType = typeof InsuranceSubType.Type

export const subTypesByType: { readonly [Type in InsuranceType]: ReadonlyArray<InsuranceSubType> } = {
  vehicleInsurance: VehicleSubType.literals,
  houseContentInsurance: HouseContentSubType.literals,
  animalInsurance: AnimalSubType.literals,
  personInsurance: PersonSubType.literals,
  generalInsurance: GeneralSubType.literals
}
