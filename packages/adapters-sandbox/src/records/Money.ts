/** Amounts, reckoned in whole minor units (öre, cents) so that sums come out even. */
import type { Market } from "@sheaf/domain/Market"
import type { Currency, MonetaryAmount } from "@sheaf/domain/MonetaryAmount"

export const currencyOf = (market: Market): Currency => (market === "se" ? "SEK" : "EUR")

/** So many minor units of the market's currency. */
export const minor = (market: Market, units: number): MonetaryAmount => ({
  amount: units / 100,
  currency: currencyOf(market)
})

/** So many whole units of the market's currency. */
export const whole = (market: Market, units: number): MonetaryAmount => minor(market, units * 100)
