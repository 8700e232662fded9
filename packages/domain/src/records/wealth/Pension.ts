/** Swedish pensions other than the public pension (spec 2.6, 10). */
import { Schema } from "effect"
import { PensionType } from "../WealthType.ts"
import { pensionFields } from "./PensionFields.ts"
import { wealthFields } from "./WealthFields.ts"
import * as Annotations from "../../shared/Annotations.ts"

export const Pension = Schema.Struct({ type: PensionType, ...wealthFields, ...pensionFields }).pipe(
  Annotations.annotate("Pension", "A private or occupational pension.")
)
export type Pension = typeof Pension.Type
