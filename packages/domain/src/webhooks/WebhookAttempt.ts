/** Attempts to deliver an event to a webhook endpoint (spec 6). */
import { Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"
import { Timestamp } from "../shared/Timestamp.ts"
import { ApiVersion } from "../versions/ApiVersion.ts"
import { EventId } from "../events/EventSchema.ts"
import { EventType } from "../events/EventType.ts"
import { WebhookEndpointId } from "./WebhookEndpoint.ts"

export const DeliveryErrorCode = Annotations.literals("The cause for which an attempt failed.", {
  UNEXPECTED_STATUS: "The receiver responded with a status other than 2xx.",
  REDIRECTED: "The receiver responded with a redirect, which is not followed.",
  TIMEOUT: "The receiver did not respond within 15 seconds.",
  UNREACHABLE: "No connection, an untrusted certificate, or a connection that broke before the response.",
  FORBIDDEN_ADDRESS: "The host resolves to an address that endpoints cannot have. Nothing was sent.",
  UNREADABLE_EVENT: "Sheaf could not read the stored event. Nothing was sent, and nothing will be."
}).annotate({ identifier: "WebhookDeliveryFault" })
export type DeliveryErrorCode = typeof DeliveryErrorCode.Type

/** The type of a test event, which only the tested endpoint receives. Test events appear in no list. */
export const testEventType = "endpoint.test"

const WebhookEventType = Schema.Union([EventType, Annotations.literal(testEventType)]).pipe(
  Annotations.describe(`The type of the event. A test has the type \`${testEventType}\`.`)
)
export type WebhookEventType = typeof WebhookEventType.Type

/** The event that Sheaf sends to test an endpoint. It concerns no other object, and is the same in every version. */
export const TestEvent = Schema.Struct({
  eventId: EventId,
  type: Annotations.literal(testEventType),
  version: ApiVersion,
  timestamp: Timestamp.pipe(Annotations.describe("The time of the test.")),
  data: Schema.Struct({ endpointId: WebhookEndpointId.pipe(Annotations.describe("The endpoint's identifier.")) }).pipe(
    Annotations.describe("The tested endpoint.")
  )
}).pipe(Annotations.annotate("TestEvent", "An event that a test sends to an endpoint. No list of events contains it."))
export type TestEvent = typeof TestEvent.Type

const outcome = {
  at: Timestamp.pipe(Annotations.describe("The time of the attempt.")),
  durationMillis: Schema.Int.pipe(Annotations.describe("The duration of the attempt, in milliseconds.")),
  status: Annotations.optional(Schema.Int, "The HTTP status of the receiver's response, if there was one."),
  error: Schema.optionalKey(DeliveryErrorCode),
  errorCode: Annotations.optional(Schema.String, "The system's code of a failed connection, such as `ECONNREFUSED`.")
}

const eventId = EventId.pipe(Annotations.describe("The event's id, which is also the `webhook-id` of the delivery."))

export const WebhookAttempt = Schema.Struct({
  eventId,
  type: WebhookEventType,
  attempt: Schema.Int.pipe(Annotations.describe("The number of the attempt, from 1. A redelivery starts again at 1.")),
  ...outcome
}).pipe(
  Annotations.annotate(
    "WebhookAttempt",
    "An attempt to deliver an event to an endpoint. Without `error`, it succeeded."
  )
)
export type WebhookAttempt = typeof WebhookAttempt.Type

export const WebhookTestOutcome = Schema.Struct({ eventId, ...outcome }).pipe(
  Annotations.annotate("WebhookTestOutcome", "The result of a test. Without `error`, the test succeeded.")
)
export type WebhookTestOutcome = typeof WebhookTestOutcome.Type

const endpointId = WebhookEndpointId.pipe(Annotations.describe("The only endpoint to which to send the event again."))

export const RedeliverEventRequest = Schema.Struct({ endpointId: Schema.optionalKey(endpointId) }).pipe(
  Annotations.annotate(
    "RedeliverEventRequest",
    "The endpoint that receives the event again. Default: all of the client's endpoints."
  )
)
export type RedeliverEventRequest = typeof RedeliverEventRequest.Type

export const Redelivery = Schema.Struct({
  eventId,
  endpointIds: Schema.Array(WebhookEndpointId).pipe(
    Annotations.describe("The endpoints to which the event is sent again.")
  )
}).pipe(Annotations.annotate("Redelivery", "An event that is sent again."))
export type Redelivery = typeof Redelivery.Type
