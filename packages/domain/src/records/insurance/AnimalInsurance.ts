/** Insurances of animals (decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../CalendarDate.ts"
import { AnimalSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Words from "../../Words.ts"
import { insuranceFields } from "./InsuranceFields.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)

/** The specification lists the field by name only; the values are ours. */
export const AnimalGender = Words.literals(
  { FEMALE: "Female.", MALE: "Male." },
  { identifier: "AnimalGender", description: "The sex of an animal." }
)
export type AnimalGender = typeof AnimalGender.Type

/** An insurance of an animal. `veterinaryCareAmountRemaining` is what is left of `veterinaryCareAmount` this insurance year. */
export const AnimalInsurance = Schema.Struct({
  insuranceType: Words.only("animalInsurance"),
  insuranceSubType: AnimalSubType,
  ...insuranceFields,
  animalName: text.pipe(Words.means("The animal's name.")),
  animalBreed: text.pipe(Words.means("The breed, in the company's words.")),
  animalGender: Schema.optionalKey(AnimalGender),
  dateOfBirth: Schema.optionalKey(CalendarDate).pipe(Words.means("The animal's date of birth, as YYYY-MM-DD.")),
  chipNumber: text.pipe(Words.means("The number of the animal's identification chip.")),
  veterinaryCareAmount: Schema.optionalKey(MonetaryAmount).pipe(
    Words.means("The maximum payment for veterinary care in one insurance year.")
  ),
  veterinaryCareAmountRemaining: Schema.optionalKey(MonetaryAmount).pipe(
    Words.means("The part of veterinaryCareAmount left in this insurance year.")
  )
}).annotate({
  identifier: "AnimalInsurance",
  description: "An insurance of an animal.",
  examples: [
    {
      insuranceType: "animalInsurance",
      insuranceSubType: "dog",
      market: "se",
      insuranceCompany: "Nordhem Försäkring",
      animalName: "Saga",
      animalBreed: "Lagotto",
      animalGender: "FEMALE",
      dateOfBirth: "2021-08-02",
      veterinaryCareAmount: { amount: 80000, currency: "SEK" }
    }
  ]
})
export type AnimalInsurance = typeof AnimalInsurance.Type
