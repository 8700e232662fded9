/** The members that every insurance has, whatever its type (decisions 10). */
import { Schema } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import { Market } from "../Market.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { InsuranceHolder } from "./InsuranceHolder.ts"
import { Premium } from "./Premium.ts"

/**
 * Spread into the struct of each type, beside its `insuranceType` and `insuranceSubType`. `insuranceCompany` is the
 * insurer by name, which need not be the company collected from (a broker shows insurances of many).
 */
export const insuranceFields = {
  market: Market,
  insuranceCompany: Schema.NonEmptyString.pipe(
    Schema.annotateKey({ description: "The name of the insurer; not always the company collected from." })
  ),
  insuranceName: Schema.optionalKey(Schema.NonEmptyString),
  insuranceNumber: Schema.optionalKey(Schema.NonEmptyString).pipe(
    Schema.annotateKey({ description: "The company's number of the insurance: the same in every collection." })
  ),
  startDate: Schema.optionalKey(CalendarDate),
  endDate: Schema.optionalKey(CalendarDate),
  renewalDate: Schema.optionalKey(CalendarDate),
  premium: Schema.optionalKey(Premium),
  discountAmount: Schema.optionalKey(MonetaryAmount),
  holder: Schema.optionalKey(InsuranceHolder)
}
