/** The content of a document (spec 10). */
import type { DocumentReference } from "@sheaf/domain/Document"
import type { Market } from "@sheaf/domain/Market"
import { marketProfiles } from "../data/Markets.ts"

export interface SandboxDocument {
  readonly sender: string
  /** The lines with the name and the address. */
  readonly recipient: ReadonlyArray<string>
  readonly title: string
  /** The day that the figures refer to. */
  readonly asOf: string
  readonly rows: ReadonlyArray<DocumentRow>
  readonly footer: string
}

export interface DocumentRow {
  readonly label: string
  readonly value: string
}

export const contentType = "application/pdf" satisfies DocumentReference["contentType"]

/** Returns the reference to a record's document. `key` is the product's. The id is unique at this company. */
export const documentReference = (market: Market, product: "INSURANCE" | "WEALTH", key: string): DocumentReference => {
  const { policy, statement } = marketProfiles[market].letters
  return {
    documentId: `${product.toLowerCase()}-${key}`,
    name: (product === "INSURANCE" ? policy : statement).title,
    contentType
  }
}
