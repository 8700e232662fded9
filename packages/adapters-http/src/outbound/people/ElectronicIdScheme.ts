/** What the widely used Swedish scheme of electronic identification says over HTTP (decisions 6): its answers. */
import { Schema } from "effect"

/** The answer to an order. */
export const Ordered = Schema.Struct({
  orderRef: Schema.NonEmptyString,
  autoStartToken: Schema.NonEmptyString,
  qrStartToken: Schema.NonEmptyString,
  qrStartSecret: Schema.NonEmptyString
}).annotate({ identifier: "ElectronicIdOrdered" })

/** Hints and codes may be newer than we are. They are written to logs, so nothing but a word is taken for one. */
const Word = Schema.String.check(Schema.isPattern(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/))

const PersonalNumber = Schema.String.check(Schema.isPattern(/^[0-9]{12}$/))

const shared = { orderRef: Schema.String, hintCode: Schema.optionalKey(Word) }

/** The answer to a collect call for an order. */
export const CollectAnswer = Schema.Union([
  Schema.Struct({ ...shared, status: Schema.Literal("pending") }),
  Schema.Struct({ ...shared, status: Schema.Literal("failed") }),
  Schema.Struct({
    ...shared,
    status: Schema.Literal("complete"),
    completionData: Schema.optionalKey(
      Schema.Struct({
        user: Schema.optionalKey(
          Schema.Struct({ personalNumber: Schema.optionalKey(Schema.RedactedFromValue(PersonalNumber)) })
        )
      })
    )
  })
]).annotate({ identifier: "ElectronicIdCollected" })
export type CollectAnswer = typeof CollectAnswer.Type

/** The error code of a refused call. `details` is not read, because it may name people. */
export const ElectronicIdRefusal = Schema.Struct({ errorCode: Word }).annotate({ identifier: "ElectronicIdRefusal" })

/** Another order of the same person is open, and the provider cancels both. */
export const alreadyInProgress = "alreadyInProgress"

/** In answer to the reference of an order: there is none of it (any more). */
export const invalidParameters = "invalidParameters"
