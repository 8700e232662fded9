/** The content of a document (spec 10). */
import type { DocumentReference } from "@sheaf/domain/Document"
import type { Market } from "@sheaf/domain/Market"
import { marketProfiles } from "../data/Markets.ts"

export interface SandboxDocument {
  readonly sender: string
  readonly recipient: ReadonlyArray<string>
  readonly title: string
  readonly asOf: string
  readonly rows: ReadonlyArray<DocumentRow>
  readonly footer: string
}

export interface DocumentRow {
  readonly label: string
  readonly value: string
}

export const contentType = "application/pdf" satisfies DocumentReference["contentType"]

/** `key` is the product's key. The resulting id is unique within the company. */
export const documentReference = (market: Market, product: "INSURANCE" | "WEALTH", key: string): DocumentReference => {
  const { policy, statement } = marketProfiles[market].letters
  return {
    documentId: `${product.toLowerCase()}-${key}`,
    name: (product === "INSURANCE" ? policy : statement).title,
    contentType
  }
}
