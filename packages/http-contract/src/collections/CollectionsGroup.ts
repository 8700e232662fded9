/** Collections, which clients start, list, poll, supplement and erase (spec 4; decisions 2, 4, 5, 8, 11). */
import { CollectionId, CollectionSummary, StatusObject } from "@sheaf/domain/Collection"
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

/** The problem codes of a start request in every version. */
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

/** The problem codes of posted input in every version. */
export const supplementProblems = [
  "NOT_IN_THIS_VERSION",
  "NOT_FOUND",
  "NOT_AWAITING_INPUT",
  "WRONG_INPUT_TYPE",
  "INVALID_INPUT"
] as const

/** The description of the status operation in every version. */
export const statusDescription =
  "Returns a collection's status. Poll it every `pollingInterval` milliseconds. Once `pollingInterval` is absent, the " +
  "collection has ended. `extraInformation` describes the action that the user must take, and the input to post."

const start = Operation.make(
  {
    id: "startCollection",
    summary: "Start a collection",
    description:
      "Starts collecting a person's insurances, pensions, investments and accounts from a company. The collection continues " +
      "after this response, even if the client disconnects or the service restarts. An unsupported login method is " +
      "reported in the status. If the response is lost, search `GET /collections` by `externalReference` before you " +
      "start another collection.",
    answers: { 201: "The collection has started." },
    examples: { request: Examples.starts, answer: { started: Examples.statuses.started } },
    problems: Problem.of(...startProblems, "UNKNOWN_PARAMETER")
  },
  (error) =>
    HttpApiEndpoint.post("start", "/collections", {
      payload: StartCollection,
      success: HttpApiSchema.WithHeaders(StatusObject.pipe(HttpApiSchema.status(201)), {
        ...personal,
        location: Schema.String.annotate({ description: "The address of the status to poll." })
      }),
      error
    }).middleware(ReadableWithFile)
)

const list = Operation.make(
  {
    id: "listCollections",
    summary: "List collections",
    description:
      "Lists the client's collections or, with a user's token, the user's collections, newest first. Collections " +
      "started while you page through the list neither repeat nor hide entries.",
    answers: { 200: "A page of collections." },
    examples: { answer: { page: Examples.summaries } },
    problems: Problem.of("NOT_IN_THIS_VERSION", "INVALID_FIELD", "INVALID_CURSOR"),
    query: CollectionList.parameters
  },
  (error) =>
    HttpApiEndpoint.get("list", "/collections", {
      query: CollectionList.query,
      success: HttpApiSchema.WithHeaders(Schema.Array(CollectionSummary), { ...personal, ...Paging.paged }),
      error
    })
)

const status = Operation.make(
  {
    id: "getCollectionStatus",
    summary: "Get a collection's status",
    description: statusDescription,
    answers: { 200: "The collection's status." },
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
    summary: "Supplement a collection",
    description:
      "Posts the input that a collection asked for. Input is accepted once. The status stops requesting it, and a later " +
      "poll returns the next status.",
    answers: { 202: "The input is accepted. The body is the status after the request." },
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
    summary: "Erase a collection's data",
    description:
      "Erases an ended collection's data. Later requests for the data return 410. The status remains readable until " +
      "the end of its own retention period. A client cannot end a running collection.",
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
      description: "Collections of a person's data from a company."
    })
  )
