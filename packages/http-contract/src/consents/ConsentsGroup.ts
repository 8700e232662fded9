/** The operations to create, list, poll and revoke a user's account-information consents (spec 2.4, 3.4, 4). */
import { Consent, ConsentId } from "@sheaf/domain/Consent"
import { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { ConfirmConsent, CreateConsent } from "@sheaf/domain/CreateConsent"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { personal, polled } from "../openapi/Caching.ts"
import {
  Identified,
  Negotiated,
  RateLimited,
  Readable,
  Repeatable,
  UserAuthenticated,
  Validated
} from "../access/Conditions.ts"
import * as ConsentList from "./ConsentList.ts"
import * as Examples from "../openapi/Examples.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"
import * as Problem from "../problems/Problem.ts"
import queries from "../openapi/queries.json" with { type: "json" }

const params = { consentId: ConsentId }

/** The problem codes of a request for a consent. */
export const consentProblems = [
  "UNKNOWN_PARAMETER",
  "DUPLICATE_PARAMETER",
  "MISSING_PARAMETER",
  "UNEXPECTED_PARAMETER",
  "LOGIN_METHOD_NOT_IN_PRODUCTION",
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
    problems: Problem.of(...consentProblems),
    rate: "starts"
  },
  (error) =>
    HttpApiEndpoint.post("create", "/consents", {
      payload: CreateConsent,
      success: HttpApiSchema.WithHeaders(Consent.pipe(HttpApiSchema.status(201)), {
        ...personal,
        location: Schema.String.annotate({ description: "The address of the status to poll." })
      }),
      error
    })
      .middleware(Readable)
      .middleware(Repeatable)
)

export const page = HttpApiSchema.WithHeaders(Schema.Array(Consent), { ...personal, ...Paging.paged })

/** The parts that all lists of consents share. */
export const list = {
  examples: { answer: { page: [Examples.consents.authorized] } },
  query: queries.consents
}

const listOwn = Operation.make(
  "listConsents",
  { ...list, scope: "consents", problems: Problem.of("INVALID_FIELD", "INVALID_CURSOR") },
  (error) => HttpApiEndpoint.get("list", "/consents", { query: ConsentList.query, success: page, error })
)

const read = Operation.make(
  "getConsent",
  { scope: "consents", examples: { answer: Examples.consents }, problems: Problem.of("NOT_FOUND") },
  (error) =>
    HttpApiEndpoint.get("read", "/consents/:consentId", {
      params,
      success: HttpApiSchema.WithHeaders(Consent, personal),
      error
    }).middleware(Identified)
)

const statusOf = <Status extends Schema.Top>(shown: Status) =>
  Operation.make(
    "getConsentStatus",
    {
      scope: "consents",
      examples: { answer: Examples.consentStatuses },
      problems: Problem.of("NOT_FOUND"),
      rate: "status"
    },
    (error) =>
      HttpApiEndpoint.get("status", "/consents/:consentId/status", {
        params,
        success: HttpApiSchema.WithHeaders(shown, polled),
        error
      }).middleware(Identified)
  )

const confirmOf = <Status extends Schema.Top>(shown: Status) =>
  Operation.make(
    "confirmConsent",
    {
      scope: "consents",
      examples: { request: Examples.confirmations, answer: { authorized: Examples.consentStatuses.authorized } },
      problems: Problem.of("NOT_FOUND", "CONSENT_NOT_CONFIRMED", "NOT_AWAITING_CONFIRMATION", "IDEMPOTENCY_KEY_REUSED")
    },
    (error) =>
      HttpApiEndpoint.post("confirm", "/consents/:consentId/confirmation", {
        params,
        payload: ConfirmConsent,
        success: HttpApiSchema.WithHeaders(shown, personal),
        error
      })
        .middleware(Readable)
        .middleware(Identified)
        .middleware(Repeatable)
  )

const revokeOf = <Status extends Schema.Top>(shown: Status) =>
  Operation.make(
    "revokeConsent",
    {
      scope: "consents",
      examples: { answer: { revoked: Examples.consentStatuses.revoked } },
      problems: Problem.of("NOT_FOUND")
    },
    (error) =>
      HttpApiEndpoint.delete("revoke", "/consents/:consentId", {
        params,
        success: HttpApiSchema.WithHeaders(shown, personal),
        error
      }).middleware(Identified)
  )

/** Returns a version's group, given the version's status object. */
export const consentsGroupOf = <Status extends Schema.Top>(shown: Status) =>
  HttpApiGroup.make("consents")
    .add(create, listOwn, read, statusOf(shown), confirmOf(shown), revokeOf(shown))
    .middleware(Validated)
    .middleware(Negotiated)
    .middleware(RateLimited)
    .middleware(UserAuthenticated)
    .annotateMerge(Operation.group("consents"))

export const ConsentsGroup = consentsGroupOf(ConsentStatusObject)
