/** The calls of the Connect page (spec 13). They belong to no version, and have the shapes of the newest version. */
import { CollectionId, StatusObject } from "@sheaf/domain/Collection"
import {
  ConnectCompany,
  ConnectPageSession,
  ConnectPermissions,
  ConnectSummary,
  CreateConnectConsent,
  FinishConnectSession,
  FinishedConnectSession,
  OpenConnectSession,
  OpenedConnectSession,
  StartConnectCollection
} from "@sheaf/domain/ConnectCalls"
import { Consent, ConsentId } from "@sheaf/domain/Consent"
import { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { ConfirmConsent } from "@sheaf/domain/CreateConsent"
import { SupplementInfoRequest } from "@sheaf/domain/SupplementInfo"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { startProblems, supplementProblems } from "../collections/CollectionsGroup.ts"
import { consentProblems } from "../consents/ConsentsGroup.ts"
import { personal, polled } from "../openapi/Caching.ts"
import {
  Downloadable,
  Identified,
  Negotiated,
  PageAuthenticated,
  RateLimited,
  Readable,
  ReadableWithFile,
  Repeatable,
  SameOrigin,
  Validated
} from "../access/Conditions.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Problem from "../problems/Problem.ts"

const location = Schema.String.annotate({ description: "The address of the status to poll." })

const collectionParams = { collectionId: CollectionId }
const consentParams = { consentId: ConsentId }

const open = Operation.make(
  "openConnectSession",
  {
    problems: Problem.of(
      "RATE_LIMITED",
      "CONNECT_SESSION_NOT_FOUND",
      "CONNECT_SESSION_ELSEWHERE",
      "CONNECT_SESSION_EXPIRED"
    )
  },
  (error) =>
    HttpApiEndpoint.post("open", "/connect/open", {
      payload: OpenConnectSession,
      success: HttpApiSchema.WithHeaders(OpenedConnectSession, {
        ...personal,
        "set-cookie": Schema.String.annotate({ description: "The secret of the browser." })
      }),
      error
    }).middleware(Readable)
)

/** The call of a browser that has no token yet. */
export const ConnectOpenGroup = HttpApiGroup.make("connectOpen")
  .add(open)
  .middleware(Validated)
  .middleware(Negotiated)
  .middleware(SameOrigin)
  .annotateMerge(Operation.group("connectPages"))

const session = Operation.make("getConnectPageSession", {}, () =>
  HttpApiEndpoint.get("session", "/connect/session", {
    success: HttpApiSchema.WithHeaders(ConnectPageSession, personal)
  })
)

const companies = Operation.make("listConnectCompanies", {}, () =>
  HttpApiEndpoint.get("companies", "/connect/companies", {
    success: HttpApiSchema.WithHeaders(Schema.Array(ConnectCompany), personal)
  })
)

const startCollection = Operation.make(
  "startConnectCollection",
  {
    problems: Problem.of(...startProblems, "UNKNOWN_PARAMETER", "CONNECT_SESSION_ENDED", "CONNECT_PURPOSE_MISMATCH"),
    rate: "starts"
  },
  (error) =>
    HttpApiEndpoint.post("startCollection", "/connect/collections", {
      payload: StartConnectCollection,
      success: HttpApiSchema.WithHeaders(StatusObject.pipe(HttpApiSchema.status(201)), { ...personal, location }),
      error
    })
      .middleware(ReadableWithFile)
      .middleware(Repeatable)
)

const collectionStatus = Operation.make(
  "getConnectCollectionStatus",
  { problems: Problem.of("NOT_FOUND", "CONNECT_PURPOSE_MISMATCH"), rate: "status" },
  (error) =>
    HttpApiEndpoint.get("collectionStatus", "/connect/collections/:collectionId/status", {
      params: collectionParams,
      success: HttpApiSchema.WithHeaders(StatusObject, polled),
      error
    }).middleware(Identified)
)

const supplement = Operation.make(
  "supplementConnectCollection",
  {
    problems: Problem.of(
      ...supplementProblems,
      "INPUT_NO_LONGER_PENDING",
      "UNKNOWN_INSTRUCTION",
      "CONNECT_PURPOSE_MISMATCH"
    )
  },
  (error) =>
    HttpApiEndpoint.post("supplement", "/connect/collections/:collectionId/supplement-info", {
      params: collectionParams,
      payload: SupplementInfoRequest,
      success: HttpApiSchema.WithHeaders(StatusObject.pipe(HttpApiSchema.status(202)), personal),
      error
    })
      .middleware(Identified)
      .middleware(Readable)
      .middleware(Repeatable)
)

const eraseCollection = Operation.make(
  "eraseConnectCollection",
  { problems: Problem.of("NOT_FOUND", "COLLECTION_NOT_ENDED") },
  (error) =>
    HttpApiEndpoint.delete("eraseCollection", "/connect/collections/:collectionId", {
      params: collectionParams,
      success: HttpApiSchema.NoContent,
      error
    }).middleware(Identified)
)

const createConsent = Operation.make(
  "createConnectConsent",
  { problems: Problem.of(...consentProblems, "CONNECT_SESSION_ENDED", "CONNECT_PURPOSE_MISMATCH"), rate: "starts" },
  (error) =>
    HttpApiEndpoint.post("createConsent", "/connect/consents", {
      payload: CreateConnectConsent,
      success: HttpApiSchema.WithHeaders(Consent.pipe(HttpApiSchema.status(201)), { ...personal, location }),
      error
    })
      .middleware(Readable)
      .middleware(Repeatable)
)

const consentStatus = Operation.make(
  "getConnectConsentStatus",
  { problems: Problem.of("NOT_FOUND", "CONNECT_PURPOSE_MISMATCH"), rate: "status" },
  (error) =>
    HttpApiEndpoint.get("consentStatus", "/connect/consents/:consentId/status", {
      params: consentParams,
      success: HttpApiSchema.WithHeaders(ConsentStatusObject, polled),
      error
    }).middleware(Identified)
)

const confirmConsent = Operation.make(
  "confirmConnectConsent",
  {
    problems: Problem.of(
      "NOT_FOUND",
      "CONSENT_NOT_CONFIRMED",
      "NOT_AWAITING_CONFIRMATION",
      "IDEMPOTENCY_KEY_REUSED",
      "CONNECT_PURPOSE_MISMATCH"
    )
  },
  (error) =>
    HttpApiEndpoint.post("confirmConsent", "/connect/consents/:consentId/confirmation", {
      params: consentParams,
      payload: ConfirmConsent,
      success: HttpApiSchema.WithHeaders(ConsentStatusObject, personal),
      error
    })
      .middleware(Identified)
      .middleware(Readable)
      .middleware(Repeatable)
)

const revokeConsent = Operation.make("revokeConnectConsent", { problems: Problem.of("NOT_FOUND") }, (error) =>
  HttpApiEndpoint.delete("revokeConsent", "/connect/consents/:consentId", {
    params: consentParams,
    success: HttpApiSchema.WithHeaders(ConsentStatusObject, personal),
    error
  }).middleware(Identified)
)

const summary = Operation.make("getConnectSummary", {}, () =>
  HttpApiEndpoint.get("summary", "/connect/summary", { success: HttpApiSchema.WithHeaders(ConnectSummary, personal) })
)

const permissions = Operation.make("listConnectPermissions", {}, () =>
  HttpApiEndpoint.get("permissions", "/connect/permissions", {
    success: HttpApiSchema.WithHeaders(ConnectPermissions, personal)
  })
)

const exported = Operation.make(
  "exportConnectData",
  // A download reads everything of the user, so it costs as much as a start.
  { problems: Problem.of("CONNECT_PURPOSE_MISMATCH", "CONNECT_SESSION_ENDED"), rate: "starts" },
  (error) =>
    HttpApiEndpoint.get("export", "/connect/export", {
      success: HttpApiSchema.WithHeaders(Schema.Record(Schema.String, Schema.Unknown), {
        ...personal,
        "content-disposition": Schema.String.annotate({ description: "The name of the file." })
      }),
      error
    }).middleware(Downloadable)
)

const finish = Operation.make("finishConnectSession", {}, () =>
  HttpApiEndpoint.post("finish", "/connect/finish", {
    payload: FinishConnectSession,
    success: HttpApiSchema.WithHeaders(FinishedConnectSession, personal)
  }).middleware(Readable)
)

export const ConnectPagesGroup = HttpApiGroup.make("connectPages")
  .add(session, companies, startCollection, collectionStatus, supplement, eraseCollection)
  .add(createConsent, consentStatus, confirmConsent, revokeConsent)
  .add(summary, permissions, exported, finish)
  .middleware(Validated)
  .middleware(Negotiated)
  .middleware(RateLimited)
  .middleware(PageAuthenticated)
  .middleware(SameOrigin)
  .annotateMerge(Operation.group("connectPages"))
