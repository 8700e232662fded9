/** Insurances of a home and what is in it (decisions 10). */
import { Schema } from "effect"
import { HouseContentSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Words from "../../Words.ts"
import { insuranceFields } from "./InsuranceFields.ts"

/** By which right the holder lives there (France). The specification lists the field by name only; the values are ours. */
export const OwnershipStatus = Words.literals(
  {
    OWNER: "The holder is the sole owner.",
    CO_OWNER: "The holder owns the home jointly with others.",
    TENANT: "The holder rents the home.",
    OTHER: "Any other right."
  },
  { identifier: "OwnershipStatus", description: "The holder's right to the home." }
)
export type OwnershipStatus = typeof OwnershipStatus.Type

/** What the holder uses the dwelling for (France). The specification lists the field by name only; the values are ours. */
export const ResidentialStatus = Words.literals(
  {
    PRIMARY: "The holder's main home.",
    SECONDARY: "A second home of the holder, such as a holiday home.",
    RENTED_OUT: "A home that the holder rents out.",
    VACANT: "A vacant home."
  },
  { identifier: "ResidentialStatus", description: "The holder's use of the home." }
)
export type ResidentialStatus = typeof ResidentialStatus.Type

const area = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))
const text = Schema.optionalKey(Schema.NonEmptyString)
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/**
 * An insurance of a home. `additionalAmenities` (in the company's words), `numberOfRooms`, `ownershipStatus` and
 * `residentialStatus` come in France.
 */
export const HouseContentInsurance = Schema.Struct({
  insuranceType: Words.only("houseContentInsurance"),
  insuranceSubType: HouseContentSubType,
  ...insuranceFields,
  insuranceObjectStreetAddress: text.pipe(Words.means("The street and house number of the insured home.")),
  insuranceObjectPostalCode: text.pipe(Words.means("The postal code of the insured home.")),
  insuranceObjectCity: text.pipe(Words.means("The city of the insured home.")),
  livingArea: Schema.optionalKey(area).pipe(Words.means("The living area, in square meters.")),
  ancillaryArea: Schema.optionalKey(area).pipe(
    Words.means("The ancillary area, such as a cellar or a garage, in square meters.")
  ),
  constructionYear: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1000, maximum: 9999 }))).pipe(
    Words.means("The year of construction.")
  ),
  numberOfFloors: Schema.optionalKey(area).pipe(Words.means("The number of floors; a half floor counts as 0.5.")),
  numberOfBathrooms: Schema.optionalKey(count).pipe(Words.means("The number of bathrooms; 0 is a known zero.")),
  hasBasement: Schema.optionalKey(Schema.Boolean).pipe(Words.means("True if the building has a basement.")),
  insuredMovablesAmount: Schema.optionalKey(MonetaryAmount).pipe(
    Words.means("The insured sum for the contents of the home.")
  ),
  additionalAmenities: Schema.optionalKey(Schema.Array(Schema.NonEmptyString)).pipe(
    Words.means("France only: other insured amenities, such as a swimming pool, in the company's words.")
  ),
  numberOfRooms: Schema.optionalKey(count).pipe(Words.means("France only: the number of main rooms.")),
  ownershipStatus: Schema.optionalKey(OwnershipStatus).pipe(
    Words.means("France only: the holder's right to the home.")
  ),
  residentialStatus: Schema.optionalKey(ResidentialStatus).pipe(
    Words.means("France only: the holder's use of the home.")
  )
}).annotate({
  identifier: "HouseContentInsurance",
  description:
    "An insurance of a home and its contents. In France it can have additionalAmenities, numberOfRooms, " +
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
