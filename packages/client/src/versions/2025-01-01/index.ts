/** The client of version 2025-01-01. */
import type { ClientOptions } from "../../transport/ClientOptions.ts"
import { Companies } from "../../Companies.ts"
import { ConnectSessions } from "../../ConnectSessions.ts"
import { Consents } from "../../Consents.ts"
import { SheafProblem as Problem } from "../../transport/Errors.ts"
import type { ProblemClass } from "../../transport/Errors.ts"
import { Events } from "../../Events.ts"
import { Transport } from "../../transport/Transport.ts"
import { Monitors } from "../../Monitors.ts"
import { Users } from "../../Users.ts"
import { WebhookEndpoints } from "../../WebhookEndpoints.ts"
import { Collections } from "./Collections.ts"
import type * as Contract from "./Contract.ts"
import type { EndpointTypes, SheafEvent } from "./Webhooks.ts"

export interface SheafClient {
  readonly collections: Collections
  readonly consents: Consents<
    Contract.CreateConsentRequest,
    Contract.Consent,
    Contract.ConsentStatus,
    Contract.ConsentStatusValue
  >
  readonly users: Users<Contract.User, Contract.UserSession>
  readonly companies: Companies<
    Contract.CompanyAvailability,
    Contract.SupportedProducts,
    Contract.Market,
    Contract.Product
  >
  readonly events: Events<SheafEvent, SheafEvent["type"], Contract.Redelivery>
  readonly connectSessions: ConnectSessions<{
    readonly create: Contract.CreateConnectSessionRequest
    readonly link: Contract.ConnectSessionLink
    readonly session: Contract.ConnectSession
  }>
  readonly monitors: Monitors<{
    readonly create: Contract.CreateMonitorRequest
    readonly change: Contract.ChangeMonitorRequest
    readonly monitor: Contract.Monitor
    readonly found: Contract.MonitorChange
    readonly usage: Contract.MonitorUsage
  }>
  readonly webhookEndpoints: WebhookEndpoints<EndpointTypes>
  /** Returns a client that acts for a user. `token` comes from a user session. */
  readonly asUser: (token: string) => SheafClient
}

/** Creates a client. Sends no request. */
export const createClient = (options: ClientOptions): SheafClient => {
  const transport = new Transport("2025-01-01", options)
  return {
    collections: new Collections(transport),
    consents: new Consents(transport),
    users: new Users(transport),
    companies: new Companies(transport),
    events: new Events(transport),
    connectSessions: new ConnectSessions(transport),
    monitors: new Monitors(transport),
    webhookEndpoints: new WebhookEndpoints(transport),
    asUser: (token) => createClient({ ...options, token })
  }
}

/** Sheaf rejected the request. `instanceof` narrows `code` to this version's codes. */
export const SheafProblem: ProblemClass<Contract.ProblemCode> = Problem
export type SheafProblem = Problem<Contract.ProblemCode>

export { SheafConnectionError, SheafDeadlineError, SheafQuestionError } from "../../transport/Errors.ts"
export { WebhookVerificationError } from "../../Webhooks.ts"
export { Collection, Collections } from "./Collections.ts"
export { verifyWebhook } from "./Webhooks.ts"
export type { EndpointTypes, SheafEvent, WebhookEvent } from "./Webhooks.ts"
export type { CollectedProduct, CollectionFinishOptions, DeviceResponse, RecordsByProduct } from "./Collections.ts"
export type {
  CallOptions,
  ClientOptions,
  Fetch,
  FetchInit,
  FetchResponse,
  PostOptions,
  ResponseHeaders
} from "../../transport/ClientOptions.ts"
export type { Clock } from "../../transport/Clock.ts"
export type { Companies, CompanyFilter } from "../../Companies.ts"
export type { ConnectSessions, ConnectTypes } from "../../ConnectSessions.ts"
export type { ConsentFilter, ConsentHandle, Consents } from "../../Consents.ts"
export type { ProblemClass, ProblemMembers, ProblemViolation } from "../../transport/Errors.ts"
export type { EventOptions, Events, ReceivedEvent, RedeliveryOptions } from "../../Events.ts"
export type { FinishOptions } from "../../polling/Completion.ts"
export type { StatusWaitOptions } from "../../polling/StatusPolling.ts"
export type { InputHandlers, Question, QuestionType } from "../../polling/Questions.ts"
export type {
  ChangesOptions,
  ChangesPage,
  MonitorFilter as MonitorListFilter,
  Monitors,
  MonitorTypes
} from "../../Monitors.ts"
export type { Users } from "../../Users.ts"
export type { DeliveryFilter, WebhookEndpoints, WebhookTypes } from "../../WebhookEndpoints.ts"
export type {
  VerificationOptions,
  VerifyWebhook,
  WebhookBody,
  WebhookHeaders,
  WebhookVerificationCode
} from "../../Webhooks.ts"
export type * from "./Contract.ts"
