/** Documents that belong to collected records (spec 4, 10). */
import { Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"
import { idStableMember } from "./RecordId.ts"

/** The media types of documents. Everything else is served as `application/octet-stream`. */
export const DocumentContentType = Annotations.literals("The media type of a document.", {
  "application/pdf": "A PDF.",
  "image/png": "A PNG image.",
  "image/jpeg": "A JPEG image.",
  "text/plain": "Text.",
  "application/octet-stream": "Any other type."
}).annotate({ identifier: "DocumentContentType" })
export type DocumentContentType = typeof DocumentContentType.Type

export const contentTypeOf = (mediaType: string): DocumentContentType => {
  const name = mediaType.replace(/;.*/s, "").trim().toLowerCase()
  return DocumentContentType.literals.find((known) => known === name) ?? "application/octet-stream"
}

export const DocumentReference = Schema.Struct({
  documentId: Schema.NonEmptyString.pipe(
    Annotations.describe("The identifier for fetching the document from the collection that found it.")
  ),
  idStable: idStableMember("documentId"),
  name: Schema.NonEmptyString.pipe(Annotations.describe("The company's name for the document.")),
  contentType: DocumentContentType
}).pipe(
  Annotations.annotate(
    "DocumentReference",
    "A reference to a collected record's document. Fetch the document by its documentId from the collection that " +
      "found it."
  )
)
export type DocumentReference = typeof DocumentReference.Type
