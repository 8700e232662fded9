/** Insurance for vehicles (spec 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { VehicleSubType } from "../InsuranceType.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { insuranceFields } from "./InsuranceFields.ts"

/** The coverage level of car insurance. Each market has its own names, because the coverages differ (spec 10). */
export const VehicleCoverage = Annotations.literals("The coverage level of car insurance, in the market's own terms.", {
  CASCO: "Damage to the car itself (Estonia, Latvia, Lithuania).",
  MTPL: "Compulsory insurance for harm to others (Estonia, Latvia, Lithuania).",
  THIRD_PARTY: "Compulsory insurance for harm to others (France).",
  THIRD_PARTY_PLUS: "Liability, and some damage to the car, such as theft, fire or broken glass (France).",
  COMPREHENSIVE: "Liability, and all damage to the car (France).",
  TRAFFIC: "Compulsory liability for injuries and harm to others (Sweden).",
  HALF: "Liability, and some damage to the car, such as theft, fire or broken glass (Sweden).",
  FULL: "Liability, and all damage to the car (Sweden)."
}).annotate({ identifier: "VehicleCoverage" })

export const BonusMalus = Schema.Struct({
  coefficient: Schema.Finite.check(Schema.isBetween({ minimum: 0.5, maximum: 3.5 })).pipe(
    Annotations.describe("The factor applied to the premium: 0.5 halves it, 1 leaves it unchanged.")
  )
}).pipe(Annotations.annotate("BonusMalus", "The French bonus-malus coefficient, from 0.5 (best) to 3.5."))

export const ClaimsHistory = Schema.Struct({
  numberOfClaims: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).pipe(
    Annotations.describe("The number of claims; 0 means no claims.")
  ),
  periodInMonths: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).pipe(
    Annotations.describe("The length of the period before the collection, in months.")
  )
}).pipe(
  Annotations.annotate(
    "ClaimsHistory",
    "The number of claims in the last periodInMonths months. Only if the collection's `sensitive` has CLAIMS."
  )
)

/** A named driver. The specification names only the field; Sheaf defines its members. */
export const Driver = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Annotations.describe("The full name.")),
  dateOfBirth: Annotations.optional(CalendarDate, "The date of birth, as YYYY-MM-DD."),
  drivingLicenceDate: Annotations.optional(CalendarDate, "The date of the driving license, as YYYY-MM-DD.")
}).pipe(Annotations.annotate("Driver", "A driver named in the policy, with the date of the driving license."))
export type Driver = typeof Driver.Type

/** Insurance for a vehicle. All markets share one schema, so the type alone tells clients how to parse a policy. */
export const VehicleInsurance = Schema.Struct({
  insuranceType: Annotations.literal("vehicleInsurance"),
  insuranceSubType: VehicleSubType,
  ...insuranceFields,
  brand: Annotations.optional(Schema.NonEmptyString, "The vehicle's make."),
  model: Annotations.optional(Schema.NonEmptyString, "The model, in the company's words."),
  registrationNo: Annotations.optional(Schema.NonEmptyString, "The registration number, as recorded by the company."),
  coverage: Schema.optionalKey(VehicleCoverage),
  maxMileage: Annotations.optional(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    "Cars: the maximum insured distance per year, in kilometers."
  ),
  usedForWork: Annotations.optional(Schema.Boolean, "Cars: true if the car is used for work, beyond commuting."),
  bonusMalus: Schema.optionalKey(BonusMalus),
  claims: Schema.optionalKey(ClaimsHistory),
  primaryDriver: Annotations.optional(Driver, "Cars in France: the main driver."),
  additionalDrivers: Annotations.optional(Schema.Array(Driver), "Cars in France: the other named drivers.")
}).pipe(
  Annotations.annotate(
    "VehicleInsurance",
    "Insurance for a vehicle. Cars can have coverage, maxMileage and usedForWork; cars in France can also have " +
      "bonusMalus, claims, primaryDriver and additionalDrivers."
  )
)
export type VehicleInsurance = typeof VehicleInsurance.Type
