/** The records of an insurance collection, one for each policy (spec 4, 10). */
import { Schema } from "effect"
import { CompanyId } from "../../companies/Company.ts"
import { DocumentReference } from "../Document.ts"
import { AnimalInsurance } from "./AnimalInsurance.ts"
import { GeneralInsurance } from "./GeneralInsurance.ts"
import { HouseContentInsurance } from "./HouseContentInsurance.ts"
import { PersonalInformation } from "./InsuranceHolder.ts"
import { policyFields } from "./PolicyFields.ts"
import { PersonInsurance } from "./PersonInsurance.ts"
import { VehicleInsurance } from "./VehicleInsurance.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { qualityFields } from "../RecordQuality.ts"
import { idStableMember, recordId } from "../RecordId.ts"
import * as Annotations from "../../shared/Annotations.ts"

export const AddOn = Schema.Struct({
  addOnId: Schema.NonEmptyString.pipe(Annotations.describe("The company's identifier for the cover.")),
  addOnName: Schema.NonEmptyString.pipe(Annotations.describe("The company's name for the cover."))
}).pipe(Annotations.annotate("AddOn", "An additional cover in the insurance policy."))

export const Deductible = Schema.Struct({
  deductibleId: Schema.NonEmptyString.pipe(Annotations.describe("The company's identifier for the deductible.")),
  deductibleName: Schema.NonEmptyString.pipe(Annotations.describe("The kind of claim, in the company's words.")),
  deductibleAmount: MonetaryAmount.pipe(Annotations.describe("The holder's share of one claim."))
}).pipe(Annotations.annotate("Deductible", "The part of a claim that the holder pays."))

export const AnyInsurance = Schema.Union([
  VehicleInsurance,
  HouseContentInsurance,
  AnimalInsurance,
  PersonInsurance,
  GeneralInsurance
]).annotate({ description: "The insurance itself; `insuranceType` identifies the kind of insurance." })
export type AnyInsurance = typeof AnyInsurance.Type

export const InsuranceRecord = Schema.Struct({
  id: recordId,
  idStable: idStableMember("id"),
  company: Annotations.optional(CompanyId, "The identifier of the company that returned the record."),
  companyDisplayName: Annotations.optional(Schema.NonEmptyString, "The company's name, to show to users."),
  insurance: AnyInsurance,
  addons: Annotations.optional(Schema.Array(AddOn), "The additional covers of the insurance."),
  deductibles: Annotations.optional(Schema.Array(Deductible), "The deductibles, one for each kind of claim."),
  documents: Annotations.optional(Schema.Array(DocumentReference), "The insurance documents, such as the policy."),
  personalInformation: Schema.optionalKey(PersonalInformation),
  termsUrl: Annotations.optional(
    Schema.String.check(Schema.isPattern(/^https?:\/\/\S+$/u, { message: "an http or https address" })),
    "The http or https address of the insurance terms."
  ),
  ...policyFields,
  ...qualityFields
}).pipe(
  Annotations.annotate(
    "InsuranceRecord",
    "An insurance policy, with its covers, deductibles and documents. A member is absent if its value is unknown."
  )
)
export type InsuranceRecord = typeof InsuranceRecord.Type
