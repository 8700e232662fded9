/** Responses of the Swedish electronic-ID protocol over HTTP (spec 17). */
import { Schema } from "effect"

export const OrderResponse = Schema.Struct({
  orderRef: Schema.NonEmptyString,
  autoStartToken: Schema.NonEmptyString,
  qrStartToken: Schema.NonEmptyString,
  qrStartSecret: Schema.NonEmptyString,
  /** A page that the person can use instead of the app. It is not part of the published scheme. */
  pageUrl: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s\\\p{Cc}]{1,2000}$/u)))
}).annotate({ identifier: "ElectronicIdOrdered" })

/** A hint or code that Sheaf may not know. It is logged, so it must be a single word. */
const Word = Schema.String.check(Schema.isPattern(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/))

const PersonalNumber = Schema.String.check(Schema.isPattern(/^[0-9]{12}$/))

const text = Schema.optionalKey(Schema.String)
const secretText = Schema.optionalKey(Schema.RedactedFromValue(Schema.String))

const CompletionData = Schema.Struct({
  user: Schema.optionalKey(
    Schema.Struct({ personalNumber: Schema.optionalKey(Schema.RedactedFromValue(PersonalNumber)) })
  ),
  device: Schema.optionalKey(Schema.Struct({ ipAddress: secretText })),
  risk: text,
  signature: text,
  ocspResponse: text
})
export type CompletionData = typeof CompletionData.Type

const shared = { orderRef: Schema.String, hintCode: Schema.optionalKey(Word) }

export const CollectResponse = Schema.Union([
  Schema.Struct({ ...shared, status: Schema.Literal("pending") }),
  Schema.Struct({ ...shared, status: Schema.Literal("failed") }),
  Schema.Struct({
    ...shared,
    status: Schema.Literal("complete"),
    completionData: Schema.optionalKey(CompletionData)
  })
]).annotate({ identifier: "ElectronicIdCollected" })
export type CollectResponse = typeof CollectResponse.Type

/** The person already had an open order. The provider cancels both that order and the new one. */
export const alreadyInProgressCode = "alreadyInProgress"

/** The provider does not know the order, or has forgotten it. */
export const invalidParametersCode = "invalidParameters"
