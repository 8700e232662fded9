/** Insurances of a home and what is in it (decisions 10). */
import { Schema } from "effect"
import { HouseContentSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Words from "../../Words.ts"
import { insuranceFields } from "./InsuranceFields.ts"

/** By which right the holder lives there (France). The specification lists the field by name only; the values are ours. */
export const OwnershipStatus = Words.literals(
  {
    OWNER: "The holder owns the dwelling alone.",
    CO_OWNER: "The holder owns it together with others.",
    TENANT: "The holder rents it.",
    OTHER: "By another right."
  },
  { identifier: "OwnershipStatus", description: "By which right the holder has the dwelling." }
)
export type OwnershipStatus = typeof OwnershipStatus.Type

/** What the holder uses the dwelling for (France). The specification lists the field by name only; the values are ours. */
export const ResidentialStatus = Words.literals(
  {
    PRIMARY: "The holder lives there most of the time.",
    SECONDARY: "The holder lives there some of the time, as in a holiday home.",
    RENTED_OUT: "Somebody else lives there, and pays rent.",
    VACANT: "Nobody lives there."
  },
  { identifier: "ResidentialStatus", description: "What the holder uses the dwelling for." }
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
  insuranceObjectStreetAddress: text.pipe(Words.means("The street and the house number of the insured home.")),
  insuranceObjectPostalCode: text.pipe(Words.means("The postal code of the insured home.")),
  insuranceObjectCity: text.pipe(Words.means("The town of the insured home.")),
  livingArea: Schema.optionalKey(area).pipe(Words.means("The area that is lived in, in square metres.")),
  ancillaryArea: Schema.optionalKey(area).pipe(
    Words.means("The area beside it, such as a cellar or a garage, in square metres.")
  ),
  constructionYear: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1000, maximum: 9999 }))).pipe(
    Words.means("The year in which the building was built.")
  ),
  numberOfFloors: Schema.optionalKey(area).pipe(Words.means("Storeys; a half storey counts as 0.5.")),
  numberOfBathrooms: Schema.optionalKey(count).pipe(Words.means("The number of bathrooms; 0 is known to be none.")),
  hasBasement: Schema.optionalKey(Schema.Boolean).pipe(Words.means("Whether the building has a basement.")),
  insuredMovablesAmount: Schema.optionalKey(MonetaryAmount).pipe(
    Words.means("The sum for which the things in the home are insured.")
  ),
  additionalAmenities: Schema.optionalKey(Schema.Array(Schema.NonEmptyString)).pipe(
    Words.means("In France: what else is insured, such as a swimming pool, in the company's words.")
  ),
  numberOfRooms: Schema.optionalKey(count).pipe(Words.means("In France: the number of main rooms.")),
  ownershipStatus: Schema.optionalKey(OwnershipStatus).pipe(
    Words.means("In France: by which right the holder has the dwelling.")
  ),
  residentialStatus: Schema.optionalKey(ResidentialStatus).pipe(
    Words.means("In France: what the holder uses the dwelling for.")
  )
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
