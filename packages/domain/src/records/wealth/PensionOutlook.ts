/** A pension's future: forecasts, survivor protection, who pays the premiums, and transfers. */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { PaymentFrequency } from "../PaymentFrequency.ts"
import { Ratio } from "../Ratio.ts"
import { listOf, text } from "../RecordText.ts"
import * as Annotations from "../../shared/Annotations.ts"

const age = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 150 }))

export const ForecastAssumptions = Schema.Struct({
  growthRate: Annotations.optional(Schema.Finite, "The assumed yearly return after fees, as a decimal ratio."),
  inflationRate: Annotations.optional(Schema.Finite, "The assumed yearly inflation, as a decimal ratio."),
  isReal: Annotations.optional(Schema.Boolean, "True if the amount is in today's prices."),
  isAfterTax: Annotations.optional(Schema.Boolean, "True if the amount is after tax."),
  description: Annotations.optional(text(), "The assumptions, in the company's words.")
}).pipe(Annotations.annotate("ForecastAssumptions", "What a forecast assumes."))

export const Forecast = Schema.Struct({
  age: age.pipe(Annotations.describe("The insured person's age at the first payment, in whole years.")),
  untilAge: Annotations.optional(age, "The age at the last payment, in whole years; absent if lifelong or unknown."),
  monthlyAmount: MonetaryAmount.pipe(Annotations.describe("The expected payment in a month.")),
  scenario: Schema.optionalKey(
    Annotations.literals("The scenario of a forecast.", {
      BEST_ESTIMATE: "The expected course.",
      FAVORABLE: "A better course.",
      UNFAVORABLE: "A worse course."
    })
  ),
  date: Annotations.optional(CalendarDate, "The day of the forecast, as YYYY-MM-DD."),
  assumptions: Schema.optionalKey(ForecastAssumptions)
}).pipe(
  Annotations.annotate(
    "Forecast",
    "An expected pension from an age on. The scenarios are those of the pension benefit statement (Directive (EU) 2016/2341)."
  )
)
export type Forecast = typeof Forecast.Type

export const SurvivorProtection = Schema.Struct({
  type: Annotations.literals("The kind of protection.", {
    REPAYMENT: "The value goes to the beneficiaries.",
    FAMILY: "The beneficiaries receive a pension for some years.",
    LUMP_SUM: "The beneficiaries receive one payment.",
    NONE: "Nothing is paid after the death.",
    OTHER: "Any other kind."
  }),
  amount: Annotations.optional(MonetaryAmount, "The amount of one payment."),
  frequency: Schema.optionalKey(PaymentFrequency),
  endAge: Annotations.optional(age, "The insured person's age at which the protection ends, in whole years."),
  description: Annotations.optional(text(), "The protection, in the company's words.")
}).pipe(Annotations.annotate("SurvivorProtection", "What a pension pays after the insured person's death."))

export const PremiumPayer = Schema.Struct({
  type: Annotations.literals("The kind of payer.", {
    EMPLOYER: "An employer.",
    INSURED: "The insured person.",
    STATE: "The state.",
    OTHER: "Anybody else."
  }),
  name: Annotations.optional(text(), "The payer's name."),
  amount: Annotations.optional(MonetaryAmount, "The amount of one payment."),
  frequency: Schema.optionalKey(PaymentFrequency),
  from: Annotations.optional(CalendarDate, "The first day of the payments, as YYYY-MM-DD."),
  until: Annotations.optional(CalendarDate, "The last day of the payments, as YYYY-MM-DD.")
}).pipe(Annotations.annotate("PremiumPayer", "A payer of a pension's premiums."))

export const TransferRights = Schema.Struct({
  canTransferOut: Annotations.optional(Schema.Boolean, "True if the value can be moved to another company."),
  canTransferPart: Annotations.optional(Schema.Boolean, "True if a part can be moved."),
  transferValue: Annotations.optional(MonetaryAmount, "The value that would be moved."),
  valueDate: Annotations.optional(CalendarDate, "The day of the transfer value, as YYYY-MM-DD."),
  fee: Annotations.optional(MonetaryAmount, "The fixed fee for a transfer."),
  feeVariable: Annotations.optional(Ratio, "The variable fee for a transfer, as a decimal ratio of the value."),
  description: Annotations.optional(text(), "The conditions, in the company's words.")
}).pipe(Annotations.annotate("TransferRights", "The right to move a pension, and what it costs."))

export const outlookFields = {
  forecasts: Annotations.optional(listOf(Forecast), "The expected pension, for each age or scenario."),
  survivorProtection: Annotations.optional(
    listOf(SurvivorProtection),
    "What is paid after the insured person's death."
  ),
  premiumPayers: Annotations.optional(listOf(PremiumPayer), "The payers of the premiums."),
  transferRights: Schema.optionalKey(TransferRights)
}
