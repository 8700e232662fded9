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

/** The codes of data and documents in every version. */
export const dataProblems = Problem.of(
  "NOT_IN_THIS_VERSION",
  "NOT_FOUND",
  "PRODUCT_NOT_COLLECTED",
  "COLLECTION_NOT_COMPLETED",
  "DATA_EXPIRED"
)

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

const insuranceData = Operation.make(
  {
    id: "getInsuranceData",
    summary: "Fetch the collected insurances",
    description: `In COMPLETED and COMPLETED_PARTIAL, the insurances that were found. ${whenThereIsData}`,
    answers: { 200: "The insurances that were found." },
    examples: { answer: { insurances: Examples.insurances } },
    problems: dataProblems
  },
  (error) =>
    HttpApiEndpoint.get("insuranceData", "/collections/:collectionId/insurance/data", {
      params,
      success: HttpApiSchema.WithHeaders(Schema.Array(InsuranceRecord), personal),
      error
    }).middleware(Negotiated)
)

const wealthData = Operation.make(
  {
    id: "getWealthData",
    summary: "Fetch the collected pensions, investments and accounts",
    description: `In COMPLETED and COMPLETED_PARTIAL, what was found. ${whenThereIsData}`,
    answers: { 200: "The pensions, investments and accounts that were found." },
    examples: { answer: { wealth: Examples.wealth } },
    problems: dataProblems
  },
  (error) =>
    HttpApiEndpoint.get("wealthData", "/collections/:collectionId/wealth/data", {
      params,
      success: HttpApiSchema.WithHeaders(Schema.Array(WealthRecord), personal),
      error
    }).middleware(Negotiated)
)

/** What every version says of its document routes. */
export const documentWords = {
  description: "Always a file to save, never a page to show: its name and media type come from the company.",
  answers: { 200: "The document." },
  problems: dataProblems,
  mediaTypes: DocumentContentType.literals
}

const insuranceDocument = Operation.make(
  { id: "getInsuranceDocument", summary: "Fetch a document of an insurance", ...documentWords },
  (error) =>
    HttpApiEndpoint.get("insuranceDocument", "/collections/:collectionId/insurance/document/:documentId", {
      params: documentParams,
      success: attached,
      error
    })
)

const wealthDocument = Operation.make(
  { id: "getWealthDocument", summary: "Fetch a document of a wealth record", ...documentWords },
  (error) =>
    HttpApiEndpoint.get("wealthDocument", "/collections/:collectionId/wealth/document/:documentId", {
      params: documentParams,
      success: attached,
      error
    })
)

export const CollectedDataGroup = HttpApiGroup.make("collectedData")
  .add(insuranceData, insuranceDocument, wealthData, wealthDocument)
  .middleware(Identified)
  .middleware(Validated)
  .middleware(Authenticated)
  .annotateMerge(OpenApi.annotations({ title: "Collected data", description: "What collections found." }))
