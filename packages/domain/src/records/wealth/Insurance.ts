/** French insurance contracts with savings: retirement savings plans and life insurance (spec 2.9, 10). */
import { Schema } from "effect"
import { InsuranceSavingsType } from "../WealthType.ts"
import { pensionFields } from "./PensionFields.ts"
import { wealthFields } from "./WealthFields.ts"
import * as Annotations from "../../shared/Annotations.ts"

/**
 * A French retirement savings plan (PER) or life insurance contract, with the same members as a pension. The
 * specification calls this schema `Insurance`; an insurance policy is an `InsuranceRecord`.
 */
export const Insurance = Schema.Struct({ type: InsuranceSavingsType, ...wealthFields, ...pensionFields }).pipe(
  Annotations.annotate(
    "Insurance",
    "An insurance contract with savings: a French retirement savings plan (PER) or life insurance."
  )
)
export type Insurance = typeof Insurance.Type
