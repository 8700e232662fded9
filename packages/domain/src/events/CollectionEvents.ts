/**
 * Collection events: the changes that cause them, and their content. The status table determines both (spec 2.5, 6).
 */
import { Schema, Struct } from "effect"
import { PendingInput } from "../collections/Collection.ts"
import { CollectionStatus, isFinal, isOutcome } from "../collections/CollectionStatus.ts"
import { ExtraInformation } from "../collections/ExtraInformation.ts"
import type { FailureReason } from "../collections/FailureReason.ts"
import { CompanyId } from "../companies/Company.ts"
import { Product } from "../companies/Product.ts"
import { EventOrigin } from "./EventOrigin.ts"
import type { CollectionEventType } from "./EventType.ts"

export interface CollectionSnapshot {
  readonly status: CollectionStatus
  /** The id of the open question, if any. */
  readonly inputId?: string
}

export const eventTypeFor = (
  before: CollectionSnapshot,
  after: CollectionSnapshot
): CollectionEventType | undefined => {
  if (isFinal(before.status)) return undefined
  if (isFinal(after.status)) return isOutcome(after.status) ? "collection.completed" : "collection.failed"
  const isAsking = after.inputId !== undefined && after.inputId !== before.inputId
  return isAsking ? "collection.input_required" : undefined
}

/** The information that events may show. Everything else could contain secrets or names (spec 6). */
const EventInformation = Schema.toType(
  Schema.Struct(Struct.pick(ExtraInformation.fields, ["REQUIRED_INPUT_TYPES", "FAILURE_REASON"]))
)

const withoutAccounts = ({ missing, ...reason }: FailureReason): FailureReason =>
  missing === undefined ? reason : { ...reason, missing: missing.map(({ accountId: _, ...each }) => each) }

export const eventInformationOf = ({
  FAILURE_REASON,
  REQUIRED_INPUT_TYPES
}: ExtraInformation): typeof EventInformation.Type | undefined =>
  FAILURE_REASON === undefined && REQUIRED_INPUT_TYPES === undefined
    ? undefined
    : {
        ...(REQUIRED_INPUT_TYPES !== undefined && { REQUIRED_INPUT_TYPES }),
        ...(FAILURE_REASON !== undefined && { FAILURE_REASON: withoutAccounts(FAILURE_REASON) })
      }

/** Times are milliseconds since 1970. */
export const CollectionEventPayload = Schema.Struct({
  collectionId: Schema.String,
  company: CompanyId,
  products: Schema.Array(Product),
  status: CollectionStatus,
  createdAt: Schema.Finite,
  statusChangedAt: Schema.Finite,
  test: Schema.optionalKey(Schema.Literal(true)),
  ...EventOrigin.fields,
  openQuestion: Schema.optionalKey(
    Schema.Struct({ inputId: Schema.String, type: PendingInput.fields.type, until: Schema.Finite })
  ),
  information: Schema.optionalKey(EventInformation)
})
export type CollectionEventPayload = typeof CollectionEventPayload.Type
