/** Insurances of vehicles (decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../CalendarDate.ts"
import { VehicleSubType } from "../InsuranceType.ts"
import * as Words from "../../Words.ts"
import { insuranceFields } from "./InsuranceFields.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)

/**
 * How far a car insurance reaches. The list of decisions 10 is open. MTPL and CASCO are the Baltic names, the
 * THIRD_PARTY ones and COMPREHENSIVE the French, TRAFFIC, HALF and FULL the Swedish; they are not translated into each
 * other, because what they cover differs by market.
 */
export const VehicleCoverage = Words.literals(
  {
    CASCO: "Estonia, Latvia, Lithuania: damage to the car itself.",
    MTPL: "Estonia, Latvia, Lithuania: compulsory liability for harm to others.",
    THIRD_PARTY: "France: compulsory liability for harm to others.",
    THIRD_PARTY_PLUS: "France: liability, and some damage to the car, such as theft, fire or broken glass.",
    COMPREHENSIVE: "France: liability, and all damage to the car.",
    TRAFFIC: "Sweden: compulsory liability for injuries and harm to others.",
    HALF: "Sweden: liability, and some damage to the car, such as theft, fire or broken glass.",
    FULL: "Sweden: liability, and all damage to the car."
  },
  { identifier: "VehicleCoverage", description: "The extent of a car insurance, by the term used in its market." }
)
export type VehicleCoverage = typeof VehicleCoverage.Type

/** The French coefficient by which a driver's record lowers or raises the premium: 0.5 is the best, 3.5 the worst. */
export const BonusMalus = Schema.Struct({
  coefficient: Schema.Finite.check(Schema.isBetween({ minimum: 0.5, maximum: 3.5 })).pipe(
    Words.means("The factor applied to the premium: 0.5 halves it, 1 leaves it unchanged.")
  )
}).annotate({
  identifier: "BonusMalus",
  description: "The French bonus-malus coefficient, from 0.5 (best) to 3.5.",
  examples: [{ coefficient: 0.5 }]
})
export type BonusMalus = typeof BonusMalus.Type

/** How many claims there were in the months before the collection. No claims is a known zero. */
export const ClaimsHistory = Schema.Struct({
  numberOfClaims: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).pipe(
    Words.means("The number of claims; 0 is a known zero.")
  ),
  periodInMonths: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).pipe(
    Words.means("The length of the period before the collection, in months.")
  )
}).annotate({
  identifier: "ClaimsHistory",
  description: "The number of claims in the last periodInMonths months.",
  examples: [{ numberOfClaims: 1, periodInMonths: 36 }]
})
export type ClaimsHistory = typeof ClaimsHistory.Type

/** A driver named in the insurance. The specification lists drivers by name only; the members are ours. */
export const Driver = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Words.means("The full name.")),
  dateOfBirth: Schema.optionalKey(CalendarDate).pipe(Words.means("The date of birth, as YYYY-MM-DD.")),
  drivingLicenceDate: Schema.optionalKey(CalendarDate).pipe(
    Words.means("The date of the driving license, as YYYY-MM-DD.")
  )
}).annotate({
  identifier: "Driver",
  description: "A driver named in the insurance, with the date of the driving license.",
  examples: [{ name: "Claire Moreau", drivingLicenceDate: "2004-06-30" }]
})
export type Driver = typeof Driver.Type

/**
 * An insurance of a vehicle. `coverage`, `maxMileage` and `usedForWork` come with cars; `bonusMalus`, `claims`,
 * `primaryDriver` and `additionalDrivers` with cars in France. They are optional members of one schema, not schemas by
 * market, so that a client reads an insurance by its type alone.
 */
export const VehicleInsurance = Schema.Struct({
  insuranceType: Words.only("vehicleInsurance"),
  insuranceSubType: VehicleSubType,
  ...insuranceFields,
  brand: text.pipe(Words.means("The make of the vehicle.")),
  model: text.pipe(Words.means("The model, in the company's words.")),
  registrationNo: text.pipe(Words.means("The registration number, as the company has it.")),
  coverage: Schema.optionalKey(VehicleCoverage),
  maxMileage: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))).pipe(
    Words.means("Cars: the maximum insured distance per year, in kilometers.")
  ),
  usedForWork: Schema.optionalKey(Schema.Boolean).pipe(
    Words.means("Cars: true if the car is used for work, beyond commuting.")
  ),
  bonusMalus: Schema.optionalKey(BonusMalus),
  claims: Schema.optionalKey(ClaimsHistory),
  primaryDriver: Schema.optionalKey(Driver).pipe(Words.means("Cars in France: the main driver.")),
  additionalDrivers: Schema.optionalKey(Schema.Array(Driver)).pipe(
    Words.means("Cars in France: the other named drivers.")
  )
}).annotate({
  identifier: "VehicleInsurance",
  description:
    "An insurance of a vehicle. Cars can have coverage, maxMileage and usedForWork; cars in France also " +
    "bonusMalus, claims, primaryDriver and additionalDrivers.",
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
