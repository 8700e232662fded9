/** Amounts of money in whole minor units (öre, cents), which make sums exact. */
import type { Market } from "@sheaf/domain/Market"
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import { marketProfiles } from "../data/Markets.ts"

export const fromMinorUnits = (market: Market, units: number): MonetaryAmount => ({
  amount: units / 100,
  currency: marketProfiles[market].currency
})

export const fromMajorUnits = (market: Market, units: number): MonetaryAmount => fromMinorUnits(market, units * 100)
