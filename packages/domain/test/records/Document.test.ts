/** Documents that belong to a record (spec 10). */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { contentTypeOf, DocumentReference } from "../../src/records/Document.ts"

describe("The media type of a document", () => {
  it.each([
    ["application/pdf", "application/pdf"],
    ["image/png", "image/png"],
    ["image/jpeg", "image/jpeg"],
    ["text/plain", "text/plain"],
    ["Application/PDF", "application/pdf"],
    ["text/plain; charset=utf-8", "text/plain"],
    [" image/png ; q=1", "image/png"],
    ["text/html", "application/octet-stream"],
    ["image/svg+xml", "application/octet-stream"],
    ["application/pdfx", "application/octet-stream"],
    ["", "application/octet-stream"]
  ])("is %j: served as %s", (given, expected) => {
    assert.strictEqual(contentTypeOf(given), expected)
  })

  it.prop("is always valid in a reference", [Schema.String], ([mediaType]) => {
    const reference = { documentId: "1", name: "Terms", contentType: contentTypeOf(mediaType) }
    assert.isTrue(Schema.is(DocumentReference)(reference))
  })

  it("is rejected in a reference if it is not on the list", () => {
    assert.isFalse(Schema.is(DocumentReference)({ documentId: "1", name: "Terms", contentType: "text/html" }))
  })
})
