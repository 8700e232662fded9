/** The objects that a contract insures. Which members identify an object depends on its kind. */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { Address } from "../Address.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { details, text } from "../RecordText.ts"
import * as Annotations from "../../shared/Annotations.ts"

const year = Schema.Int.check(Schema.isBetween({ minimum: 1000, maximum: 9999 }))
const yearlyRatio = Schema.Finite.check(Schema.isBetween({ minimum: -1, maximum: 10 }))
const area = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))

const objectFields = {
  objectId: Annotations.optional(text(100), "The identifier by which covers refer to the object, within the record."),
  description: Annotations.optional(text(), "The object, in the company's words."),
  insuredAmount: Annotations.optional(MonetaryAmount, "The insured sum for the object."),
  indexation: Annotations.optional(text(100), "The index that adjusts the insured sum, in the company's words."),
  details
}

const VehicleObject = Schema.Struct({
  objectType: Annotations.literal("VEHICLE"),
  ...objectFields,
  registrationNo: Annotations.optional(text(20), "The registration number, as recorded by the company."),
  vin: Annotations.optional(text(20), "The vehicle identification number (ISO 3779)."),
  brand: Annotations.optional(text(100), "The vehicle's make."),
  model: Annotations.optional(text(), "The model, in the company's words."),
  modelYear: Annotations.optional(year, "The model year."),
  fuel: Annotations.optional(text(50), "The fuel, in the company's words."),
  use: Annotations.optional(text(100), "The use of the vehicle, in the company's words.")
}).pipe(Annotations.annotate("VehicleObject", "An insured vehicle."))

const BuildingObject = Schema.Struct({
  objectType: Annotations.literal("BUILDING"),
  ...objectFields,
  address: Schema.optionalKey(Address),
  propertyNumber: Annotations.optional(text(100), "The number in the land register, as recorded by the company."),
  buildingType: Annotations.optional(text(100), "The kind of building or apartment, in the company's words."),
  area: Annotations.optional(area, "The area, in square meters."),
  constructionYear: Annotations.optional(year, "The year of construction.")
}).pipe(Annotations.annotate("BuildingObject", "An insured building or apartment."))

const AnimalObject = Schema.Struct({
  objectType: Annotations.literal("ANIMAL"),
  ...objectFields,
  name: Annotations.optional(text(100), "The animal's name."),
  species: Annotations.optional(text(100), "The species, in the company's words."),
  breed: Annotations.optional(text(100), "The breed, in the company's words."),
  dateOfBirth: Annotations.optional(CalendarDate, "The animal's date of birth, as YYYY-MM-DD."),
  chipNumber: Annotations.optional(text(50), "The animal's microchip number (ISO 11784).")
}).pipe(Annotations.annotate("AnimalObject", "An insured animal."))

const PersonObject = Schema.Struct({
  objectType: Annotations.literal("PERSON"),
  ...objectFields,
  personId: Annotations.optional(text(100), "The personId of the entry in insuredPersons."),
  name: Annotations.optional(text(), "The full name."),
  dateOfBirth: Annotations.optional(CalendarDate, "The date of birth, as YYYY-MM-DD.")
}).pipe(Annotations.annotate("PersonObject", "An insured person."))

const ItemObject = Schema.Struct({
  objectType: Annotations.literal("ITEM"),
  ...objectFields,
  name: Annotations.optional(text(), "The item, in the company's words."),
  brand: Annotations.optional(text(100), "The maker."),
  model: Annotations.optional(text(), "The model, in the company's words."),
  serialNumber: Annotations.optional(text(100), "The serial number, such as a phone's IMEI."),
  purchaseDate: Annotations.optional(CalendarDate, "The date of purchase, as YYYY-MM-DD."),
  purchasePrice: Annotations.optional(MonetaryAmount, "The price at the purchase.")
}).pipe(Annotations.annotate("ItemObject", "An insured item, such as a phone, a bicycle or a business."))

const LoanObject = Schema.Struct({
  objectType: Annotations.literal("LOAN"),
  ...objectFields,
  loanNumber: Annotations.optional(text(100), "The lender's number for the loan."),
  interestRate: Annotations.optional(
    yearlyRatio,
    "The loan's interest per year, as a decimal ratio: 0.04 is 4 percent."
  ),
  insuranceCostRatio: Annotations.optional(
    yearlyRatio,
    "The total cost of the insurance per year, as a decimal ratio of the loan: 0.002 is 0.2 percent."
  )
}).pipe(Annotations.annotate("LoanObject", "A loan that the insurance pays, such as a mortgage."))

export const InsuredObject = Schema.Union([
  VehicleObject,
  BuildingObject,
  AnimalObject,
  PersonObject,
  ItemObject,
  LoanObject
]).annotate({ identifier: "InsuredObject", description: "An insured object, identified by `objectType`." })
export type InsuredObject = typeof InsuredObject.Type
