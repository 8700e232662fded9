/** A pension's current and future payouts (spec 2.9; decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { PaymentFrequency } from "../PaymentFrequency.ts"
import * as Described from "../../Described.ts"

const age = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 150 }))

export const AgeRange = Schema.Struct({
  type: Described.only("AGE_RANGE"),
  fromAge: age.pipe(Described.means("The insured person's age at the first payment, in whole years.")),
  toAge: Described.optional(
    age,
    "The insured person's age at the last payment, in whole years; absent if open-ended or unknown."
  )
}).pipe(Described.named("AgeRange", "An age range of the insured person, in whole years."))

export const DateRange = Schema.Struct({
  type: Described.only("DATE_RANGE"),
  from: CalendarDate.pipe(Described.means("The first day, as YYYY-MM-DD.")),
  to: Described.optional(CalendarDate, "The last day, as YYYY-MM-DD; absent if open-ended or unknown.")
}).pipe(Described.named("DateRange", "A date range. Both ends are inclusive."))

export const PayoutDetail = Schema.Struct({
  active: Schema.Boolean.pipe(Described.means("True if the payout has begun, false if it starts in the future.")),
  amount: Described.optional(MonetaryAmount, "The amount of one payment."),
  frequency: Schema.optionalKey(PaymentFrequency),
  lifelongPayout: Described.optional(
    Schema.Boolean,
    "True if the payout lasts for the insured person's lifetime; absent if unknown."
  ),
  period: Described.optional(
    Schema.Union([AgeRange, DateRange]),
    "The payout period, as ages or dates depending on `type`."
  )
}).pipe(
  Described.named(
    "PayoutDetail",
    "A current or future payout. amount is one payment, and frequency is the number of payments per year."
  )
)
export type PayoutDetail = typeof PayoutDetail.Type
