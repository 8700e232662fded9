/** Insurances of a home and what is in it (decisions 10). */
import { Schema } from "effect"
import { HouseContentSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { insuranceFields } from "./InsuranceFields.ts"

/** By which right the holder lives there (France). The specification lists the field by name only; the values are ours. */
export const OwnershipStatus = Schema.Literals(["OWNER", "CO_OWNER", "TENANT", "OTHER"]).annotate({
  identifier: "OwnershipStatus",
  description: "By which right the holder has the dwelling."
})
export type OwnershipStatus = typeof OwnershipStatus.Type

/** What the holder uses the dwelling for (France). The specification lists the field by name only; the values are ours. */
export const ResidentialStatus = Schema.Literals(["PRIMARY", "SECONDARY", "RENTED_OUT", "VACANT"]).annotate({
  identifier: "ResidentialStatus",
  description: "What the holder uses the dwelling for."
})
export type ResidentialStatus = typeof ResidentialStatus.Type

const area = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/**
 * An insurance of a home. `additionalAmenities` (in the company's words), `numberOfRooms`, `ownershipStatus` and
 * `residentialStatus` come in France.
 */
export const HouseContentInsurance = Schema.Struct({
  insuranceType: Schema.Literal("houseContentInsurance"),
  insuranceSubType: HouseContentSubType,
  ...insuranceFields,
  insuranceObjectStreetAddress: Schema.optionalKey(Schema.NonEmptyString),
  insuranceObjectPostalCode: Schema.optionalKey(Schema.NonEmptyString),
  insuranceObjectCity: Schema.optionalKey(Schema.NonEmptyString),
  livingArea: Schema.optionalKey(area).pipe(Schema.annotateKey({ description: "In square metres." })),
  ancillaryArea: Schema.optionalKey(area).pipe(Schema.annotateKey({ description: "In square metres." })),
  constructionYear: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1000, maximum: 9999 }))),
  numberOfFloors: Schema.optionalKey(area).pipe(
    Schema.annotateKey({ description: "Storeys; a half storey counts as 0.5." })
  ),
  numberOfBathrooms: Schema.optionalKey(count),
  hasBasement: Schema.optionalKey(Schema.Boolean),
  insuredMovablesAmount: Schema.optionalKey(MonetaryAmount),
  additionalAmenities: Schema.optionalKey(Schema.Array(Schema.NonEmptyString)).pipe(
    Schema.annotateKey({
      description: "In France: what else is insured, such as a swimming pool, in the company's words."
    })
  ),
  numberOfRooms: Schema.optionalKey(count).pipe(
    Schema.annotateKey({ description: "In France: the number of main rooms." })
  ),
  ownershipStatus: Schema.optionalKey(OwnershipStatus),
  residentialStatus: Schema.optionalKey(ResidentialStatus)
}).annotate({
  identifier: "HouseContentInsurance",
  description:
    "An insurance of a home and what is in it. In France it may have additionalAmenities, numberOfRooms, " +
    "ownershipStatus and residentialStatus.",
  examples: [
    {
      insuranceType: "houseContentInsurance",
      insuranceSubType: "villa",
      market: "se",
      insuranceCompany: "Nordhem Försäkring",
      insuranceNumber: "NH-20418",
      premium: { amount: { amount: 4800, currency: "SEK" }, paymentFrequency: 12, period: "YEAR" },
      insuranceObjectCity: "Uppsala",
      livingArea: 142,
      numberOfFloors: 1.5,
      hasBasement: true
    }
  ]
})
export type HouseContentInsurance = typeof HouseContentInsurance.Type
