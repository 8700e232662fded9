/** What the state has promised a person (decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { PublicPensionType } from "../WealthType.ts"
import * as Words from "../../Words.ts"
import { wealthFields } from "./WealthFields.ts"

/**
 * A public pension. The specification lists its parts by name only: each is the amount the authority states for it, and
 * a French one, which knows no such parts, tells its value in `financialInformation`.
 */
export const PublicPension = Schema.Struct({
  type: PublicPensionType,
  ...wealthFields,
  incomePension: Schema.optionalKey(MonetaryAmount).pipe(
    Words.means("The income pension (Sweden), as the authority states it.")
  ),
  premiumPension: Schema.optionalKey(MonetaryAmount).pipe(
    Words.means("The premium pension (Sweden), as the authority states it.")
  ),
  guaranteePension: Schema.optionalKey(MonetaryAmount).pipe(
    Words.means("The guarantee pension (Sweden), as the authority states it.")
  ),
  updatedDate: Schema.optionalKey(CalendarDate).pipe(Words.means("The date of the stated amounts, as YYYY-MM-DD."))
}).annotate({
  identifier: "PublicPension",
  description: "A public pension, with the amounts that the authority states for its parts.",
  examples: [
    {
      type: "PUBLIC_PENSION",
      id: "a7c0f4f7-95a5-4c7a-8e59-0c3d6f1b2e94",
      company: "se-statspension",
      companyDisplayName: "Statspension",
      incomePension: { amount: 1204000, currency: "SEK" },
      premiumPension: { amount: 310500, currency: "SEK" },
      updatedDate: "2025-12-31"
    }
  ]
})
export type PublicPension = typeof PublicPension.Type
