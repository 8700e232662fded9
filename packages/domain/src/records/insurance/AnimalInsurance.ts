/** Animal insurances (spec 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../CalendarDate.ts"
import { AnimalSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Texts from "../../Texts.ts"
import { insuranceFields } from "./InsuranceFields.ts"

/** An animal's sex. The specification only names the field; the values are ours. */
export const AnimalGender = Texts.literals("An animal's sex.", {
  FEMALE: "Female.",
  MALE: "Male."
}).annotate({ identifier: "AnimalGender" })

export const AnimalInsurance = Schema.Struct({
  insuranceType: Texts.only("animalInsurance"),
  insuranceSubType: AnimalSubType,
  ...insuranceFields,
  animalName: Texts.optional(Schema.NonEmptyString, "The animal's name."),
  animalBreed: Texts.optional(Schema.NonEmptyString, "The breed, in the company's words."),
  animalGender: Schema.optionalKey(AnimalGender),
  dateOfBirth: Texts.optional(CalendarDate, "The animal's date of birth, as YYYY-MM-DD."),
  chipNumber: Texts.optional(Schema.NonEmptyString, "The animal's microchip number."),
  veterinaryCareAmount: Texts.optional(
    MonetaryAmount,
    "The maximum payment for veterinary care in one insurance year."
  ),
  veterinaryCareAmountRemaining: Texts.optional(
    MonetaryAmount,
    "The part of veterinaryCareAmount that remains for this insurance year."
  )
}).pipe(Texts.named("AnimalInsurance", "Insurance for an animal."))
export type AnimalInsurance = typeof AnimalInsurance.Type
