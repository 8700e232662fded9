/** A pension's current and future payouts (spec 2.9, 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { PaymentFrequency } from "../PaymentFrequency.ts"
import * as Annotations from "../../shared/Annotations.ts"

const age = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 150 }))

export const AgeRange = Schema.Struct({
  type: Annotations.literal("AGE_RANGE"),
  fromAge: age.pipe(Annotations.describe("The insured person's age at the first payment, in whole years.")),
  toAge: Annotations.optional(
    age,
    "The insured person's age at the last payment, in whole years; absent if open-ended or unknown."
  )
}).pipe(Annotations.annotate("AgeRange", "An age range of the insured person, in whole years."))

export const DateRange = Schema.Struct({
  type: Annotations.literal("DATE_RANGE"),
  from: CalendarDate.pipe(Annotations.describe("The first day, as YYYY-MM-DD.")),
  to: Annotations.optional(CalendarDate, "The last day, as YYYY-MM-DD; absent if open-ended or unknown.")
}).pipe(Annotations.annotate("DateRange", "A date range. Both ends are inclusive."))

export const PayoutDetail = Schema.Struct({
  active: Schema.Boolean.pipe(Annotations.describe("True if the payout has begun, false if it starts in the future.")),
  amount: Annotations.optional(MonetaryAmount, "The amount of one payment."),
  frequency: Schema.optionalKey(PaymentFrequency),
  lifelongPayout: Annotations.optional(
    Schema.Boolean,
    "True if the payout lasts for the insured person's lifetime; absent if unknown."
  ),
  period: Annotations.optional(
    Schema.Union([AgeRange, DateRange]),
    "The payout period, as ages or dates depending on `type`."
  )
}).pipe(
  Annotations.annotate(
    "PayoutDetail",
    "A current or future payout. amount is one payment, and frequency is the number of payments per year."
  )
)
export type PayoutDetail = typeof PayoutDetail.Type
