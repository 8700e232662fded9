/** Consents to read accounts, which a user creates, lists, polls and revokes (spec 2.4, 4; decisions 9). */
import { Consent, ConsentId } from "@sheaf/domain/Consent"
import { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { CreateConsent } from "@sheaf/domain/CreateConsent"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { personal, polled } from "../openapi/Caching.ts"
import { Identified, Negotiated, Readable, UserAuthenticated, Validated } from "../openapi/Conditions.ts"
import * as ConsentList from "./ConsentList.ts"
import * as Examples from "../openapi/Examples.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"
import * as Problem from "../problems/Problem.ts"

const params = { consentId: ConsentId }

const create = Operation.make(
  {
    id: "createConsent",
    summary: "Create a consent",
    description:
      "Requests a consent to read the user's accounts from a bank. With SWEDISH_EID, the user authorizes it in the " +
      "electronic ID app, otherwise on the bank's page. Poll the status for the next action. The request continues " +
      "after this response, even if the client disconnects or the service restarts.",
    answers: { 201: "The new consent, which waits for authorization." },
    examples: { request: Examples.consentRequests, answer: { created: Examples.consents.created } },
    problems: Problem.of(
      "UNKNOWN_PARAMETER",
      "DUPLICATE_PARAMETER",
      "MISSING_PARAMETER",
      "UNEXPECTED_PARAMETER",
      "PRODUCT_NOT_SUPPORTED",
      "UNKNOWN_COMPANY"
    )
  },
  (error) =>
    HttpApiEndpoint.post("create", "/consents", {
      payload: CreateConsent,
      success: HttpApiSchema.WithHeaders(Consent.pipe(HttpApiSchema.status(201)), {
        ...personal,
        location: Schema.String.annotate({ description: "The address of the status to poll." })
      }),
      error
    }).middleware(Readable)
)

/** A page of consents. */
export const page = HttpApiSchema.WithHeaders(Schema.Array(Consent), { ...personal, ...Paging.paged })

/** The parts that all lists of consents share. */
export const list = {
  answers: { 200: "A page of consents." },
  examples: { answer: { page: [Examples.consents.authorized] } },
  query: ConsentList.parameters
}

const listOwn = Operation.make(
  {
    ...list,
    id: "listConsents",
    summary: "List consents",
    description:
      "Lists the user's consents, newest first. Consents created while you page through the list neither repeat nor " +
      "hide entries.",
    problems: Problem.of("INVALID_FIELD", "INVALID_CURSOR")
  },
  (error) => HttpApiEndpoint.get("list", "/consents", { query: ConsentList.query, success: page, error })
)

const read = Operation.make(
  {
    id: "getConsent",
    summary: "Get a consent",
    description:
      "Returns a consent. It has the requested scope and expiration until it is authorized, and the granted scope " +
      "and expiration afterward.",
    answers: { 200: "The consent." },
    examples: { answer: Examples.consents },
    problems: Problem.of("NOT_FOUND")
  },
  (error) =>
    HttpApiEndpoint.get("read", "/consents/:consentId", {
      params,
      success: HttpApiSchema.WithHeaders(Consent, personal),
      error
    }).middleware(Identified)
)

const status = Operation.make(
  {
    id: "getConsentStatus",
    summary: "Get a consent's status",
    description:
      "Returns a consent's status. Poll it every `pollingInterval` milliseconds. Once `pollingInterval` is absent, the " +
      "consent is authorized or has ended. `authInstructions` describes the action that the user must take.",
    answers: { 200: "The consent's status." },
    examples: { answer: Examples.consentStatuses },
    problems: Problem.of("NOT_FOUND")
  },
  (error) =>
    HttpApiEndpoint.get("status", "/consents/:consentId/status", {
      params,
      success: HttpApiSchema.WithHeaders(ConsentStatusObject, polled),
      error
    }).middleware(Identified)
)

const revoke = Operation.make(
  {
    id: "revokeConsent",
    summary: "Revoke a consent",
    description:
      "Revokes a consent. The service stops reading accounts under it immediately, and informs the bank as soon as " +
      "the bank can be reached. Revoking an ended consent has no effect.",
    answers: { 200: "The status after the request." },
    examples: { answer: { revoked: Examples.consentStatuses.revoked } },
    problems: Problem.of("NOT_FOUND")
  },
  (error) =>
    HttpApiEndpoint.delete("revoke", "/consents/:consentId", {
      params,
      success: HttpApiSchema.WithHeaders(ConsentStatusObject, personal),
      error
    }).middleware(Identified)
)

export const ConsentsGroup = HttpApiGroup.make("consents")
  .add(create, listOwn, read, status, revoke)
  .middleware(Validated)
  .middleware(Negotiated)
  .middleware(UserAuthenticated)
  .annotateMerge(
    OpenApi.annotations({ title: "Consents", description: "A user's consents to read accounts at banks." })
  )
