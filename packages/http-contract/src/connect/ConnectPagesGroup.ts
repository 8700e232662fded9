/**
 * The requests of the Connect page (spec 13). They belong to no API version, but have the same form as the operations
 * of the newest version.
 */
import { CollectionId, StatusObject } from "@sheaf/domain/Collection"
import {
  ConnectCompany,
  ConnectHandover,
  ConnectPageSession,
  ConnectPermissions,
  ConnectReceipt,
  ConnectSummary,
  CreateConnectConsent,
  FinishConnectSession,
  FinishedConnectSession,
  OfferConnectHandover,
  OpenConnectSession,
  OpenedConnectSession,
  StartConnectCollection
} from "@sheaf/domain/ConnectPageApi"
import { PauseConnectMonitor, PermitConnectMonitor } from "@sheaf/domain/ConnectMonitor"
import { ConnectLocale } from "@sheaf/domain/ConnectSession"
import { Consent, ConsentId } from "@sheaf/domain/Consent"
import { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { ConfirmConsent } from "@sheaf/domain/CreateConsent"
import { Monitor, MonitorId } from "@sheaf/domain/Monitor"
import { ConsentAnswer, SupplementInfoRequest } from "@sheaf/domain/SupplementInfo"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { startProblemCodes, supplementInfoProblemCodes } from "../collections/CollectionsGroup.ts"
import { answerProblemCodes, consentProblemCodes } from "../consents/ConsentsGroup.ts"
import { noStoreHeaders, pollingHeaders } from "../openapi/Caching.ts"
import {
  DownloadLimit,
  PathIdValidation,
  ContentNegotiation,
  PageAuthentication,
  RateLimiting,
  JsonRequestBody,
  JsonRequestBodyWithFile,
  IdempotencyKeySupport,
  SameOriginCheck,
  RequestValidation
} from "../access/Middlewares.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Problem from "../problems/Problem.ts"

const location = Schema.String.annotate({ description: "The address of the status to poll." })

const collectionParams = { collectionId: CollectionId }
const consentParams = { consentId: ConsentId }
const monitorParams = { monitorId: MonitorId }

const open = Operation.make(
  "openConnectSession",
  {
    problems: Problem.declareCodes(
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
        ...noStoreHeaders,
        "set-cookie": Schema.String.annotate({ description: "The secret of the browser." })
      }),
      error
    }).middleware(JsonRequestBody)
)

/** Opening a session is the only call without a token. */
export const ConnectOpenGroup = HttpApiGroup.make("connectOpen")
  .add(open)
  .middleware(RequestValidation)
  .middleware(ContentNegotiation)
  .middleware(SameOriginCheck)
  .annotateMerge(Operation.groupAnnotations("connectPages"))

const session = Operation.make("getConnectPageSession", {}, () =>
  HttpApiEndpoint.get("session", "/connect/session", {
    success: HttpApiSchema.WithHeaders(ConnectPageSession, noStoreHeaders)
  })
)

const handOver = Operation.make(
  "handOverConnectSession",
  { problems: Problem.declareCodes("CONNECT_SESSION_ENDED") },
  (error) =>
    HttpApiEndpoint.post("handOver", "/connect/handover", {
      payload: OfferConnectHandover,
      success: HttpApiSchema.WithHeaders(ConnectHandover, noStoreHeaders),
      error
    }).middleware(JsonRequestBody)
)

const companies = Operation.make("listConnectCompanies", {}, () =>
  HttpApiEndpoint.get("companies", "/connect/companies", {
    success: HttpApiSchema.WithHeaders(Schema.Array(ConnectCompany), noStoreHeaders)
  })
)

const startCollection = Operation.make(
  "startConnectCollection",
  {
    problems: Problem.declareCodes(
      ...startProblemCodes,
      "SENSITIVE_NOT_ALLOWED",
      "UNKNOWN_PARAMETER",
      "CONNECT_SESSION_ENDED",
      "CONNECT_PURPOSE_MISMATCH"
    ),
    rate: "starts"
  },
  (error) =>
    HttpApiEndpoint.post("startCollection", "/connect/collections", {
      payload: StartConnectCollection,
      success: HttpApiSchema.WithHeaders(StatusObject.pipe(HttpApiSchema.status(201)), { ...noStoreHeaders, location }),
      error
    })
      .middleware(JsonRequestBodyWithFile)
      .middleware(IdempotencyKeySupport)
)

const collectionStatus = Operation.make(
  "getConnectCollectionStatus",
  { problems: Problem.declareCodes("NOT_FOUND", "CONNECT_PURPOSE_MISMATCH"), rate: "status" },
  (error) =>
    HttpApiEndpoint.get("collectionStatus", "/connect/collections/:collectionId/status", {
      params: collectionParams,
      success: HttpApiSchema.WithHeaders(StatusObject, pollingHeaders),
      error
    }).middleware(PathIdValidation)
)

const supplement = Operation.make(
  "supplementConnectCollection",
  {
    problems: Problem.declareCodes(
      ...supplementInfoProblemCodes,
      "INPUT_NO_LONGER_PENDING",
      "UNKNOWN_INSTRUCTION",
      "CONNECT_PURPOSE_MISMATCH"
    )
  },
  (error) =>
    HttpApiEndpoint.post("supplement", "/connect/collections/:collectionId/supplement-info", {
      params: collectionParams,
      payload: SupplementInfoRequest,
      success: HttpApiSchema.WithHeaders(StatusObject.pipe(HttpApiSchema.status(202)), noStoreHeaders),
      error
    })
      .middleware(PathIdValidation)
      .middleware(JsonRequestBody)
      .middleware(IdempotencyKeySupport)
)

const eraseCollection = Operation.make(
  "eraseConnectCollection",
  { problems: Problem.declareCodes("NOT_FOUND", "COLLECTION_NOT_ENDED") },
  (error) =>
    HttpApiEndpoint.delete("eraseCollection", "/connect/collections/:collectionId", {
      params: collectionParams,
      success: HttpApiSchema.NoContent,
      error
    }).middleware(PathIdValidation)
)

const createConsent = Operation.make(
  "createConnectConsent",
  {
    problems: Problem.declareCodes(
      ...consentProblemCodes,
      "CONSENT_NOT_RENEWABLE",
      "CONNECT_SESSION_ENDED",
      "CONNECT_PURPOSE_MISMATCH"
    ),
    rate: "starts"
  },
  (error) =>
    HttpApiEndpoint.post("createConsent", "/connect/consents", {
      payload: CreateConnectConsent,
      success: HttpApiSchema.WithHeaders(Consent.pipe(HttpApiSchema.status(201)), { ...noStoreHeaders, location }),
      error
    })
      .middleware(JsonRequestBody)
      .middleware(IdempotencyKeySupport)
)

const consentStatus = Operation.make(
  "getConnectConsentStatus",
  { problems: Problem.declareCodes("NOT_FOUND", "CONNECT_PURPOSE_MISMATCH"), rate: "status" },
  (error) =>
    HttpApiEndpoint.get("consentStatus", "/connect/consents/:consentId/status", {
      params: consentParams,
      success: HttpApiSchema.WithHeaders(ConsentStatusObject, pollingHeaders),
      error
    }).middleware(PathIdValidation)
)

const confirmConsent = Operation.make(
  "confirmConnectConsent",
  {
    problems: Problem.declareCodes(
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
      success: HttpApiSchema.WithHeaders(ConsentStatusObject, noStoreHeaders),
      error
    })
      .middleware(PathIdValidation)
      .middleware(JsonRequestBody)
      .middleware(IdempotencyKeySupport)
)

const answerConsent = Operation.make(
  "answerConnectConsent",
  { problems: Problem.declareCodes(...answerProblemCodes, "CONNECT_PURPOSE_MISMATCH") },
  (error) =>
    HttpApiEndpoint.post("answerConsent", "/connect/consents/:consentId/supplement-info", {
      params: consentParams,
      payload: ConsentAnswer,
      success: HttpApiSchema.WithHeaders(ConsentStatusObject.pipe(HttpApiSchema.status(202)), noStoreHeaders),
      error
    })
      .middleware(PathIdValidation)
      .middleware(JsonRequestBody)
      .middleware(IdempotencyKeySupport)
)

const revokeConsent = Operation.make("revokeConnectConsent", { problems: Problem.declareCodes("NOT_FOUND") }, (error) =>
  HttpApiEndpoint.delete("revokeConsent", "/connect/consents/:consentId", {
    params: consentParams,
    success: HttpApiSchema.WithHeaders(ConsentStatusObject, noStoreHeaders),
    error
  }).middleware(PathIdValidation)
)

const summary = Operation.make("getConnectSummary", {}, () =>
  HttpApiEndpoint.get("summary", "/connect/summary", {
    success: HttpApiSchema.WithHeaders(ConnectSummary, noStoreHeaders)
  })
)

const permissions = Operation.make("listConnectPermissions", {}, () =>
  HttpApiEndpoint.get("permissions", "/connect/permissions", {
    success: HttpApiSchema.WithHeaders(ConnectPermissions, noStoreHeaders)
  })
)

const exported = Operation.make(
  "exportConnectData",
  // Counts toward the rate limit for starts, because a download reads everything that is stored about the user.
  { problems: Problem.declareCodes("CONNECT_PURPOSE_MISMATCH", "CONNECT_SESSION_ENDED"), rate: "starts" },
  (error) =>
    HttpApiEndpoint.get("export", "/connect/export", {
      success: HttpApiSchema.WithHeaders(Schema.Record(Schema.String, Schema.Unknown), {
        ...noStoreHeaders,
        "content-disposition": Schema.String.annotate({ description: "The name of the file." })
      }),
      error
    }).middleware(DownloadLimit)
)

const permitMonitor = Operation.make(
  "permitConnectMonitor",
  {
    problems: Problem.declareCodes(
      "CONNECT_SESSION_ENDED",
      "CONNECT_PURPOSE_MISMATCH",
      "UNKNOWN_COMPANY",
      "UNKNOWN_CONSENT",
      "CONSENT_NOT_USABLE",
      "CONSENT_OF_ANOTHER_COMPANY",
      "CONNECT_SESSION_UNCONFIRMED",
      "USER_TOKEN_REQUIRED",
      "INVALID_TOKEN",
      "NOT_FOUND",
      "MONITOR_NOT_ACTIVE",
      "TOO_MANY_MONITORS"
    )
  },
  (error) =>
    HttpApiEndpoint.post("permitMonitor", "/connect/monitor", {
      payload: PermitConnectMonitor,
      success: HttpApiSchema.WithHeaders(ConnectPageSession, noStoreHeaders),
      error
    }).middleware(JsonRequestBody)
)

const pauseMonitor = Operation.make(
  "pauseConnectMonitor",
  { problems: Problem.declareCodes("NOT_FOUND", "MONITOR_NOT_ACTIVE") },
  (error) =>
    HttpApiEndpoint.patch("pauseMonitor", "/connect/monitors/:monitorId", {
      params: monitorParams,
      payload: PauseConnectMonitor,
      success: HttpApiSchema.WithHeaders(Monitor, noStoreHeaders),
      error
    })
      .middleware(PathIdValidation)
      .middleware(JsonRequestBody)
)

const eraseCredentials = Operation.make(
  "eraseConnectMonitorCredentials",
  { problems: Problem.declareCodes("NOT_FOUND") },
  (error) =>
    HttpApiEndpoint.delete("eraseCredentials", "/connect/monitors/:monitorId/credentials", {
      params: monitorParams,
      success: HttpApiSchema.WithHeaders(Monitor, noStoreHeaders),
      error
    }).middleware(PathIdValidation)
)

const endMonitor = Operation.make("endConnectMonitor", { problems: Problem.declareCodes("NOT_FOUND") }, (error) =>
  HttpApiEndpoint.delete("endMonitor", "/connect/monitors/:monitorId", {
    params: monitorParams,
    success: HttpApiSchema.WithHeaders(Monitor, noStoreHeaders),
    error
  }).middleware(PathIdValidation)
)

const receiptQuery = {
  language: Schema.optionalKey(ConnectLocale).pipe(
    Schema.annotateKey({ description: "The language of the texts. Default: that of the session, or English." })
  )
}

const receiptSettings = { problems: Problem.declareCodes("NOT_FOUND", "INVALID_FIELD") } as const

const receipt = { success: HttpApiSchema.WithHeaders(ConnectReceipt, noStoreHeaders), query: receiptQuery } as const

const collectionReceipt = Operation.make("getConnectCollectionReceipt", receiptSettings, (error) =>
  HttpApiEndpoint.get("collectionReceipt", "/connect/collections/:collectionId/receipt", {
    params: collectionParams,
    ...receipt,
    error
  }).middleware(PathIdValidation)
)

const consentReceipt = Operation.make("getConnectConsentReceipt", receiptSettings, (error) =>
  HttpApiEndpoint.get("consentReceipt", "/connect/consents/:consentId/receipt", {
    params: consentParams,
    ...receipt,
    error
  }).middleware(PathIdValidation)
)

const monitorReceipt = Operation.make("getConnectMonitorReceipt", receiptSettings, (error) =>
  HttpApiEndpoint.get("monitorReceipt", "/connect/monitors/:monitorId/receipt", {
    params: monitorParams,
    ...receipt,
    error
  }).middleware(PathIdValidation)
)

const finish = Operation.make("finishConnectSession", {}, () =>
  HttpApiEndpoint.post("finish", "/connect/finish", {
    payload: FinishConnectSession,
    success: HttpApiSchema.WithHeaders(FinishedConnectSession, noStoreHeaders)
  }).middleware(JsonRequestBody)
)

export const ConnectPagesGroup = HttpApiGroup.make("connectPages")
  .add(session, handOver, companies, startCollection, collectionStatus, supplement, eraseCollection)
  .add(createConsent, consentStatus, confirmConsent, answerConsent, revokeConsent)
  .add(permitMonitor, pauseMonitor, eraseCredentials, endMonitor)
  .add(collectionReceipt, consentReceipt, monitorReceipt)
  .add(summary, permissions, exported, finish)
  .middleware(RequestValidation)
  .middleware(ContentNegotiation)
  .middleware(RateLimiting)
  .middleware(PageAuthentication)
  .middleware(SameOriginCheck)
  .annotateMerge(Operation.groupAnnotations("connectPages"))
