/** A pension's current and future payouts (spec 2.9, 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { PaymentFrequency } from "../PaymentFrequency.ts"
import * as Texts from "../../Texts.ts"

const age = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 150 }))

export const AgeRange = Schema.Struct({
  type: Texts.only("AGE_RANGE"),
  fromAge: age.pipe(Texts.means("The insured person's age at the first payment, in whole years.")),
  toAge: Texts.optional(
    age,
    "The insured person's age at the last payment, in whole years; absent if open-ended or unknown."
  )
}).pipe(Texts.named("AgeRange", "An age range of the insured person, in whole years."))

export const DateRange = Schema.Struct({
  type: Texts.only("DATE_RANGE"),
  from: CalendarDate.pipe(Texts.means("The first day, as YYYY-MM-DD.")),
  to: Texts.optional(CalendarDate, "The last day, as YYYY-MM-DD; absent if open-ended or unknown.")
}).pipe(Texts.named("DateRange", "A date range. Both ends are inclusive."))

export const PayoutDetail = Schema.Struct({
  active: Schema.Boolean.pipe(Texts.means("True if the payout has begun, false if it starts in the future.")),
  amount: Texts.optional(MonetaryAmount, "The amount of one payment."),
  frequency: Schema.optionalKey(PaymentFrequency),
  lifelongPayout: Texts.optional(
    Schema.Boolean,
    "True if the payout lasts for the insured person's lifetime; absent if unknown."
  ),
  period: Texts.optional(
    Schema.Union([AgeRange, DateRange]),
    "The payout period, as ages or dates depending on `type`."
  )
}).pipe(
  Texts.named(
    "PayoutDetail",
    "A current or future payout. amount is one payment, and frequency is the number of payments per year."
  )
)
export type PayoutDetail = typeof PayoutDetail.Type
