/** A collection as its client sees it: the status object, and the entry of the list (spec 2.5, 4; decisions 4, 11). */
import { Schema } from "effect"
import { CollectionStatus } from "./CollectionStatus.ts"
import { CompanyId } from "../companies/Company.ts"
import { ExtraInformation } from "./ExtraInformation.ts"
import { LoginMethod } from "../companies/LoginMethod.ts"
import { Timestamp } from "../Timestamp.ts"
import * as Words from "../Words.ts"

/** A UUID of version 7: ids made later sort later. */
export const CollectionId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u, {
    message: "a collection id"
  })
).annotate({
  identifier: "CollectionId",
  description: "Identifier of a collection: a UUID of version 7.",
  format: "uuid",
  examples: ["019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"]
})
export type CollectionId = typeof CollectionId.Type

const id = CollectionId.pipe(Words.means("What the service calls the collection."))
const company = CompanyId.pipe(Words.means("The company that is collected from."))
const createdAt = Timestamp.pipe(Words.means("When the collection was started, ISO 8601 in UTC."))
const externalReference = Schema.optionalKey(Schema.String).pipe(
  Words.means("The EXTERNAL_REFERENCE that the start gave; absent when it gave none.")
)

/** Body of the status endpoint. */
export const StatusObject = Schema.Struct({
  collectionId: id,
  id: CollectionId.pipe(Words.means("The same as `collectionId`.")),
  company,
  status: CollectionStatus,
  createdAt,
  statusChangedAt: Timestamp.pipe(Words.means("Since when the collection is in this status, ISO 8601 in UTC.")),
  pollingInterval: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))).pipe(
    Words.means("Milliseconds until the next poll is worth its while; absent once the collection has ended.")
  ),
  extraInformation: Schema.optionalKey(ExtraInformation).pipe(
    Words.means("What the client needs beyond the status; absent when that is nothing.")
  ),
  externalReference
}).annotate({
  identifier: "CollectionStatus",
  description:
    "Where a collection stands. `id` repeats `collectionId`. `pollingInterval` is the time in milliseconds after which " +
    "the next poll is worth its while; it is absent once the collection has ended.",
  examples: [
    {
      collectionId: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10",
      id: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10",
      company: "se-nordhem",
      status: "COLLECTING",
      createdAt: "2026-05-04T08:00:00.000Z",
      statusChangedAt: "2026-05-04T08:00:06.000Z",
      pollingInterval: 3000
    }
  ]
})
export type StatusObject = typeof StatusObject.Type

/** One entry of `GET /collections`. */
export const CollectionSummary = Schema.Struct({
  collectionId: id,
  company,
  createdAt,
  loginMethod: Schema.optionalKey(LoginMethod).pipe(
    Words.means("How the person logged in; absent when a stored consent took the place of the login.")
  ),
  status: CollectionStatus,
  externalReference
}).annotate({
  identifier: "CollectionSummary",
  description: "One collection in the list.",
  examples: [
    {
      collectionId: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10",
      company: "se-nordhem",
      createdAt: "2026-05-04T08:00:00.000Z",
      loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE",
      status: "COMPLETED"
    }
  ]
})
export type CollectionSummary = typeof CollectionSummary.Type
