/** Animal insurances (decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../CalendarDate.ts"
import { AnimalSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Described from "../../Described.ts"
import { insuranceFields } from "./InsuranceFields.ts"

/** An animal's sex. The specification only names the field; the values are ours. */
export const AnimalGender = Described.literals("An animal's sex.", {
  FEMALE: "Female.",
  MALE: "Male."
}).annotate({ identifier: "AnimalGender" })

export const AnimalInsurance = Schema.Struct({
  insuranceType: Described.only("animalInsurance"),
  insuranceSubType: AnimalSubType,
  ...insuranceFields,
  animalName: Described.optional(Schema.NonEmptyString, "The animal's name."),
  animalBreed: Described.optional(Schema.NonEmptyString, "The breed, in the company's words."),
  animalGender: Schema.optionalKey(AnimalGender),
  dateOfBirth: Described.optional(CalendarDate, "The animal's date of birth, as YYYY-MM-DD."),
  chipNumber: Described.optional(Schema.NonEmptyString, "The animal's microchip number."),
  veterinaryCareAmount: Described.optional(
    MonetaryAmount,
    "The maximum payment for veterinary care in one insurance year."
  ),
  veterinaryCareAmountRemaining: Described.optional(
    MonetaryAmount,
    "The part of veterinaryCareAmount that remains for this insurance year."
  )
}).pipe(Described.named("AnimalInsurance", "Insurance for an animal."))
export type AnimalInsurance = typeof AnimalInsurance.Type
