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
    MTPL: "Estonia, Latvia, Lithuania: the compulsory insurance of what the car does to others.",
    THIRD_PARTY: "France: the compulsory insurance of what the car does to others.",
    THIRD_PARTY_PLUS: "France: that, and some damage to the car, such as theft, fire or broken glass.",
    COMPREHENSIVE: "France: every damage to the car as well.",
    TRAFFIC: "Sweden: the compulsory insurance of what the car does to people and to others.",
    HALF: "Sweden: that, and some damage to the car, such as theft, fire or broken glass.",
    FULL: "Sweden: every damage to the car as well."
  },
  { identifier: "VehicleCoverage", description: "How far a car insurance reaches, by its market's own name." }
)
export type VehicleCoverage = typeof VehicleCoverage.Type

/** The French coefficient by which a driver's record lowers or raises the premium: 0.5 is the best, 3.5 the worst. */
export const BonusMalus = Schema.Struct({
  coefficient: Schema.Finite.check(Schema.isBetween({ minimum: 0.5, maximum: 3.5 })).pipe(
    Words.means("What the premium is multiplied by: 0.5 halves it, 1 leaves it.")
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
    Words.means("How many claims there were; 0 is known to be none.")
  ),
  periodInMonths: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).pipe(
    Words.means("How many months before the collection are counted.")
  )
}).annotate({
  identifier: "ClaimsHistory",
  description: "The number of claims in the last periodInMonths months; 0 is known to be none.",
  examples: [{ numberOfClaims: 1, periodInMonths: 36 }]
})
export type ClaimsHistory = typeof ClaimsHistory.Type

/** A driver named in the insurance. The specification lists drivers by name only; the members are ours. */
export const Driver = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Words.means("The full name.")),
  dateOfBirth: Schema.optionalKey(CalendarDate).pipe(Words.means("The day of birth, as YYYY-MM-DD.")),
  drivingLicenceDate: Schema.optionalKey(CalendarDate).pipe(
    Words.means("The day from which on they may drive, as YYYY-MM-DD.")
  )
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
  insuranceType: Words.only("vehicleInsurance"),
  insuranceSubType: VehicleSubType,
  ...insuranceFields,
  brand: text.pipe(Words.means("The make of the vehicle.")),
  model: text.pipe(Words.means("The model, in the company's words.")),
  registrationNo: text.pipe(Words.means("The number on the plate, in the form in which the company has it.")),
  coverage: Schema.optionalKey(VehicleCoverage),
  maxMileage: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))).pipe(
    Words.means("Cars: the kilometres a year up to which the insurance holds.")
  ),
  usedForWork: Schema.optionalKey(Schema.Boolean).pipe(
    Words.means("Cars: whether the car is used for work, beyond the way there.")
  ),
  bonusMalus: Schema.optionalKey(BonusMalus),
  claims: Schema.optionalKey(ClaimsHistory),
  primaryDriver: Schema.optionalKey(Driver).pipe(Words.means("Cars in France: who drives most.")),
  additionalDrivers: Schema.optionalKey(Schema.Array(Driver)).pipe(
    Words.means("Cars in France: who else is named as a driver.")
  )
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
