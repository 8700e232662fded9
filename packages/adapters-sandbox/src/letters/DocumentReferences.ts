/** How the documents of drawn records are named and found again (decisions 10). */
import type { DocumentReference } from "@sheaf/domain/Document"
import type { Market } from "@sheaf/domain/Market"
import { markets } from "../data/Markets.ts"

export const contentType = "application/pdf" satisfies DocumentReference["contentType"]

/** The letter of the record that was drawn from the offer `key`. Its id is one of a kind at the company. */
export const documentReference = (market: Market, product: "INSURANCE" | "WEALTH", key: string): DocumentReference => {
  const { policy, statement } = markets[market].letters
  return {
    documentId: `${product.toLowerCase()}-${key}`,
    name: (product === "INSURANCE" ? policy : statement).title,
    contentType
  }
}
