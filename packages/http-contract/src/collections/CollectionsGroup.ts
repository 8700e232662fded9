/** Collections: started, listed, followed, answered and erased (spec 4; decisions 2, 4, 5, 8, 11). */
import { CollectionId, CollectionSummary, StatusObject } from "@sheaf/domain/Collection"
import { CompanyId } from "@sheaf/domain/Company"
import { StartCollection } from "@sheaf/domain/StartCollection"
import { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { personal, polled } from "../openapi/Caching.ts"
import * as CollectionList from "./CollectionList.ts"
import { Authenticated, Identified, Negotiated, Readable, ReadableWithFile, Validated } from "../openapi/Conditions.ts"
import * as Examples from "../openapi/Examples.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"
import * as Problem from "../problems/Problem.ts"

const params = { collectionId: CollectionId }

const guarded = [...Operation.guarded, "NOT_ACCEPTABLE", "NOT_IN_THIS_VERSION"] as const

/** What a start can be told in every version. */
export const startProblems = [
  ...Operation.withBody,
  "DUPLICATE_PARAMETER",
  "MISSING_PARAMETER",
  "UNEXPECTED_PARAMETER",
  "NOT_A_PDF",
  "TOO_MANY_LARGE_BODIES",
  "PRODUCT_NOT_SUPPORTED",
  "USER_TOKEN_REQUIRED",
  "UNKNOWN_COMPANY",
  "UNKNOWN_CONSENT",
  "CONSENT_OF_ANOTHER_COMPANY",
  "CONSENT_NOT_USABLE",
  "UNATTENDED_LIMIT"
] as const

/** The forms of these problems. */
export const startErrors = [
  Problem.BadRequest,
  Problem.Unauthorized,
  Problem.NotFound,
  Problem.Conflict,
  Problem.TooLarge,
  Problem.TooManyRequests
] as const

/** What an input can be told in every version. */
export const supplementProblems = [
  ...Operation.withBody,
  "NOT_FOUND",
  "NOT_AWAITING_INPUT",
  "WRONG_INPUT_TYPE",
  "INVALID_INPUT"
] as const

const start = HttpApiEndpoint.post("start", "/collections", {
  payload: StartCollection,
  success: HttpApiSchema.WithHeaders(StatusObject.pipe(HttpApiSchema.status(201)), {
    ...personal,
    location: Schema.String.annotate({ description: "Where the status is polled." })
  }),
  error: startErrors
})
  .middleware(ReadableWithFile)
  .annotateMerge(
    Operation.describe({
      id: "startCollection",
      summary: "Start a collection",
      description:
        "Collects, on behalf of a person, what a company holds for them. Once this answers, the collection goes on " +
        "whatever happens. Whether the company supports the login method shows in the status.",
      answers: { 201: "The collection has started." },
      examples: { request: Examples.starts, answer: { started: Examples.statuses.started } },
      problems: [...guarded, ...startProblems, "UNKNOWN_PARAMETER"]
    })
  )

const list = HttpApiEndpoint.get("list", "/collections", {
  query: {
    latest: Schema.optionalKey(Schema.Boolean),
    statusIn: Schema.optionalKey(CollectionList.StatusIn),
    company: Schema.optionalKey(CompanyId),
    externalReference: Schema.optionalKey(CollectionList.ExternalReference),
    limit: Schema.optionalKey(Paging.Limit),
    cursor: Schema.optionalKey(Paging.Cursor)
  },
  success: HttpApiSchema.WithHeaders(Schema.Array(CollectionSummary), {
    ...personal,
    ...Paging.paged
  }),
  error: [Problem.BadRequest, Problem.NotFound]
}).annotateMerge(
  Operation.describe({
    id: "listCollections",
    summary: "List collections",
    description: "Newest first. Collections that are started while you page through are neither repeated nor skipped.",
    answers: { 200: "One page." },
    examples: { answer: { page: Examples.summaries } },
    problems: [...guarded, "INVALID_FIELD", "INVALID_CURSOR"],
    query: CollectionList.parameters
  })
)

const status = HttpApiEndpoint.get("status", "/collections/:collectionId/status", {
  params,
  success: HttpApiSchema.WithHeaders(StatusObject, polled),
  error: Problem.NotFound
})
  .middleware(Identified)
  .annotateMerge(
    Operation.describe({
      id: "getCollectionStatus",
      summary: "Poll the status of a collection",
      description:
        "Poll at `pollingInterval` until it is absent: then the collection has ended. What the user must do meanwhile is " +
        "in `extraInformation`.",
      answers: { 200: "Where the collection stands." },
      examples: { answer: Examples.statuses },
      problems: [...guarded, "NOT_FOUND"],
      conditional: true
    })
  )

const supplementInfo = HttpApiEndpoint.post("supplementInfo", "/collections/:collectionId/supplement-info", {
  params,
  payload: SupplementInfo,
  success: HttpApiSchema.WithHeaders(StatusObject.pipe(HttpApiSchema.status(202)), personal),
  error: [Problem.NotFound, Problem.Conflict, Problem.Unprocessable]
})
  .middleware(Identified)
  .middleware(Readable)
  .annotateMerge(
    Operation.describe({
      id: "supplementInfo",
      summary: "Post what a collection asked for",
      description:
        "Accepted once: from this answer on no status shows the request for input any more, and the next status shows in " +
        "a later poll.",
      answers: { 202: "The input is accepted. The status as it stands right after." },
      examples: { request: Examples.inputs, answer: { accepted: Examples.statuses.started } },
      problems: [...guarded, ...supplementProblems, "UNKNOWN_INSTRUCTION"]
    })
  )

const erase = HttpApiEndpoint.delete("erase", "/collections/:collectionId", {
  params,
  success: HttpApiSchema.NoContent,
  error: [Problem.NotFound, Problem.Conflict]
})
  .middleware(Identified)
  .annotateMerge(
    Operation.describe({
      id: "eraseCollection",
      summary: "Erase the data of a collection",
      description:
        "Of a collection that has ended: from this answer on its data is gone, and asking for it is answered with 410. Its " +
        "status can be read until the record expires. A collection that runs cannot be ended by its client.",
      answers: { 204: "The data is erased." },
      problems: [...guarded, "NOT_FOUND", "COLLECTION_NOT_ENDED"]
    })
  )

export const CollectionsGroup = HttpApiGroup.make("collections")
  .add(start, list, status, supplementInfo, erase)
  .middleware(Validated)
  .middleware(Negotiated)
  .middleware(Authenticated)
  .annotateMerge(
    OpenApi.annotations({
      title: "Collections",
      description: "Collections: started, listed, followed, answered and erased."
    })
  )
