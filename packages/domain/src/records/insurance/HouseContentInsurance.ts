/** Insurance for homes and their contents (spec 10). */
import { Schema } from "effect"
import { HouseContentSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Texts from "../../Texts.ts"
import { insuranceFields } from "./InsuranceFields.ts"

/** The holder's right to the home (France). The specification only names the field; the values are ours. */
export const OwnershipStatus = Texts.literals("The holder's right to the home.", {
  OWNER: "The holder is the sole owner.",
  CO_OWNER: "The holder owns the home jointly with others.",
  TENANT: "The holder rents the home.",
  OTHER: "Any other right."
}).annotate({ identifier: "OwnershipStatus" })

/** The use of the home (France). The specification only names the field; the values are ours. */
export const ResidentialStatus = Texts.literals("The holder's use of the home.", {
  PRIMARY: "The holder's main home.",
  SECONDARY: "The holder's second home, such as a holiday home.",
  RENTED_OUT: "A home that the holder rents out.",
  VACANT: "A vacant home."
}).annotate({ identifier: "ResidentialStatus" })

const area = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

export const HouseContentInsurance = Schema.Struct({
  insuranceType: Texts.only("houseContentInsurance"),
  insuranceSubType: HouseContentSubType,
  ...insuranceFields,
  insuranceObjectStreetAddress: Texts.optional(
    Schema.NonEmptyString,
    "The street and house number of the insured home."
  ),
  insuranceObjectPostalCode: Texts.optional(Schema.NonEmptyString, "The postal code of the insured home."),
  insuranceObjectCity: Texts.optional(Schema.NonEmptyString, "The city of the insured home."),
  livingArea: Texts.optional(area, "The living area, in square meters."),
  ancillaryArea: Texts.optional(area, "The ancillary area, such as a cellar or a garage, in square meters."),
  constructionYear: Texts.optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1000, maximum: 9999 })),
    "The year of construction."
  ),
  numberOfFloors: Texts.optional(area, "The number of floors; a half floor counts as 0.5."),
  numberOfBathrooms: Texts.optional(count, "The number of bathrooms; 0 means none."),
  hasBasement: Texts.optional(Schema.Boolean, "True if the building has a basement."),
  insuredMovablesAmount: Texts.optional(MonetaryAmount, "The insured sum for the contents of the home."),
  additionalAmenities: Texts.optional(
    Schema.Array(Schema.NonEmptyString),
    "France only: other insured amenities, such as a swimming pool, in the company's words."
  ),
  numberOfRooms: Texts.optional(count, "France only: the number of main rooms."),
  ownershipStatus: Texts.optional(OwnershipStatus, "France only: the holder's right to the home."),
  residentialStatus: Texts.optional(ResidentialStatus, "France only: the holder's use of the home.")
}).pipe(
  Texts.named(
    "HouseContentInsurance",
    "Insurance for a home and its contents. French policies can have additionalAmenities, numberOfRooms, " +
      "ownershipStatus and residentialStatus."
  )
)
export type HouseContentInsurance = typeof HouseContentInsurance.Type
