/** A pension's current and future payouts (spec 2.9; decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { PaymentFrequency } from "../PaymentFrequency.ts"
import * as Words from "../../Words.ts"

const age = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 150 }))

export const AgeRange = Schema.Struct({
  type: Words.only("AGE_RANGE"),
  fromAge: age.pipe(Words.means("The insured person's age at the first payment, in whole years.")),
  toAge: Words.optional(
    age,
    "The insured person's age at the last payment, in whole years; absent if open-ended or unknown."
  )
}).pipe(Words.named("AgeRange", "An age range of the insured person, in whole years."))

export const DateRange = Schema.Struct({
  type: Words.only("DATE_RANGE"),
  from: CalendarDate.pipe(Words.means("The first day, as YYYY-MM-DD.")),
  to: Words.optional(CalendarDate, "The last day, as YYYY-MM-DD; absent if open-ended or unknown.")
}).pipe(Words.named("DateRange", "A date range. Both ends are inclusive."))

export const PayoutDetail = Schema.Struct({
  active: Schema.Boolean.pipe(Words.means("True if the payout has begun, false if it starts in the future.")),
  amount: Words.optional(MonetaryAmount, "The amount of one payment."),
  frequency: Schema.optionalKey(PaymentFrequency),
  lifelongPayout: Words.optional(
    Schema.Boolean,
    "True if the payout lasts for the insured person's lifetime; absent if unknown."
  ),
  period: Words.optional(
    Schema.Union([AgeRange, DateRange]),
    "The payout period, as ages or dates depending on `type`."
  )
}).pipe(
  Words.named(
    "PayoutDetail",
    "A current or future payout. amount is one payment, and frequency is the number of payments per year."
  )
)
export type PayoutDetail = typeof PayoutDetail.Type
