/**
 * In version 2025-01-01, the status object had no products, times, open questions or client references (spec 2.2,
 * 2.5).
 */
import { Schema, SchemaTransformation, Struct } from "effect"
import * as Annotations from "../../shared/Annotations.ts"
import {
  ConsentStatusObject,
  eventSchemaOf,
  eventExamples,
  extraInformationDescription,
  StatusObject
} from "../2026-04-01/Collections.ts"
import type { CodecLoss, VersionChange } from "../changes/VersionChange.ts"
import { encodeInformation, ExtraInformation20250101, codecLosses as reasonLosses } from "./AddFailureReasons.ts"
import { codecLosses as fewerLosses } from "./AddStatuses.ts"
import { codecLosses as rejectedLosses } from "./UnifyLoginMethodStatus.ts"
import { decodeStatus, encodeStatus, isShown, Status20250101 } from "./Statuses.ts"

export const newMembers = [
  "collectionId",
  "products",
  "createdAt",
  "statusChangedAt",
  "pendingInput",
  "externalReference",
  "sessionMetadata"
] as const

export const CommonStatusObject = Schema.Struct(Struct.omit(StatusObject.fields, newMembers))
export type CommonStatusObject = typeof CommonStatusObject.Type

export const BriefStatusObject = Schema.Struct({
  ...CommonStatusObject.fields,
  id: CommonStatusObject.fields.id.pipe(Annotations.describe("The collection's identifier.")),
  status: Status20250101,
  extraInformation: Annotations.optional(ExtraInformation20250101, extraInformationDescription)
})
  .annotate({
    description:
      "The status of a collection. Poll again after `pollingInterval`. If `pollingInterval` is absent, the collection has ended.",
    examples: [
      {
        id: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10",
        company: "se-nordhem",
        status: "COLLECTING",
        pollingInterval: 3000
      }
    ]
  })
  .check(
    Schema.makeFilter(({ company, status }) =>
      isShown(company, status)
        ? undefined
        : { path: ["status"], issue: "a status that is used in the company's market" }
    )
  )
  .annotate({ identifier: "CollectionStatus" })
export type BriefStatusObject = typeof BriefStatusObject.Type

const decode = ({ status, ...rest }: BriefStatusObject): CommonStatusObject => ({
  ...rest,
  status: decodeStatus(status)
})

const encode = ({ extraInformation, ...shown }: CommonStatusObject): BriefStatusObject => ({
  ...shown,
  status: encodeStatus(shown),
  ...(extraInformation && { extraInformation: encodeInformation(extraInformation) })
})

export const StatusObject20250101 = BriefStatusObject.pipe(
  Schema.decodeTo(Schema.toType(CommonStatusObject), SchemaTransformation.transform({ decode, encode }))
)

const briefExamples = {
  ...eventExamples,
  CollectionEvent: eventExamples.CollectionEvent.map(({ data, ...event }) => ({
    ...event,
    data: Struct.pick(data, ["id", "company", "status"])
  }))
}

/** Translates an event's content. The event's `version` must already be 2025-01-01. */
export const Event20250101 = eventSchemaOf(
  "2025-01-01",
  { collection: StatusObject20250101, consent: ConsentStatusObject },
  briefExamples
)

export const encodeEvent = Schema.encodeUnknownSync(Event20250101)

const id = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"

export const codecLosses: ReadonlyArray<CodecLoss<CommonStatusObject>> = [
  ...[...fewerLosses, ...rejectedLosses].map(({ description, example, forget }): CodecLoss<CommonStatusObject> => ({
    description,
    example: { id, ...example },
    forget: (shown) => {
      const { status } = forget(shown)
      return status === shown.status ? shown : { ...shown, status }
    }
  })),
  ...reasonLosses.map(({ description, example, forget }): CodecLoss<CommonStatusObject> => ({
    description,
    example: { id, company: "se-nordhem", status: "FAILED", ...example },
    forget
  }))
]

export const change: VersionChange = {
  title: "Status objects have products, times and the client's own references.",
  description:
    "Clients can detect a stalled collection without keeping track of time themselves. collectionId has the same " +
    "value as id, under the name that every other response uses.",
  affects: ["GET /collections/{collectionId}/status", "POST /collections", "GET /events"],
  losses: [`${newMembers.join(", ")} of the status object.`]
}
