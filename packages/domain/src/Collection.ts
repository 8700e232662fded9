/** A collection as its client sees it: the status object, and the entry of the list (spec 2.5, 4; decisions 4, 11). */
import { Schema } from "effect"
import { CollectionStatus } from "./CollectionStatus.ts"
import { CompanyId } from "./Company.ts"
import { ExtraInformation } from "./ExtraInformation.ts"
import { LoginMethod } from "./LoginMethod.ts"
import { Timestamp } from "./Timestamp.ts"

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

/** Body of the status endpoint, version 2026-04-01. */
export const StatusObject = Schema.Struct({
  collectionId: CollectionId,
  id: CollectionId,
  company: CompanyId,
  status: CollectionStatus,
  createdAt: Timestamp,
  statusChangedAt: Timestamp,
  pollingInterval: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  extraInformation: Schema.optionalKey(ExtraInformation),
  externalReference: Schema.optionalKey(Schema.String)
}).annotate({
  identifier: "CollectionStatus",
  description:
    "Where a collection stands. `id` repeats `collectionId`. `pollingInterval` is the time in milliseconds after which " +
    "the next poll is worth its while; it is absent once the collection has ended."
})
export type StatusObject = typeof StatusObject.Type

/** One entry of `GET /collections`. */
export const CollectionSummary = Schema.Struct({
  collectionId: CollectionId,
  company: CompanyId,
  createdAt: Timestamp,
  loginMethod: LoginMethod,
  status: CollectionStatus,
  externalReference: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "CollectionSummary", description: "One collection in the list." })
export type CollectionSummary = typeof CollectionSummary.Type
