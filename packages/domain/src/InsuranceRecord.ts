/** What a collection finds of insurances: one record for each (spec 4; decisions 10). */
import { Schema } from "effect"
import { DocumentReference } from "./Document.ts"
import { AnimalInsurance } from "./insurance/AnimalInsurance.ts"
import { HouseContentInsurance } from "./insurance/HouseContentInsurance.ts"
import { PersonalInformation } from "./insurance/InsuranceHolder.ts"
import { PersonInsurance } from "./insurance/PersonInsurance.ts"
import { VehicleInsurance } from "./insurance/VehicleInsurance.ts"
import { MonetaryAmount } from "./MonetaryAmount.ts"

/** A cover that is added to an insurance. */
export const AddOn = Schema.Struct({ addOnId: Schema.NonEmptyString, addOnName: Schema.NonEmptyString }).annotate({
  identifier: "AddOn",
  description: "A cover that is added to the insurance.",
  examples: [{ addOnId: "roadside", addOnName: "Roadside assistance" }]
})
export type AddOn = typeof AddOn.Type

/** What the holder pays of a claim. */
export const Deductible = Schema.Struct({
  deductibleId: Schema.NonEmptyString,
  deductibleName: Schema.NonEmptyString,
  deductibleAmount: MonetaryAmount
}).annotate({
  identifier: "Deductible",
  description: "What the holder pays of a claim.",
  examples: [{ deductibleId: "fire", deductibleName: "Fire", deductibleAmount: { amount: 1500, currency: "SEK" } }]
})
export type Deductible = typeof Deductible.Type

/** An insurance of any type; `insuranceType` tells which. */
export const AnyInsurance = Schema.Union([VehicleInsurance, HouseContentInsurance, AnimalInsurance, PersonInsurance])
export type AnyInsurance = typeof AnyInsurance.Type

/** One insurance that was found. `id` is random for each collection; `insurance.insuranceNumber` is the stable one. */
export const InsuranceRecord = Schema.Struct({
  id: Schema.NonEmptyString.pipe(Schema.annotateKey({ description: "Random for each collection." })),
  insurance: AnyInsurance,
  addons: Schema.optionalKey(Schema.Array(AddOn)),
  deductibles: Schema.optionalKey(Schema.Array(Deductible)),
  documents: Schema.optionalKey(Schema.Array(DocumentReference)),
  personalInformation: Schema.optionalKey(PersonalInformation),
  termsUrl: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^https?:\/\/\S+$/u, { message: "an http or https address" }))
  ).pipe(Schema.annotateKey({ description: "Where the company shows the terms of the insurance." }))
}).annotate({
  identifier: "InsuranceRecord",
  description: "One insurance that was found, with what belongs to it. A member that is absent is unknown.",
  examples: [
    {
      id: "4c1f5e0a-7f0f-4a52-9d38-64a1b9d1a7c3",
      insurance: {
        insuranceType: "vehicleInsurance",
        insuranceSubType: "car",
        market: "se",
        insuranceCompany: "Nordhem Försäkring",
        insuranceName: "Car, full cover",
        insuranceNumber: "NH-77120",
        startDate: "2026-01-01",
        premium: { amount: { amount: 6200, currency: "SEK" }, paymentFrequency: 12, period: "YEAR" },
        brand: "Volvo",
        registrationNo: "ABC12D",
        coverage: "FULL"
      },
      addons: [{ addOnId: "roadside", addOnName: "Roadside assistance" }],
      deductibles: [
        { deductibleId: "fire", deductibleName: "Fire", deductibleAmount: { amount: 1500, currency: "SEK" } }
      ]
    }
  ]
})
export type InsuranceRecord = typeof InsuranceRecord.Type
