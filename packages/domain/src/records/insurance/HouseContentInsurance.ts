/** Insurance for homes and their contents (spec 10). */
import { Schema } from "effect"
import { HouseContentSubType } from "../InsuranceType.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { insuranceFields } from "./InsuranceFields.ts"

/** The holder's right to the home (France). The specification names only the field; Sheaf defines its values. */
export const OwnershipStatus = Annotations.literals("The holder's right to the home.", {
  OWNER: "The holder is the sole owner.",
  CO_OWNER: "The holder owns the home jointly with others.",
  TENANT: "The holder rents the home.",
  OTHER: "Any other right."
}).annotate({ identifier: "OwnershipStatus" })

/** How the home is used (France). The specification names only the field; Sheaf defines its values. */
export const ResidentialStatus = Annotations.literals("The holder's use of the home.", {
  PRIMARY: "The holder's main home.",
  SECONDARY: "The holder's second home, such as a holiday home.",
  RENTED_OUT: "A home that the holder rents out.",
  VACANT: "A vacant home."
}).annotate({ identifier: "ResidentialStatus" })

const area = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

export const HouseContentInsurance = Schema.Struct({
  insuranceType: Annotations.literal("houseContentInsurance"),
  insuranceSubType: HouseContentSubType,
  ...insuranceFields,
  insuranceObjectStreetAddress: Annotations.optional(
    Schema.NonEmptyString,
    "The street and house number of the insured home."
  ),
  insuranceObjectPostalCode: Annotations.optional(Schema.NonEmptyString, "The postal code of the insured home."),
  insuranceObjectCity: Annotations.optional(Schema.NonEmptyString, "The city of the insured home."),
  livingArea: Annotations.optional(area, "The living area, in square meters."),
  ancillaryArea: Annotations.optional(area, "The ancillary area, such as a cellar or a garage, in square meters."),
  constructionYear: Annotations.optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1000, maximum: 9999 })),
    "The year of construction."
  ),
  numberOfFloors: Annotations.optional(area, "The number of floors; a half floor counts as 0.5."),
  numberOfBathrooms: Annotations.optional(count, "The number of bathrooms; 0 means none."),
  hasBasement: Annotations.optional(Schema.Boolean, "True if the building has a basement."),
  insuredMovablesAmount: Annotations.optional(MonetaryAmount, "The insured sum for the contents of the home."),
  additionalAmenities: Annotations.optional(
    Schema.Array(Schema.NonEmptyString),
    "France only: other insured amenities, such as a swimming pool, in the company's words."
  ),
  numberOfRooms: Annotations.optional(count, "France only: the number of main rooms."),
  ownershipStatus: Annotations.optional(OwnershipStatus, "France only: the holder's right to the home."),
  residentialStatus: Annotations.optional(ResidentialStatus, "France only: the holder's use of the home.")
}).pipe(
  Annotations.annotate(
    "HouseContentInsurance",
    "Insurance for a home and its contents. French policies can have additionalAmenities, numberOfRooms, " +
      "ownershipStatus and residentialStatus."
  )
)
export type HouseContentInsurance = typeof HouseContentInsurance.Type
