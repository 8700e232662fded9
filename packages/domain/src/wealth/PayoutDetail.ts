/** How a pension is, or will be, paid out (spec 2.9; decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { PaymentFrequency } from "../PaymentFrequency.ts"

const age = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 150 }))

/** Payout between two ages of the insured person, in whole years; without `toAge` its end is unknown or there is none. */
export const AgeRange = Schema.Struct({
  type: Schema.Literal("AGE_RANGE"),
  fromAge: age,
  toAge: Schema.optionalKey(age)
}).annotate({
  identifier: "AgeRange",
  description: "From one age of the insured person to another, in whole years.",
  examples: [{ type: "AGE_RANGE", fromAge: 65, toAge: 75 }]
})
export type AgeRange = typeof AgeRange.Type

/** Payout between two days; without `to` its end is unknown or there is none. */
export const DateRange = Schema.Struct({
  type: Schema.Literal("DATE_RANGE"),
  from: CalendarDate,
  to: Schema.optionalKey(CalendarDate)
}).annotate({
  identifier: "DateRange",
  description: "From one day to another, both included.",
  examples: [{ type: "DATE_RANGE", from: "2031-07-01" }]
})
export type DateRange = typeof DateRange.Type

/** One payout, running (`active`) or to come. `amount` is one payment, of which there are `frequency` a year. */
export const PayoutDetail = Schema.Struct({
  active: Schema.Boolean,
  amount: Schema.optionalKey(MonetaryAmount),
  frequency: Schema.optionalKey(PaymentFrequency),
  lifelongPayout: Schema.optionalKey(Schema.Boolean),
  period: Schema.optionalKey(Schema.Union([AgeRange, DateRange]))
}).annotate({
  identifier: "PayoutDetail",
  description: "One payout, running (active) or to come. amount is one payment, of which there are frequency a year.",
  examples: [
    {
      active: false,
      amount: { amount: 3100, currency: "SEK" },
      frequency: 12,
      period: { type: "AGE_RANGE", fromAge: 65, toAge: 75 }
    }
  ]
})
export type PayoutDetail = typeof PayoutDetail.Type
