/** Amounts, reckoned in whole minor units (öre, cents) so that sums come out even. */
import type { Market } from "@sheaf/domain/Market"
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import { markets } from "../data/Markets.ts"

/** So many minor units of the market's currency. */
export const minor = (market: Market, units: number): MonetaryAmount => ({
  amount: units / 100,
  currency: markets[market].currency
})

/** So many whole units of the market's currency. */
export const whole = (market: Market, units: number): MonetaryAmount => minor(market, units * 100)
