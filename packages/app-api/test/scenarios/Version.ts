/** What differs between the versions for a program that drives collections: paths, and the form of a start. */
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import type { Market } from "@sheaf/domain/Market"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { StartCollection20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import { Schema } from "effect"

export interface Version {
  readonly name: "2025-01-01" | "2026-04-01"
  /** The path below which a collection of a company with these products is started and read. */
  readonly path: (products: ReadonlyArray<string>) => string
  readonly startBody: (start: StartCollection) => unknown
  /** What a client of this version is shown in a market. */
  readonly shows: (status: CollectionStatus.CollectionStatus, market: Market) => CollectionStatus.AnyStatus
}

const shownBy =
  (version: Version["name"]): Version["shows"] =>
  (status, market) =>
    CollectionStatus.project(status, { version, market })

export const version20260401: Version = {
  name: "2026-04-01",
  path: () => "/collections",
  startBody: (start) => start,
  shows: shownBy("2026-04-01")
}

export const version20250101: Version = {
  name: "2025-01-01",
  path: (products) => (products.includes("WEALTH") ? "/wealth/collection" : "/insurance/collection"),
  startBody: Schema.encodeSync(StartCollection20250101),
  shows: shownBy("2025-01-01")
}
