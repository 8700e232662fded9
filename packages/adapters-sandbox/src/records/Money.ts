/** Amounts of money in whole minor units (öre, cents), so that sums are exact. */
import type { Market } from "@sheaf/domain/Market"
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import { marketProfiles } from "../data/Markets.ts"

/** An amount in minor units of the market's currency. */
export const fromMinorUnits = (market: Market, units: number): MonetaryAmount => ({
  amount: units / 100,
  currency: marketProfiles[market].currency
})

/** An amount in whole units of the market's currency. */
export const fromMajorUnits = (market: Market, units: number): MonetaryAmount => fromMinorUnits(market, units * 100)
