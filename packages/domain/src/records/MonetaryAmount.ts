/** Amounts of money (spec 2.8). */
import { Schema } from "effect"
import { codeOf } from "./Code.ts"
import { currencies } from "./Currencies.ts"
import * as Annotations from "../shared/Annotations.ts"

/** An ISO 4217 currency code, including withdrawn codes. */
export const Currency = codeOf(currencies, "a three-letter currency code in capitals, such as SEK").pipe(
  Annotations.annotate("Currency", "A three-letter ISO 4217 currency code, in capitals.")
)

export const MonetaryAmount = Schema.Struct({
  amount: Schema.Finite.pipe(
    Annotations.describe(
      "The amount in the currency's main unit: 12.5 is twelve kronor and fifty öre. An exact decimal number of at most 15 " +
        "significant digits, which every JSON parser with 64-bit floating-point numbers reads without loss. The service " +
        "does not round it."
    )
  ),
  currency: Currency
}).pipe(
  Annotations.annotate(
    "MonetaryAmount",
    "An amount of money, in its currency's main unit. Zero means zero; unknown amounts are absent."
  )
)
export type MonetaryAmount = typeof MonetaryAmount.Type
