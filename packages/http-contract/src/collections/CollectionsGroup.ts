/** Starting, listing, polling, supplementing and erasing collections (spec 2.1, 2.5, 4, 5, 11). */
import { CollectionDetails, CollectionId, StatusObject } from "@sheaf/domain/Collection"
import { ConfirmCollection, StartCollection } from "@sheaf/domain/StartCollection"
import { SupplementInfoRequest } from "@sheaf/domain/SupplementInfo"
import { UserId } from "@sheaf/domain/User"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { noStoreHeaders, pollingHeaders } from "../openapi/Caching.ts"
import * as CollectionList from "./CollectionList.ts"
import {
  ApiKeyAuthentication,
  PathIdValidation,
  ContentNegotiation,
  RateLimiting,
  JsonRequestBody,
  JsonRequestBodyWithFile,
  IdempotencyKeySupport,
  RequestValidation
} from "../access/Middlewares.ts"
import * as Examples from "../openapi/Examples.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"
import * as Problem from "../problems/Problem.ts"
import queries from "../openapi/queries.json" with { type: "json" }

const params = { collectionId: CollectionId }

export const startProblemCodes = [
  "NOT_IN_THIS_VERSION",
  "DUPLICATE_PARAMETER",
  "MISSING_PARAMETER",
  "UNEXPECTED_PARAMETER",
  "NOT_A_PDF",
  "BODY_TOO_LARGE",
  "LOGIN_METHOD_NOT_IN_PRODUCTION",
  "LOGIN_METHOD_NOT_FOR_USER",
  "PRODUCT_NOT_SUPPORTED",
  "USER_TOKEN_REQUIRED",
  "INVALID_TOKEN",
  "UNKNOWN_COMPANY",
  "UNKNOWN_CONSENT",
  "CONSENT_OF_ANOTHER_COMPANY",
  "CONSENT_NOT_USABLE",
  "CONNECT_SESSION_UNCONFIRMED",
  "UNATTENDED_LIMIT",
  "TOO_MANY_ATTEMPTS",
  "NOT_FOUND",
  "IDEMPOTENCY_KEY_REUSED"
] as const

export const supplementInfoProblemCodes = [
  "NOT_IN_THIS_VERSION",
  "NOT_FOUND",
  "NOT_AWAITING_INPUT",
  "WRONG_INPUT_TYPE",
  "INVALID_INPUT",
  "IDEMPOTENCY_KEY_REUSED"
] as const

const start = Operation.make(
  "startCollection",
  {
    scope: "collections:write",
    examples: { request: Examples.starts, answer: { started: Examples.statuses.started } },
    problems: Problem.declareCodes(...startProblemCodes, "UNKNOWN_PARAMETER", "SENSITIVE_NOT_ALLOWED"),
    rate: "starts"
  },
  (error) =>
    HttpApiEndpoint.post("start", "/collections", {
      payload: StartCollection,
      success: HttpApiSchema.WithHeaders(StatusObject.pipe(HttpApiSchema.status(201)), {
        ...noStoreHeaders,
        location: Schema.String.annotate({ description: "The address of the status to poll." })
      }),
      error
    })
      .middleware(JsonRequestBodyWithFile)
      .middleware(IdempotencyKeySupport)
)

const listParts = {
  examples: { answer: { page: Examples.summaries } },
  query: { ...queries.collections, ...Paging.listQueriesOf("CollectionStatusValue") }
}

const listResponse = HttpApiSchema.WithHeaders(Schema.Array(CollectionDetails), {
  ...noStoreHeaders,
  ...Paging.nextPageHeader
})

const list = Operation.make(
  "listCollections",
  {
    scope: "collections:read",
    ...listParts,
    problems: Problem.declareCodes("NOT_IN_THIS_VERSION", "INVALID_FIELD", "INVALID_CURSOR")
  },
  (error) =>
    HttpApiEndpoint.get("list", "/collections", { query: CollectionList.queryFields, success: listResponse, error })
)

const { userId: _, ...queryOfUser } = CollectionList.queryFields

const listOfUser = Operation.make(
  "listCollectionsOfUser",
  {
    scope: "collections:read",
    ...listParts,
    problems: Problem.declareCodes("NOT_IN_THIS_VERSION", "NOT_FOUND", "INVALID_FIELD", "INVALID_CURSOR")
  },
  (error) =>
    HttpApiEndpoint.get("listOfUser", "/users/:userId/collections", {
      params: { userId: UserId },
      query: queryOfUser,
      success: listResponse,
      error
    }).middleware(PathIdValidation)
)

const read = Operation.make(
  "getCollection",
  {
    scope: "collections:read",
    examples: { answer: { collection: Examples.summaries[0] } },
    problems: Problem.declareCodes("NOT_IN_THIS_VERSION", "NOT_FOUND")
  },
  (error) =>
    HttpApiEndpoint.get("read", "/collections/:collectionId", {
      params,
      success: HttpApiSchema.WithHeaders(CollectionDetails, noStoreHeaders),
      error
    }).middleware(PathIdValidation)
)

const status = Operation.make(
  "getCollectionStatus",
  {
    scope: "collections:read",
    examples: { answer: Examples.statuses },
    polled: true,
    problems: Problem.declareCodes("NOT_IN_THIS_VERSION", "NOT_FOUND")
  },
  (error) =>
    HttpApiEndpoint.get("status", "/collections/:collectionId/status", {
      params,
      success: HttpApiSchema.WithHeaders(StatusObject, pollingHeaders),
      error
    }).middleware(PathIdValidation)
)

const supplementInfo = Operation.make(
  "supplementInfo",
  {
    scope: "collections:write",
    examples: {
      request: { ...Examples.inputs, repeatable: Examples.repeatableInput },
      answer: { accepted: Examples.statuses.started }
    },
    problems: Problem.declareCodes(...supplementInfoProblemCodes, "INPUT_NO_LONGER_PENDING", "UNKNOWN_INSTRUCTION")
  },
  (error) =>
    HttpApiEndpoint.post("supplementInfo", "/collections/:collectionId/supplement-info", {
      params,
      payload: SupplementInfoRequest,
      success: HttpApiSchema.WithHeaders(StatusObject.pipe(HttpApiSchema.status(202)), noStoreHeaders),
      error
    })
      .middleware(PathIdValidation)
      .middleware(JsonRequestBody)
      .middleware(IdempotencyKeySupport)
)

const confirm = Operation.make(
  "confirmCollection",
  {
    scope: "collections:write",
    examples: { request: Examples.confirmations, answer: { confirmed: Examples.statuses.started } },
    problems: Problem.declareCodes(
      "NOT_IN_THIS_VERSION",
      "NOT_FOUND",
      "USER_TOKEN_REQUIRED",
      "COLLECTION_NOT_CONFIRMED",
      "NOT_AWAITING_CONFIRMATION",
      "IDEMPOTENCY_KEY_REUSED"
    )
  },
  (error) =>
    HttpApiEndpoint.post("confirm", "/collections/:collectionId/confirmation", {
      params,
      payload: ConfirmCollection,
      success: HttpApiSchema.WithHeaders(StatusObject, noStoreHeaders),
      error
    })
      .middleware(PathIdValidation)
      .middleware(JsonRequestBody)
      .middleware(IdempotencyKeySupport)
)

const erase = Operation.make(
  "eraseCollection",
  {
    scope: "collections:write",
    problems: Problem.declareCodes("NOT_IN_THIS_VERSION", "NOT_FOUND", "COLLECTION_NOT_ENDED")
  },
  (error) =>
    HttpApiEndpoint.delete("erase", "/collections/:collectionId", {
      params,
      success: HttpApiSchema.NoContent,
      error
    }).middleware(PathIdValidation)
)

export const CollectionsGroup = HttpApiGroup.make("collections")
  .add(start, list, listOfUser, read, status, supplementInfo, confirm, erase)
  .middleware(RequestValidation)
  .middleware(ContentNegotiation)
  .middleware(RateLimiting)
  .middleware(ApiKeyAuthentication)
  .annotateMerge(Operation.groupAnnotations("collections"))
