/** Webhook endpoints: the URLs that receive a client's events (spec 6). */
import { Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"
import { Timestamp } from "../shared/Timestamp.ts"
import { ApiVersion } from "../versions/ApiVersion.ts"
import { EventType } from "../events/EventType.ts"

export const maxEndpointsPerClient = 16

export const maxConcurrentRequests = 8

/** How long a replaced secret continues to sign deliveries, in milliseconds. */
export const secretOverlapMillis = 24 * 60 * 60 * 1000

/** The maximum number of secrets that sign an endpoint's deliveries. Each secret adds a signature to the header. */
export const maxSecrets = 8

export const WebhookEndpointId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u, {
    message: "an endpoint id"
  })
).annotate({
  identifier: "WebhookEndpointId",
  description: "Identifier of a webhook endpoint: a UUID, version 7.",
  format: "uuid",
  examples: ["019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e60"]
})
export type WebhookEndpointId = typeof WebhookEndpointId.Type

/**
 * The event types that an endpoint can receive. Test events reach the endpoint even though they are not in this list.
 */
const types = Schema.Array(EventType).check(Schema.isMinLength(1), Schema.isUnique())

const typesText = "The event types to deliver; all types if absent."

const url = Schema.NonEmptyString.check(Schema.isMaxLength(2000)).pipe(
  Annotations.describe(
    "The https address that receives the events, at most 2,000 characters. It must not contain a username, a password or " +
      "a fragment, or point to a private network."
  )
)

const versionText = "The API version in whose terms events are delivered."

export const CreateWebhookEndpoint = Schema.Struct({
  url,
  types: Annotations.optional(types, typesText),
  version: Annotations.optional(ApiVersion, `${versionText} By default, the version of this request.`)
}).pipe(Annotations.annotate("CreateWebhookEndpointRequest", "A request to create a webhook endpoint."))
export type CreateWebhookEndpoint = typeof CreateWebhookEndpoint.Type

export const ChangeWebhookEndpoint = Schema.Struct({
  types: Annotations.optional(Schema.NullOr(types), "The event types to deliver from now on; null for all types."),
  disabled: Annotations.optional(Schema.Boolean, "True to stop deliveries, false to continue with events from now on.")
}).pipe(Annotations.annotate("ChangeWebhookEndpointRequest", "The members of a webhook endpoint to change."))
export type ChangeWebhookEndpoint = typeof ChangeWebhookEndpoint.Type

export const DisabledReason = Annotations.literals("The cause for which an endpoint was disabled.", {
  BY_CLIENT: "The client disabled the endpoint.",
  ENDPOINT_GONE: "The receiver responded with 410.",
  ENDPOINT_FAILING: "No delivery succeeded for five days."
}).annotate({ identifier: "WebhookDisabledReason" })
export type DisabledReason = typeof DisabledReason.Type

const members = {
  endpointId: WebhookEndpointId.pipe(Annotations.describe("Identifier of the endpoint.")),
  url,
  types: Annotations.optional(types, typesText),
  version: ApiVersion.pipe(Annotations.describe(versionText)),
  createdAt: Timestamp.pipe(Annotations.describe("The time the endpoint was created.")),
  disabled: Schema.Boolean.pipe(Annotations.describe("True if the endpoint receives no events.")),
  disabledReason: Schema.optionalKey(DisabledReason),
  disabledAt: Annotations.optional(Timestamp, "The time the endpoint was disabled.")
}

export const WebhookEndpoint = Schema.Struct(members).pipe(
  Annotations.annotate("WebhookEndpoint", "An address to which the client's events are delivered.")
)
export type WebhookEndpoint = typeof WebhookEndpoint.Type

export const WebhookEndpointWithSecret = Schema.Struct({
  ...members,
  secret: Schema.NonEmptyString.pipe(
    Annotations.describe("The secret that signs deliveries: `whsec_` and the Base64 form of 32 bytes.")
  )
}).pipe(
  Annotations.annotate(
    "WebhookEndpointWithSecret",
    "A webhook endpoint with its new secret. Store the secret: the service does not return it again."
  )
)
export type WebhookEndpointWithSecret = typeof WebhookEndpointWithSecret.Type
