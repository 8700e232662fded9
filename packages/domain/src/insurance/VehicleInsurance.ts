/** Insurances of vehicles (decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import { VehicleSubType } from "../InsuranceType.ts"
import { insuranceFields } from "./InsuranceFields.ts"

/**
 * How far a car insurance reaches. The list of decisions 10 is open. MTPL and CASCO are the Baltic names, the
 * THIRD_PARTY ones and COMPREHENSIVE the French, TRAFFIC, HALF and FULL the Swedish; they are not translated into each
 * other, because what they cover differs by market.
 */
export const VehicleCoverage = Schema.Literals([
  "CASCO",
  "MTPL",
  "THIRD_PARTY",
  "THIRD_PARTY_PLUS",
  "COMPREHENSIVE",
  "TRAFFIC",
  "HALF",
  "FULL"
]).annotate({
  identifier: "VehicleCoverage",
  description: "How far a car insurance reaches, by its market's own name."
})
export type VehicleCoverage = typeof VehicleCoverage.Type

/** The French coefficient by which a driver's record lowers or raises the premium: 0.5 is the best, 3.5 the worst. */
export const BonusMalus = Schema.Struct({
  coefficient: Schema.Finite.check(Schema.isBetween({ minimum: 0.5, maximum: 3.5 }))
}).annotate({
  identifier: "BonusMalus",
  description: "The French bonus-malus coefficient, from 0.5 (best) to 3.5.",
  examples: [{ coefficient: 0.5 }]
})
export type BonusMalus = typeof BonusMalus.Type

/** How many claims there were in the months before the collection. No claims is a known zero. */
export const ClaimsHistory = Schema.Struct({
  numberOfClaims: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  periodInMonths: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))
}).annotate({
  identifier: "ClaimsHistory",
  description: "The number of claims in the last periodInMonths months; 0 is known to be none.",
  examples: [{ numberOfClaims: 1, periodInMonths: 36 }]
})
export type ClaimsHistory = typeof ClaimsHistory.Type

/** A driver named in the insurance. The specification lists drivers by name only; the members are ours. */
export const Driver = Schema.Struct({
  name: Schema.NonEmptyString,
  dateOfBirth: Schema.optionalKey(CalendarDate),
  drivingLicenceDate: Schema.optionalKey(CalendarDate)
}).annotate({
  identifier: "Driver",
  description: "A driver named in the insurance, and since when they may drive.",
  examples: [{ name: "Claire Moreau", drivingLicenceDate: "2004-06-30" }]
})
export type Driver = typeof Driver.Type

/**
 * An insurance of a vehicle. `coverage`, `maxMileage` and `usedForWork` come with cars; `bonusMalus`, `claims`,
 * `primaryDriver` and `additionalDrivers` with cars in France. They are optional members of one schema, not schemas by
 * market, so that a client reads an insurance by its type alone.
 */
export const VehicleInsurance = Schema.Struct({
  insuranceType: Schema.Literal("vehicleInsurance"),
  insuranceSubType: VehicleSubType,
  ...insuranceFields,
  brand: Schema.optionalKey(Schema.NonEmptyString),
  model: Schema.optionalKey(Schema.NonEmptyString),
  registrationNo: Schema.optionalKey(Schema.NonEmptyString),
  coverage: Schema.optionalKey(VehicleCoverage),
  maxMileage: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))).pipe(
    Schema.annotateKey({ description: "Cars: the kilometres a year up to which the insurance holds." })
  ),
  usedForWork: Schema.optionalKey(Schema.Boolean).pipe(
    Schema.annotateKey({ description: "Cars: whether the car is used for work, beyond the way there." })
  ),
  bonusMalus: Schema.optionalKey(BonusMalus),
  claims: Schema.optionalKey(ClaimsHistory),
  primaryDriver: Schema.optionalKey(Driver),
  additionalDrivers: Schema.optionalKey(Schema.Array(Driver))
}).annotate({
  identifier: "VehicleInsurance",
  description:
    "An insurance of a vehicle. Cars may have coverage, maxMileage and usedForWork; cars in France also bonusMalus, " +
    "claims, primaryDriver and additionalDrivers.",
  examples: [
    {
      insuranceType: "vehicleInsurance",
      insuranceSubType: "car",
      market: "fr",
      insuranceCompany: "Assurance Rivage",
      brand: "Renault",
      model: "Clio",
      registrationNo: "AB-123-CD",
      coverage: "THIRD_PARTY_PLUS",
      bonusMalus: { coefficient: 0.5 },
      claims: { numberOfClaims: 0, periodInMonths: 36 },
      primaryDriver: { name: "Claire Moreau" }
    }
  ]
})
export type VehicleInsurance = typeof VehicleInsurance.Type
