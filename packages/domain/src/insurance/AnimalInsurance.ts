/** Insurances of animals (decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import { AnimalSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { insuranceFields } from "./InsuranceFields.ts"

/** The specification lists the field by name only; the values are ours. */
export const AnimalGender = Schema.Literals(["FEMALE", "MALE"]).annotate({
  identifier: "AnimalGender",
  description: "The sex of an animal."
})
export type AnimalGender = typeof AnimalGender.Type

/** An insurance of an animal. `veterinaryCareAmountRemaining` is what is left of `veterinaryCareAmount` this insurance year. */
export const AnimalInsurance = Schema.Struct({
  insuranceType: Schema.Literal("animalInsurance"),
  insuranceSubType: AnimalSubType,
  ...insuranceFields,
  animalName: Schema.optionalKey(Schema.NonEmptyString),
  animalBreed: Schema.optionalKey(Schema.NonEmptyString),
  animalGender: Schema.optionalKey(AnimalGender),
  dateOfBirth: Schema.optionalKey(CalendarDate),
  chipNumber: Schema.optionalKey(Schema.NonEmptyString),
  veterinaryCareAmount: Schema.optionalKey(MonetaryAmount),
  veterinaryCareAmountRemaining: Schema.optionalKey(MonetaryAmount)
}).annotate({
  identifier: "AnimalInsurance",
  description:
    "An insurance of an animal. veterinaryCareAmountRemaining is what is left of veterinaryCareAmount in this " +
    "insurance year.",
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
