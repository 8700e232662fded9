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

/** The codes of a start in every version. */
export const startProblems = [
  "NOT_IN_THIS_VERSION",
  "DUPLICATE_PARAMETER",
  "MISSING_PARAMETER",
  "UNEXPECTED_PARAMETER",
  "NOT_A_PDF",
  "BODY_TOO_LARGE",
  "PRODUCT_NOT_SUPPORTED",
  "USER_TOKEN_REQUIRED",
  "INVALID_TOKEN",
  "UNKNOWN_COMPANY",
  "UNKNOWN_CONSENT",
  "CONSENT_OF_ANOTHER_COMPANY",
  "CONSENT_NOT_USABLE",
  "UNATTENDED_LIMIT"
] as const

/** The codes of an input in every version. */
export const supplementProblems = [
  "NOT_IN_THIS_VERSION",
  "NOT_FOUND",
  "NOT_AWAITING_INPUT",
  "WRONG_INPUT_TYPE",
  "INVALID_INPUT"
] as const

const start = Operation.make(
  {
    id: "startCollection",
    summary: "Start a collection",
    description:
      "Collects, on behalf of a person, what a company holds for them. Once this answers, the collection goes on " +
      "whatever happens. Whether the company supports the login method shows in the status.",
    answers: { 201: "The collection has started." },
    examples: { request: Examples.starts, answer: { started: Examples.statuses.started } },
    problems: Problem.of(...startProblems, "UNKNOWN_PARAMETER")
  },
  (error) =>
    HttpApiEndpoint.post("start", "/collections", {
      payload: StartCollection,
      success: HttpApiSchema.WithHeaders(StatusObject.pipe(HttpApiSchema.status(201)), {
        ...personal,
        location: Schema.String.annotate({ description: "Where the status is polled." })
      }),
      error
    }).middleware(ReadableWithFile)
)

const list = Operation.make(
  {
    id: "listCollections",
    summary: "List collections",
    description: "Newest first. Collections that are started while you page through are neither repeated nor skipped.",
    answers: { 200: "One page." },
    examples: { answer: { page: Examples.summaries } },
    problems: Problem.of("NOT_IN_THIS_VERSION", "INVALID_FIELD", "INVALID_CURSOR"),
    query: CollectionList.parameters
  },
  (error) =>
    HttpApiEndpoint.get("list", "/collections", {
      query: {
        latest: Schema.optionalKey(Schema.Boolean),
        statusIn: Schema.optionalKey(CollectionList.StatusIn),
        company: Schema.optionalKey(CompanyId),
        externalReference: Schema.optionalKey(CollectionList.ExternalReference),
        limit: Schema.optionalKey(Paging.Limit),
        cursor: Schema.optionalKey(Paging.CursorText)
      },
      success: HttpApiSchema.WithHeaders(Schema.Array(CollectionSummary), {
        ...personal,
        ...Paging.paged
      }),
      error
    })
)

const status = Operation.make(
  {
    id: "getCollectionStatus",
    summary: "Poll the status of a collection",
    description:
      "Poll at `pollingInterval` until it is absent: then the collection has ended. What the user must do meanwhile is " +
      "in `extraInformation`.",
    answers: { 200: "Where the collection stands." },
    examples: { answer: Examples.statuses },
    polled: true,
    problems: Problem.of("NOT_IN_THIS_VERSION", "NOT_FOUND")
  },
  (error) =>
    HttpApiEndpoint.get("status", "/collections/:collectionId/status", {
      params,
      success: HttpApiSchema.WithHeaders(StatusObject, polled),
      error
    }).middleware(Identified)
)

const supplementInfo = Operation.make(
  {
    id: "supplementInfo",
    summary: "Post what a collection asked for",
    description:
      "Accepted once: from this answer on no status shows the request for input any more, and the next status shows in " +
      "a later poll.",
    answers: { 202: "The input is accepted. The status as it stands right after." },
    examples: { request: Examples.inputs, answer: { accepted: Examples.statuses.started } },
    problems: Problem.of(...supplementProblems, "UNKNOWN_INSTRUCTION")
  },
  (error) =>
    HttpApiEndpoint.post("supplementInfo", "/collections/:collectionId/supplement-info", {
      params,
      payload: SupplementInfo,
      success: HttpApiSchema.WithHeaders(StatusObject.pipe(HttpApiSchema.status(202)), personal),
      error
    })
      .middleware(Identified)
      .middleware(Readable)
)

const erase = Operation.make(
  {
    id: "eraseCollection",
    summary: "Erase the data of a collection",
    description:
      "Of a collection that has ended: from this answer on its data is gone, and asking for it is answered with 410. Its " +
      "status can be read until the record expires. A collection that runs cannot be ended by its client.",
    answers: { 204: "The data is erased." },
    problems: Problem.of("NOT_IN_THIS_VERSION", "NOT_FOUND", "COLLECTION_NOT_ENDED")
  },
  (error) =>
    HttpApiEndpoint.delete("erase", "/collections/:collectionId", {
      params,
      success: HttpApiSchema.NoContent,
      error
    }).middleware(Identified)
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
