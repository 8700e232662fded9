/** What a market requires in addition to a valid configuration (docs/go-live.md). */
import type { Market } from "@sheaf/domain/Market"

export interface MarketRequirements {
  readonly supervisor: string
  /** The electronic-ID schemes that people in this market use, as named in the `electronicId` setting. */
  readonly schemes: ReadonlyArray<"bankid" | "mobile-id" | "smart-id">
}

const baltic = ["smart-id", "mobile-id"] as const

export const requirements: Readonly<Record<Market, MarketRequirements>> = {
  se: { supervisor: "Finansinspektionen", schemes: ["bankid"] },
  ee: { supervisor: "Finantsinspektsioon", schemes: baltic },
  lt: { supervisor: "Lietuvos bankas", schemes: baltic },
  lv: { supervisor: "Latvijas Banka", schemes: ["smart-id"] },
  fr: { supervisor: "Autorité de contrôle prudentiel et de résolution", schemes: [] }
}
