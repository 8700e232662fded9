/** Creating, listing, polling and revoking a user's account-information consents (spec 2.4, 3.4, 4). */
import { Consent, ConsentDetails, ConsentId } from "@sheaf/domain/Consent"
import { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { ConfirmConsent, CreateConsent } from "@sheaf/domain/CreateConsent"
import { RenewConsent } from "@sheaf/domain/RenewConsent"
import { ConsentAnswer } from "@sheaf/domain/SupplementInfo"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { noStoreHeaders, pollingHeaders } from "../openapi/Caching.ts"
import {
  ClientOrUserAuthentication,
  PathIdValidation,
  ContentNegotiation,
  RateLimiting,
  JsonRequestBody,
  IdempotencyKeySupport,
  UserAuthentication,
  RequestValidation
} from "../access/Middlewares.ts"
import * as ConsentList from "./ConsentList.ts"
import * as Examples from "../openapi/Examples.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"
import * as Problem from "../problems/Problem.ts"
import queries from "../openapi/queries.json" with { type: "json" }

const params = { consentId: ConsentId }

export const consentProblemCodes = [
  "UNKNOWN_PARAMETER",
  "DUPLICATE_PARAMETER",
  "MISSING_PARAMETER",
  "UNEXPECTED_PARAMETER",
  "LOGIN_METHOD_NOT_IN_PRODUCTION",
  "LOGIN_METHOD_NOT_FOR_USER",
  "PRODUCT_NOT_SUPPORTED",
  "UNKNOWN_COMPANY",
  "NOT_FOUND",
  "IDEMPOTENCY_KEY_REUSED",
  "STORED_CONSENT_NOT_SUPPORTED",
  "TOO_MANY_ATTEMPTS"
] as const

const create = Operation.make(
  "createConsent",
  {
    scope: "consents",
    examples: { request: Examples.consentRequests, answer: { created: Examples.consents.created } },
    problems: Problem.declareCodes(...consentProblemCodes),
    rate: "starts"
  },
  (error) =>
    HttpApiEndpoint.post("create", "/consents", {
      payload: CreateConsent,
      success: HttpApiSchema.WithHeaders(Consent.pipe(HttpApiSchema.status(201)), {
        ...noStoreHeaders,
        location: Schema.String.annotate({ description: "The address of the status to poll." })
      }),
      error
    })
      .middleware(JsonRequestBody)
      .middleware(IdempotencyKeySupport)
)

export const consentListResponse = HttpApiSchema.WithHeaders(Schema.Array(ConsentStatusObject), {
  ...noStoreHeaders,
  ...Paging.nextPageHeader
})

export const consentListParts = {
  examples: { answer: { page: [Examples.consentStatuses.authorized] } },
  query: { ...queries.consents, ...Paging.listQueriesOf("ConsentStatusValue") }
}

const listOwn = Operation.make(
  "listConsents",
  { ...consentListParts, scope: "consents", problems: Problem.declareCodes("INVALID_FIELD", "INVALID_CURSOR") },
  (error) =>
    HttpApiEndpoint.get("list", "/consents", {
      query: ConsentList.queryFields,
      success: consentListResponse,
      error
    }).middleware(ClientOrUserAuthentication)
)

const readOf = <Shown extends Schema.Top>(shown: Shown) =>
  Operation.make(
    "getConsent",
    { scope: "consents", examples: { answer: Examples.consentStatuses }, problems: Problem.declareCodes("NOT_FOUND") },
    (error) =>
      HttpApiEndpoint.get("read", "/consents/:consentId", {
        params,
        success: HttpApiSchema.WithHeaders(shown, noStoreHeaders),
        error
      })
        .middleware(PathIdValidation)
        .middleware(ClientOrUserAuthentication)
  )

const renew = Operation.make(
  "renewConsent",
  {
    scope: "consents",
    examples: { request: Examples.renewals, answer: { created: Examples.consents.renewed } },
    problems: Problem.declareCodes(...consentProblemCodes, "CONSENT_NOT_RENEWABLE"),
    rate: "starts"
  },
  (error) =>
    HttpApiEndpoint.post("renew", "/consents/:consentId/renewal", {
      params,
      payload: RenewConsent,
      success: HttpApiSchema.WithHeaders(ConsentDetails.pipe(HttpApiSchema.status(201)), {
        ...noStoreHeaders,
        location: Schema.String.annotate({ description: "The address of the new consent's status to poll." })
      }),
      error
    })
      .middleware(JsonRequestBody)
      .middleware(PathIdValidation)
      .middleware(IdempotencyKeySupport)
)

const statusOf = <Status extends Schema.Top>(shown: Status) =>
  Operation.make(
    "getConsentStatus",
    {
      scope: "consents",
      examples: { answer: Examples.consentStatuses },
      problems: Problem.declareCodes("NOT_FOUND"),
      rate: "status"
    },
    (error) =>
      HttpApiEndpoint.get("status", "/consents/:consentId/status", {
        params,
        success: HttpApiSchema.WithHeaders(shown, pollingHeaders),
        error
      })
        .middleware(PathIdValidation)
        .middleware(ClientOrUserAuthentication)
  )

const confirmOf = <Status extends Schema.Top>(shown: Status) =>
  Operation.make(
    "confirmConsent",
    {
      scope: "consents",
      examples: { request: Examples.confirmations, answer: { authorized: Examples.consentStatuses.authorized } },
      problems: Problem.declareCodes(
        "NOT_FOUND",
        "CONSENT_NOT_CONFIRMED",
        "NOT_AWAITING_CONFIRMATION",
        "IDEMPOTENCY_KEY_REUSED"
      )
    },
    (error) =>
      HttpApiEndpoint.post("confirm", "/consents/:consentId/confirmation", {
        params,
        payload: ConfirmConsent,
        success: HttpApiSchema.WithHeaders(shown, noStoreHeaders),
        error
      })
        .middleware(JsonRequestBody)
        .middleware(PathIdValidation)
        .middleware(IdempotencyKeySupport)
  )

export const answerProblemCodes = [
  "NOT_FOUND",
  "NOT_AWAITING_INPUT",
  "WRONG_INPUT_TYPE",
  "INVALID_INPUT",
  "IDEMPOTENCY_KEY_REUSED"
] as const

const supplyOf = <Status extends Schema.Top>(shown: Status) =>
  Operation.make(
    "answerConsent",
    {
      scope: "consents",
      examples: { request: Examples.consentAnswers, answer: { accepted: Examples.answeredConsent } },
      problems: Problem.declareCodes(...answerProblemCodes)
    },
    (error) =>
      HttpApiEndpoint.post("supply", "/consents/:consentId/supplement-info", {
        params,
        payload: ConsentAnswer,
        success: HttpApiSchema.WithHeaders(shown.pipe(HttpApiSchema.status(202)), noStoreHeaders),
        error
      })
        .middleware(JsonRequestBody)
        .middleware(PathIdValidation)
        .middleware(IdempotencyKeySupport)
  )

const revokeOf = <Status extends Schema.Top>(shown: Status) =>
  Operation.make(
    "revokeConsent",
    {
      scope: "consents",
      examples: { answer: { revoked: Examples.consentStatuses.revoked } },
      problems: Problem.declareCodes("NOT_FOUND")
    },
    (error) =>
      HttpApiEndpoint.delete("revoke", "/consents/:consentId", {
        params,
        success: HttpApiSchema.WithHeaders(shown, noStoreHeaders),
        error
      }).middleware(PathIdValidation)
  )

const operationsOf = <Status extends Schema.Top, Shown extends Schema.Top>(status: Status, shown: Shown) =>
  [
    create.middleware(UserAuthentication),
    listOwn,
    readOf(shown),
    statusOf(status),
    confirmOf(status).middleware(UserAuthentication),
    supplyOf(status).middleware(UserAuthentication),
    revokeOf(status).middleware(UserAuthentication)
  ] as const

/**
 * Returns the consents group for versions without renewals. In those versions, creating a consent returns only its
 * status object.
 */
export const consentsGroupOf = <Status extends Schema.Top>(status: Status) =>
  HttpApiGroup.make("consents")
    .add(...operationsOf(status, status))
    .middleware(RequestValidation)
    .middleware(ContentNegotiation)
    .middleware(RateLimiting)
    .annotateMerge(Operation.groupAnnotations("consents"))

export const ConsentsGroup = HttpApiGroup.make("consents")
  .add(...operationsOf(ConsentStatusObject, ConsentDetails), renew.middleware(UserAuthentication))
  .middleware(RequestValidation)
  .middleware(ContentNegotiation)
  .middleware(RateLimiting)
  .annotateMerge(Operation.groupAnnotations("consents"))
