/** Documents that come with a collected record (spec 4; decisions 10). */
import { Schema } from "effect"
import * as Words from "../Words.ts"

/** The media types under which a document is served; anything else is served as `application/octet-stream`. */
export const DocumentContentType = Words.literals(
  {
    "application/pdf": "A PDF.",
    "image/png": "A PNG image.",
    "image/jpeg": "A JPEG image.",
    "text/plain": "Text.",
    "application/octet-stream": "Any other type."
  },
  { identifier: "DocumentContentType", description: "The media type of a document." }
)
export type DocumentContentType = typeof DocumentContentType.Type

/**
 * The type under which a document is served that a company calls `mediaType`: letter case and parameters such as a
 * charset do not matter, and what is not on the list is `application/octet-stream`.
 */
export const contentTypeOf = (mediaType: string): DocumentContentType => {
  const [essence = ""] = mediaType.split(";")
  const name = essence.trim().toLowerCase()
  return DocumentContentType.literals.find((known) => known === name) ?? "application/octet-stream"
}

/** A document of a record. Its content is fetched with `documentId` from the document route of the record's product. */
export const DocumentReference = Schema.Struct({
  documentId: Schema.NonEmptyString.pipe(
    Words.means("The identifier to fetch the document with, in the collection that found it.")
  ),
  name: Schema.NonEmptyString.pipe(Words.means("The company's name for the document.")),
  contentType: DocumentContentType
}).annotate({
  identifier: "DocumentReference",
  description: "A document of a collected record. Fetch it by its documentId from the collection that found it.",
  examples: [{ documentId: "annual-statement-2025", name: "Annual statement 2025", contentType: "application/pdf" }]
})
export type DocumentReference = typeof DocumentReference.Type
