/** Insurance for animals (spec 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { AnimalSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { insuranceFields } from "./InsuranceFields.ts"

/** An animal's sex. The specification names only the field; Sheaf defines its values. */
export const AnimalGender = Annotations.literals("An animal's sex.", {
  FEMALE: "Female.",
  MALE: "Male."
}).annotate({ identifier: "AnimalGender" })

export const AnimalInsurance = Schema.Struct({
  insuranceType: Annotations.literal("animalInsurance"),
  insuranceSubType: AnimalSubType,
  ...insuranceFields,
  animalName: Annotations.optional(Schema.NonEmptyString, "The animal's name."),
  animalBreed: Annotations.optional(Schema.NonEmptyString, "The breed, in the company's words."),
  animalGender: Schema.optionalKey(AnimalGender),
  dateOfBirth: Annotations.optional(CalendarDate, "The animal's date of birth, as YYYY-MM-DD."),
  chipNumber: Annotations.optional(Schema.NonEmptyString, "The animal's microchip number."),
  veterinaryCareAmount: Annotations.optional(
    MonetaryAmount,
    "The maximum payment for veterinary care in one insurance year."
  ),
  veterinaryCareAmountRemaining: Annotations.optional(
    MonetaryAmount,
    "The part of veterinaryCareAmount that remains for this insurance year."
  )
}).pipe(Annotations.annotate("AnimalInsurance", "Insurance for an animal."))
export type AnimalInsurance = typeof AnimalInsurance.Type
