/** Generates the holdings of an account or pension, which add up to its value (spec 10). */
import type { Market } from "@sheaf/domain/Market"
import type { Holding } from "@sheaf/domain/wealth/Holding"
import { marketProfiles } from "../data/Markets.ts"
import type { Security } from "../data/Markets.ts"
import { valuationDate as valueDate } from "../data/Dates.ts"
import { fromMinorUnits } from "./Money.ts"
import type { Random } from "../data/Random.ts"

export interface Portfolio {
  readonly holdings: ReadonlyArray<Holding>
  /** The total value of the holdings, in minor units. */
  readonly value: number
}

/** A unit of a security can be divided into this many parts. Equities and ETFs are indivisible. */
const precision = { FUND: 10_000, UNKNOWN: 100, EQUITY: 1, ETF: 1 }

const holdingOf = (market: Market, security: Security, target: number, random: Random) => {
  const steps = precision[security.type]
  const quantity = Math.max(1, Math.round((target / security.price) * steps)) / steps
  const value = Math.round(quantity * security.price)
  const { price: _, ...facts } = security
  const holding: Holding = {
    ...facts,
    quantity,
    value: fromMinorUnits(market, value),
    valueDate,
    ...(security.type === "FUND" || security.type === "UNKNOWN" ? {} : { assetClass: "EQUITY" as const }),
    acquisitionValue: fromMinorUnits(market, Math.round((value * random.integer(620, 1080)) / 1000))
  }
  return { holding, value }
}

/** Generates holdings of two to four securities from `groups`, together worth about `target` minor units. */
export const portfolioOf = (
  market: Market,
  groups: ReadonlyArray<string>,
  target: number,
  random: Random
): Portfolio => {
  const securities = groups.flatMap((group) => marketProfiles[market].securities[group] ?? [])
  const first = random.integer(0, securities.length - 1)
  const count = Math.min(securities.length, random.integer(2, 4))
  const chosen = [...securities.slice(first), ...securities.slice(0, first)].slice(0, count)
  const weights = chosen.map(() => random.integer(10, 50))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const parts = chosen.map((security, index) =>
    holdingOf(market, security, (target * (weights[index] ?? 1)) / total, random)
  )
  return {
    holdings: parts.map(({ holding }) => holding),
    value: parts.reduce((sum, { value }) => sum + value, 0)
  }
}
