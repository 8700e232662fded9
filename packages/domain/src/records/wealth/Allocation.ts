/** How holdings and products are divided among asset classes. */
import { Schema } from "effect"
import * as Annotations from "../../shared/Annotations.ts"

export const AssetClass = Annotations.literals(
  "A class of assets, as in the ECB's classification of investment funds.",
  {
    EQUITY: "Shares and equity funds.",
    BOND: "Bonds and bond funds.",
    MIXED: "Funds of shares and bonds.",
    MONEY_MARKET: "Money market instruments and funds.",
    REAL_ESTATE: "Real estate.",
    COMMODITY: "Commodities.",
    ALTERNATIVE: "Hedge funds, private equity and other alternatives.",
    CASH: "Cash.",
    OTHER: "Any other class."
  }
).annotate({ identifier: "AssetClass" })

export const Allocation = Schema.Struct({
  assetClass: AssetClass,
  ratio: Schema.Finite.pipe(
    Annotations.describe(
      "The share of the value, as a decimal ratio: 0.6 is 60 percent. Borrowed money makes one negative and others larger than 1."
    )
  )
}).pipe(Annotations.annotate("Allocation", "The share of an asset class in a value."))
export type Allocation = typeof Allocation.Type
