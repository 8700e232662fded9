/** What differs between the versions for a program that drives collections: paths, and the form of a start. */
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import type { Market } from "@sheaf/domain/Market"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { ContactFormInput20250101, StartCollection20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import { Schema } from "effect"

export interface Version {
  readonly name: "2025-01-01" | "2026-04-01"
  /** The path below which a collection of a company with these products is started and read. */
  readonly path: (products: ReadonlyArray<string>) => string
  readonly startBody: (start: StartCollection) => unknown
  /** Where an answer to a question in this status is posted, and how it is written. */
  readonly supplement: (status: string, answer: SupplementInfo) => { readonly path: string; readonly body: unknown }
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
  supplement: (_, body) => ({ path: "supplement-info", body }),
  shows: shownBy("2026-04-01")
}

export const version20250101: Version = {
  name: "2025-01-01",
  path: (products) => (products.includes("WEALTH") ? "/wealth/collection" : "/insurance/collection"),
  startBody: Schema.encodeSync(StartCollection20250101),
  supplement: (status, body) =>
    status === "CONTACT_FORM_PENDING" && body.type === "COLLECTION_INPUT"
      ? { path: "add-contact-form-input", body: Schema.encodeSync(ContactFormInput20250101)(body) }
      : { path: "supplement-info", body },
  shows: shownBy("2025-01-01")
}
