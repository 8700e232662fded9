/**
 * The answer of the process that reads a document. The service decodes it strictly, because a hostile file may have taken
 * control of that process.
 */
import { InsuranceType } from "@sheaf/domain/InsuranceType"
import { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import { Schema } from "effect"
import { longestText } from "../layout/Values.ts"

const Text = Schema.String.check(Schema.isMaxLength(longestText))

/** What was found for one field. */
export const FieldReading = Schema.Struct({
  target: Text,
  required: Schema.Boolean,
  /** The words of the document. */
  text: Schema.optionalKey(Text),
  value: Schema.optionalKey(Schema.Union([Text, Schema.Finite, Schema.Boolean, MonetaryAmount])),
  fault: Schema.optionalKey(
    Schema.Literals(["NO_HEADING", "NO_LABEL", "NO_VALUE", "NO_MATCH", "UNREADABLE", "AMBIGUOUS"])
  )
})
export type FieldReading = typeof FieldReading.Type

/** What a layout made of the document; its record is not held against the rules of records yet. */
export const Reading = Schema.Struct({
  layout: Text,
  insuranceType: InsuranceType,
  /** The words by which it is recognised that the document does not have; none: it is of this layout. */
  absent: Schema.Array(Text),
  fields: Schema.Array(FieldReading),
  record: Schema.Record(Schema.String, Schema.Json)
})
export type Reading = typeof Reading.Type

export const ReaderAnswer = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("READ"),
    readings: Schema.Array(Reading),
    /** What people look at who write layouts; only where it was asked for. */
    lines: Schema.optionalKey(Schema.Array(Schema.String))
  }),
  /** There is no text in it for us: it opens with a password only, or it does not open. */
  Schema.Struct({ type: Schema.Literals(["ENCRYPTED", "DAMAGED"]) })
])
export type ReaderAnswer = typeof ReaderAnswer.Type
