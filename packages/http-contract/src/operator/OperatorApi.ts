/**
 * The requests of the operator's console (spec 14.5). They can only be sent from this machine, to the metrics listener,
 * so they are in no API version and no published document.
 */
import {
  AuditEntryPage,
  CompanyHealth,
  OpenProcessGroup,
  CertificateView,
  ClientView,
  MonitorFigures,
  WebhookEndpointView,
  RedeliveryRequest,
  FailedCollection,
  HistoryWindow,
  ServiceHistory,
  ServiceOverview,
  Story,
  StoryRequest
} from "@sheaf/domain/OperatorViews"
import { CompanyId } from "@sheaf/domain/Company"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ProblemResponses } from "../access/Middlewares.ts"
import * as Problem from "../problems/Problem.ts"
import { strictParsing } from "../versions/Api.ts"

/** The console's paths. Requests to all other paths under `/console/` need a session. */
export const paths = { page: "/console", assets: "/console/assets/", session: "/console/session" } as const

/**
 * The header in which requests repeat the session's token. Other sites cannot send this header, and pages on other
 * ports of this machine do not know the token.
 */
export const sessionTokenHeader = "sheaf-console-token"

/** The body of `POST /console/session`: the secret of a link that `sheaf console` printed. */
export const OperatorSessionRequest = Schema.Struct({ link: Schema.String.check(Schema.isMaxLength(1024)) })

/** The token that all further requests repeat in {@link sessionTokenHeader}. */
export interface OperatorSessionToken {
  readonly token: string
}

const problems = Problem.declareCodes("NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED")
const noStory = Problem.declareCodes("MALFORMED_REQUEST", "NOT_FOUND")
const invalidCursor = Problem.declareCodes("INVALID_CURSOR")

const group = HttpApiGroup.make("operations").add(
  HttpApiEndpoint.get("overview", "/console/api/overview", { success: ServiceOverview }),
  HttpApiEndpoint.get("clients", "/console/api/clients", { success: Schema.Array(ClientView) }),
  HttpApiEndpoint.get("certificates", "/console/api/certificates", { success: Schema.Array(CertificateView) }),
  HttpApiEndpoint.get("companies", "/console/api/companies", { success: Schema.Array(CompanyHealth) }),
  HttpApiEndpoint.get("history", "/console/api/history", {
    query: { window: HistoryWindow },
    success: ServiceHistory
  }),
  HttpApiEndpoint.get("failures", "/console/api/failures", {
    query: { company: CompanyId, window: HistoryWindow },
    success: Schema.Array(FailedCollection)
  }),
  HttpApiEndpoint.get("work", "/console/api/work", { success: Schema.Array(OpenProcessGroup) }),
  HttpApiEndpoint.get("monitors", "/console/api/monitors", { success: MonitorFigures }),
  HttpApiEndpoint.get("endpoints", "/console/api/endpoints", { success: Schema.Array(WebhookEndpointView) }),
  HttpApiEndpoint.post("redeliver", "/console/api/redeliveries", {
    payload: RedeliveryRequest,
    success: HttpApiSchema.Empty(204),
    error: problems.error
  }),
  // The id is in the body, because browsers keep URLs in their history.
  HttpApiEndpoint.post("story", "/console/api/stories", {
    payload: StoryRequest,
    success: Story,
    error: noStory.error
  }),
  HttpApiEndpoint.get("audit", "/console/api/audit", {
    query: { cursor: Schema.optionalKey(Schema.String) },
    success: AuditEntryPage,
    error: invalidCursor.error
  })
)

export const OperatorApi = HttpApi.make("operations")
  .add(group)
  .annotateMerge(strictParsing)
  .middleware(ProblemResponses)
