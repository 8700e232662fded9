/** Collections as clients see them: the status object and the list entry (spec 2.5, 4, 11). */
import { Schema, Struct } from "effect"
import { CollectionStatus } from "./CollectionStatus.ts"
import { CompanyId, StartWarning } from "../companies/Company.ts"
import { ExtraInformation } from "./ExtraInformation.ts"
import { LoginMethod } from "../companies/LoginMethod.ts"
import { Product } from "../companies/Product.ts"
import { shownClientReference } from "../shared/ClientReference.ts"
import { ConnectSessionId } from "../shared/ConnectSessionId.ts"
import { Timestamp } from "../shared/Timestamp.ts"
import { UserId } from "../users/User.ts"
import * as Annotations from "../shared/Annotations.ts"

/** A version 7 UUID, which sorts by creation time. */
export const CollectionId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u, {
    message: "a collection id"
  })
).annotate({
  identifier: "CollectionId",
  description: "Identifier of a collection: a UUID, version 7.",
  format: "uuid",
  examples: ["019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"]
})
export type CollectionId = typeof CollectionId.Type

export const extraInformationDescription =
  "Information that the client needs in addition to the status, such as a QR code to show. Optional."

export const PendingInput = Schema.Struct({
  inputId: Schema.String.annotate({
    description: "The question's identifier, to send back with the answer. Each new question has a new identifier."
  }),
  type: Annotations.literals("The type of the answer.", {
    COLLECTION_INPUT: "The values that REQUIRED_INPUT_TYPES lists.",
    TWO_FACTOR_CODE: "The code that TWO_FACTOR_AUTHENTICATION_INSTRUCTION describes.",
    TWO_FACTOR_CHOICE: "One of AVAILABLE_TWO_FACTOR_METHODS.",
    RESPONSE_OBJECT:
      "One response for each request in INSTRUCTIONS. Responses are matched to requests by " +
      "`etag`, not by `inputId`."
  }),
  expiresAt: Timestamp.pipe(Annotations.describe("The time at which the question times out, ISO 8601 in UTC."))
}).pipe(
  Annotations.annotate(
    "PendingInput",
    "The collection's open question. Post the answer to supplement-info before `expiresAt`."
  )
)
export type PendingInput = typeof PendingInput.Type

/** The response body of the status endpoint. */
export const StatusObject = Schema.Struct({
  collectionId: CollectionId.pipe(Annotations.describe("The collection's identifier.")),
  id: CollectionId.pipe(Annotations.describe("The same value as `collectionId`.")),
  company: CompanyId.pipe(Annotations.describe("The company to collect from.")),
  products: Schema.Array(Product).pipe(Annotations.describe("The products that the collection covers.")),
  status: CollectionStatus,
  createdAt: Timestamp.pipe(Annotations.describe("The time the collection started, ISO 8601 in UTC.")),
  statusChangedAt: Timestamp.pipe(Annotations.describe("The time of the last status change, ISO 8601 in UTC.")),
  pollingInterval: Annotations.optional(
    Schema.Int.check(Schema.isGreaterThan(0)),
    "Milliseconds to wait before the next poll; absent once the collection has ended."
  ),
  pendingInput: Annotations.optional(
    PendingInput,
    "The open question; absent if the collection is not waiting for input."
  ),
  extraInformation: Annotations.optional(ExtraInformation, extraInformationDescription),
  test: Annotations.optional(Schema.Literal(true), "`true` for a test in production; otherwise absent."),
  userId: Annotations.optional(UserId, "The user that owns the collection; absent if the API key alone started it."),
  connectSessionId: Annotations.optional(
    ConnectSessionId,
    "The Connect session that started the collection; absent without one."
  ),
  clientReference: shownClientReference,
  warnings: Annotations.optional(
    Schema.Array(StartWarning),
    "Known reasons why the collection cannot succeed; present only in the response to the start."
  ),
  externalReference: Annotations.optional(
    Schema.String,
    "The EXTERNAL_REFERENCE from the start request; absent if the request had none. `GET " +
      "/collections?externalReference=` finds the collection."
  ),
  sessionMetadata: Annotations.optional(
    Schema.Record(Schema.String, Schema.String),
    "The attributes from the start request's SESSION_METADATA; absent if the request had none."
  )
}).pipe(
  Annotations.annotate(
    "CollectionStatus",
    "The status of a collection. Poll again after `pollingInterval`. If `pollingInterval` is absent, the " +
      "collection has ended."
  )
)
export type StatusObject = typeof StatusObject.Type

/** A collection in `GET /collections` and `GET /collections/{collectionId}`: its status object and its login method. */
export const CollectionDetails = Schema.Struct({
  ...Struct.omit(StatusObject.fields, ["warnings"]),
  loginMethod: Annotations.optional(
    LoginMethod,
    "The login method from the start request; absent if a stored consent replaced the login."
  )
}).pipe(Annotations.annotate("CollectionDetails", "A collection with its status."))
export type CollectionDetails = typeof CollectionDetails.Type
