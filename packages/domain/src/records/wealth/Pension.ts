/** Swedish pensions other than the public pension (spec 2.6; decisions 10). */
import { Schema } from "effect"
import { PensionType } from "../WealthType.ts"
import { pensionFields } from "./PensionFields.ts"
import { wealthFields } from "./WealthFields.ts"
import * as Described from "../../Described.ts"

export const Pension = Schema.Struct({ type: PensionType, ...wealthFields, ...pensionFields }).pipe(
  Described.named("Pension", "A private or occupational pension.")
)
export type Pension = typeof Pension.Type
