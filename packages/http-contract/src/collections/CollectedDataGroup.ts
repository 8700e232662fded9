/** What a collection found: records by product, and their documents (spec 4; decisions 10). */
import { CollectionId } from "@sheaf/domain/Collection"
import { DocumentContentType } from "@sheaf/domain/Document"
import { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { WealthRecord } from "@sheaf/domain/WealthRecord"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { personal } from "../openapi/Caching.ts"
import { Authenticated, Identified, Negotiated, Validated } from "../openapi/Conditions.ts"
import * as Examples from "../openapi/Examples.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Problem from "../problems/Problem.ts"

const params = { collectionId: CollectionId }

/** What names a document. */
export const documentParams = {
  ...params,
  documentId: Schema.String.annotate({ description: "The documentId of a record's document." })
}

const error = [Problem.NotFound, Problem.Conflict, Problem.Gone] as const

const problems = [
  ...Operation.guarded,
  "NOT_IN_THIS_VERSION",
  "NOT_FOUND",
  "PRODUCT_NOT_COLLECTED",
  "COLLECTION_NOT_COMPLETED",
  "DATA_EXPIRED"
] as const

const Content = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/octet-stream" }))

/** A document as a file to save. */
export const attached = HttpApiSchema.WithHeaders(Content, {
  ...personal,
  "content-disposition": Schema.String.annotate({ description: "`attachment`, with the document's name (RFC 6266)." }),
  "x-content-type-options": Schema.Literal("nosniff").annotate({
    description: "Always `nosniff`: a browser takes the document for nothing but its media type."
  })
})

/** When the data routes have an answer, and how to read it. */
export const whenThereIsData =
  "COMPLETED_EMPTY has an empty list; before the collection has completed, and when it failed, the answer is 409. A " +
  "member that is absent is unknown: never zero, never nothing."

const insuranceData = HttpApiEndpoint.get("insuranceData", "/collections/:collectionId/insurance/data", {
  params,
  success: HttpApiSchema.WithHeaders(Schema.Array(InsuranceRecord), personal),
  error
})
  .middleware(Negotiated)
  .annotateMerge(
    Operation.describe({
      id: "getInsuranceData",
      summary: "Fetch the collected insurances",
      description: `In COMPLETED and COMPLETED_PARTIAL, the insurances that were found. ${whenThereIsData}`,
      answers: { 200: "The insurances that were found." },
      examples: { answer: { insurances: Examples.insurances } },
      problems: [...problems, "NOT_ACCEPTABLE"]
    })
  )

const wealthData = HttpApiEndpoint.get("wealthData", "/collections/:collectionId/wealth/data", {
  params,
  success: HttpApiSchema.WithHeaders(Schema.Array(WealthRecord), personal),
  error
})
  .middleware(Negotiated)
  .annotateMerge(
    Operation.describe({
      id: "getWealthData",
      summary: "Fetch the collected pensions, investments and accounts",
      description: `In COMPLETED and COMPLETED_PARTIAL, what was found. ${whenThereIsData}`,
      answers: { 200: "The pensions, investments and accounts that were found." },
      examples: { answer: { wealth: Examples.wealth } },
      problems: [...problems, "NOT_ACCEPTABLE"]
    })
  )

/** What every version says of its document routes. */
export const documentWords = {
  description: "Always a file to save, never a page to show: its name and media type come from the company.",
  answers: { 200: "The document." },
  problems,
  mediaTypes: DocumentContentType.literals
}

const insuranceDocument = HttpApiEndpoint.get(
  "insuranceDocument",
  "/collections/:collectionId/insurance/document/:documentId",
  { params: documentParams, success: attached, error }
).annotateMerge(
  Operation.describe({ id: "getInsuranceDocument", summary: "Fetch a document of an insurance", ...documentWords })
)

const wealthDocument = HttpApiEndpoint.get("wealthDocument", "/collections/:collectionId/wealth/document/:documentId", {
  params: documentParams,
  success: attached,
  error
}).annotateMerge(
  Operation.describe({ id: "getWealthDocument", summary: "Fetch a document of a wealth record", ...documentWords })
)

export const CollectedDataGroup = HttpApiGroup.make("collectedData")
  .add(insuranceData, insuranceDocument, wealthData, wealthDocument)
  .middleware(Identified)
  .middleware(Validated)
  .middleware(Authenticated)
  .annotateMerge(OpenApi.annotations({ title: "Collected data", description: "What collections found." }))
