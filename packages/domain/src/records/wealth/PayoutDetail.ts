/** How a pension is, or will be, paid out (spec 2.9; decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../../CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { PaymentFrequency } from "../PaymentFrequency.ts"
import * as Words from "../../Words.ts"

const age = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 150 }))

/** Payout between two ages of the insured person, in whole years; without `toAge` its end is unknown or there is none. */
export const AgeRange = Schema.Struct({
  type: Words.only("AGE_RANGE"),
  fromAge: age.pipe(Words.means("The age of the insured person at the first payment, in whole years.")),
  toAge: Schema.optionalKey(age).pipe(
    Words.means("The age at the last payment, in whole years; absent when there is no end or it is unknown.")
  )
}).annotate({
  identifier: "AgeRange",
  description: "From one age of the insured person to another, in whole years.",
  examples: [{ type: "AGE_RANGE", fromAge: 65, toAge: 75 }]
})
export type AgeRange = typeof AgeRange.Type

/** Payout between two days; without `to` its end is unknown or there is none. */
export const DateRange = Schema.Struct({
  type: Words.only("DATE_RANGE"),
  from: CalendarDate.pipe(Words.means("The first day, as YYYY-MM-DD.")),
  to: Schema.optionalKey(CalendarDate).pipe(
    Words.means("The last day, as YYYY-MM-DD; absent when there is no end or it is unknown.")
  )
}).annotate({
  identifier: "DateRange",
  description: "From one day to another, both included.",
  examples: [{ type: "DATE_RANGE", from: "2031-07-01" }]
})
export type DateRange = typeof DateRange.Type

/** One payout, running (`active`) or to come. `amount` is one payment, of which there are `frequency` a year. */
export const PayoutDetail = Schema.Struct({
  active: Schema.Boolean.pipe(Words.means("True when the payout is running, false when it is to come.")),
  amount: Schema.optionalKey(MonetaryAmount).pipe(Words.means("One payment.")),
  frequency: Schema.optionalKey(PaymentFrequency),
  lifelongPayout: Schema.optionalKey(Schema.Boolean).pipe(
    Words.means("Whether it is paid for as long as the insured person lives; absent when unknown.")
  ),
  period: Schema.optionalKey(Schema.Union([AgeRange, DateRange])).pipe(
    Words.means("From when to when it is paid, in ages or in days; `type` tells which.")
  )
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
