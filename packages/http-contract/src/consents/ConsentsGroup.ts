/** Consents to read accounts: created, listed, followed and revoked by their user (spec 2.4, 4; decisions 9). */
import { Consent, ConsentId } from "@sheaf/domain/Consent"
import { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { CreateConsent } from "@sheaf/domain/CreateConsent"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { personal, polled } from "../openapi/Caching.ts"
import { Identified, Negotiated, Readable, UserAuthenticated, Validated } from "../openapi/Conditions.ts"
import * as ConsentExamples from "./ConsentExamples.ts"
import * as ConsentList from "./ConsentList.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"
import * as Problem from "../problems/Problem.ts"

const params = { consentId: ConsentId }

const create = Operation.make(
  {
    id: "createConsent",
    summary: "Create a consent to read accounts",
    description:
      "Asks the bank for a consent of the user. What the user has to do to authorise it shows in its status: with " +
      "SWEDISH_EID by the electronic ID, without it on a page of the bank. Once this answers, it goes on whatever happens.",
    answers: { 201: "The consent is created, and waits to be authorised." },
    examples: { request: ConsentExamples.requests, answer: { created: ConsentExamples.consents.created } },
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
        location: Schema.String.annotate({ description: "Where the status is polled." })
      }),
      error
    }).middleware(Readable)
)

/** A page of consents. */
export const page = HttpApiSchema.WithHeaders(Schema.Array(Consent), { ...personal, ...Paging.paged })

/** What every list of consents says of itself. */
export const listWords = {
  answers: { 200: "One page." },
  examples: { answer: { page: [ConsentExamples.consents.authorized] } },
  query: ConsentList.parameters
}

const list = Operation.make(
  {
    ...listWords,
    id: "listConsents",
    summary: "List the user's consents",
    description: "Newest first. Consents that are created while you page through are neither repeated nor skipped.",
    problems: Problem.of("INVALID_FIELD", "INVALID_CURSOR")
  },
  (error) =>
    HttpApiEndpoint.get("list", "/consents", {
      query: ConsentList.query,
      success: page,
      error
    })
)

const read = Operation.make(
  {
    id: "getConsent",
    summary: "Read a consent",
    description: "Scope and end are those that were asked for until the consent is authorised, then those granted.",
    answers: { 200: "The consent." },
    examples: { answer: ConsentExamples.consents },
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
    summary: "Poll the status of a consent",
    description:
      "Poll at `pollingInterval` until it is absent: then the consent is authorised, or has ended. What the user must do " +
      "meanwhile is in `authInstructions`.",
    answers: { 200: "Where the consent stands." },
    examples: { answer: ConsentExamples.statuses },
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
      "From this answer on nothing is read under the consent; the bank is told as soon as it can be reached. One that " +
      "has ended stays as it is.",
    answers: { 200: "The status as it stands right after." },
    examples: { answer: { revoked: ConsentExamples.statuses.revoked } },
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
  .add(create, list, read, status, revoke)
  .middleware(Validated)
  .middleware(Negotiated)
  .middleware(UserAuthenticated)
  .annotateMerge(
    OpenApi.annotations({ title: "Consents", description: "Consents to read accounts, in the name of their user." })
  )
