/** Public pensions (spec 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { PublicPensionType } from "../WealthType.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { outlookFields } from "./PensionOutlook.ts"
import { wealthFields } from "./WealthFields.ts"

/**
 * A public pension. The specification only names its parts; Sheaf defines each as an amount that the authority states.
 * A French pension has no parts, so its value is in `financialInformation`.
 */
export const PublicPension = Schema.Struct({
  type: PublicPensionType,
  ...wealthFields,
  incomePension: Annotations.optional(MonetaryAmount, "The income pension (Sweden), as stated by the authority."),
  premiumPension: Annotations.optional(MonetaryAmount, "The premium pension (Sweden), as stated by the authority."),
  guaranteePension: Annotations.optional(MonetaryAmount, "The guarantee pension (Sweden), as stated by the authority."),
  updatedDate: Annotations.optional(CalendarDate, "The date of the stated amounts, as YYYY-MM-DD."),
  forecasts: outlookFields.forecasts
}).pipe(
  Annotations.annotate(
    "PublicPension",
    "A public pension, with the amount that the authority reports for each part of it."
  )
)
export type PublicPension = typeof PublicPension.Type
