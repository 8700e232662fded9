/** Insurance of every other kind, such as liability or legal expenses (spec 1). */
import { Schema } from "effect"
import { GeneralSubType } from "../InsuranceType.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { insuranceFields } from "./InsuranceFields.ts"

export const GeneralInsurance = Schema.Struct({
  insuranceType: Annotations.literal("generalInsurance"),
  insuranceSubType: GeneralSubType,
  ...insuranceFields
}).pipe(
  Annotations.annotate(
    "GeneralInsurance",
    "Insurance of any other kind. An unknown kind has the subtype `other`, and the company's own name in " +
      "companyCategory. An insurance of an unknown kind is delivered unless the connector or a name marks it as sensitive."
  )
)
export type GeneralInsurance = typeof GeneralInsurance.Type
