/** The insurance products of a simulated company, from which a person's policies are generated (spec 10). */
import { AnimalGender } from "@sheaf/domain/insurance/AnimalInsurance"
import { VehicleCoverage } from "@sheaf/domain/insurance/VehicleInsurance"
import { AddOn } from "@sheaf/domain/InsuranceRecord"
import {
  AnimalSubType,
  GeneralSubType,
  HouseContentSubType,
  PersonSubType,
  VehicleSubType
} from "@sheaf/domain/InsuranceType"
import { PaymentFrequency } from "@sheaf/domain/PaymentFrequency"
import { Schema } from "effect"

/** An inclusive range, in whole units of the market's currency. */
export const AmountRange = Schema.Tuple([Schema.Finite, Schema.Finite])

const Texts = Schema.Array(Schema.String)
const Amounts = Schema.Array(Schema.Finite)

const facts = {
  /** The key is unique within the company. */
  key: Schema.String,
  insuranceName: Schema.String,
  yearlyPremium: AmountRange,
  paymentFrequencies: Schema.Array(PaymentFrequency),
  addons: Schema.optionalKey(Schema.Array(AddOn)),
  /** One deductible for each kind of damage. Its amount is chosen at random from `amounts`. */
  deductibles: Schema.optionalKey(
    Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String, amounts: Amounts }))
  ),
  /** The policyholder according to the company. Default: the person who starts the collection. */
  holder: Schema.optionalKey(Schema.Literals(["PARTNER", "NOT_TOLD"])),
  letter: Schema.optionalKey(Schema.Literal(true))
}

const VehicleProduct = Schema.Struct({
  ...facts,
  insuranceType: Schema.Literal("vehicleInsurance"),
  subTypes: Schema.Array(VehicleSubType),
  coverages: Schema.optionalKey(Schema.Array(VehicleCoverage))
})
export type VehicleProduct = typeof VehicleProduct.Type

const HouseContentProduct = Schema.Struct({
  ...facts,
  insuranceType: Schema.Literal("houseContentInsurance"),
  subTypes: Schema.Array(HouseContentSubType),
  movables: Amounts,
  amenities: Schema.optionalKey(Texts)
})
export type HouseContentProduct = typeof HouseContentProduct.Type

const AnimalProduct = Schema.Struct({
  ...facts,
  insuranceType: Schema.Literal("animalInsurance"),
  animals: Schema.Array(
    Schema.Struct({ subType: AnimalSubType, breeds: Texts, names: Schema.Record(AnimalGender, Texts) })
  ),
  veterinaryCare: Amounts
})
export type AnimalProduct = typeof AnimalProduct.Type

const PersonProduct = Schema.Struct({
  ...facts,
  insuranceType: Schema.Literal("personInsurance"),
  subTypes: Schema.Array(PersonSubType),
  insured: Schema.Literals(["SELF", "CHILD"]),
  insuredAmounts: Schema.Array(Schema.Struct({ name: Schema.String, amounts: Amounts }))
})
export type PersonProduct = typeof PersonProduct.Type

const GeneralProduct = Schema.Struct({
  ...facts,
  insuranceType: Schema.Literal("generalInsurance"),
  subTypes: Schema.Array(GeneralSubType),
  companyCategory: Schema.optionalKey(Schema.String),
  item: Schema.optionalKey(Schema.String),
  /** Possible maximum payments per claim; one is chosen at random. */
  limits: Amounts
})
export type GeneralProduct = typeof GeneralProduct.Type

export const InsuranceProduct = Schema.Union([
  VehicleProduct,
  HouseContentProduct,
  AnimalProduct,
  PersonProduct,
  GeneralProduct
])
export type InsuranceProduct = typeof InsuranceProduct.Type
