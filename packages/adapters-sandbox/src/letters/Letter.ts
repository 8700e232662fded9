/** A letter before it is set: its words, its recipient, and its figures (decisions 10). */
import type { DocumentReference } from "@sheaf/domain/Document"
import type { Market } from "@sheaf/domain/Market"
import { markets } from "../data/Markets.ts"

export interface Letter {
  readonly sender: string
  /** Name and address, a line each. */
  readonly recipient: ReadonlyArray<string>
  readonly title: string
  /** The day for which the figures hold. */
  readonly told: string
  readonly rows: ReadonlyArray<LetterRow>
  readonly footer: string
}

export interface LetterRow {
  readonly label: string
  readonly value: string
}

/** Every text of a letter. */
export const lines = (letter: Letter): ReadonlyArray<string> => [
  letter.sender,
  ...letter.recipient,
  letter.title,
  letter.told,
  ...letter.rows.flatMap(({ label, value }) => [label, value]),
  letter.footer
]

export const contentType = "application/pdf" satisfies DocumentReference["contentType"]

/** The letter of the record that was drawn from the offer `key`. Its id is unique at the company. */
export const documentReference = (market: Market, product: "INSURANCE" | "WEALTH", key: string): DocumentReference => {
  const { policy, statement } = markets[market].letters
  return {
    documentId: `${product.toLowerCase()}-${key}`,
    name: (product === "INSURANCE" ? policy : statement).title,
    contentType
  }
}
