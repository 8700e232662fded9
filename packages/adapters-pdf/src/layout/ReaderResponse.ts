/**
 * The reader process's response. The service decodes the response strictly, because a hostile file could control the
 * process.
 */
import { InsuranceType } from "@sheaf/domain/InsuranceType"
import { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import { Schema } from "effect"
import { maxTextLength } from "./Values.ts"

const Text = Schema.String.check(Schema.isMaxLength(maxTextLength))

/** The reason why a field has no value: not found, not of its kind, or found twice with different values. */
const FieldErrorKind = Schema.Literals(["NO_HEADING", "NO_LABEL", "NO_VALUE", "NO_MATCH", "UNREADABLE", "AMBIGUOUS"])
export type FieldErrorKind = typeof FieldErrorKind.Type

export const FieldReading = Schema.Struct({
  target: Text,
  required: Schema.Boolean,
  /** The text in the document. */
  text: Schema.optionalKey(Text),
  value: Schema.optionalKey(Schema.Union([Text, Schema.Finite, Schema.Boolean, MonetaryAmount])),
  fault: Schema.optionalKey(FieldErrorKind)
})
export type FieldReading = typeof FieldReading.Type

/** The result of one layout. Its record has not yet been checked against the schema of records. */
export const LayoutReading = Schema.Struct({
  layout: Text,
  insuranceType: InsuranceType,
  /** The required texts that the document lacks. An empty list means that the document has this layout. */
  absent: Schema.Array(Text),
  fields: Schema.Array(FieldReading),
  record: Schema.Record(Schema.String, Schema.Json)
})
export type LayoutReading = typeof LayoutReading.Type

export const ReaderResponse = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("READ"),
    readings: Schema.Array(LayoutReading),
    /** The document's lines, if requested, for layout authors. */
    lines: Schema.optionalKey(Schema.Array(Schema.String))
  }),
  Schema.Struct({ type: Schema.Literals(["ENCRYPTED", "WITHOUT_TEXT", "DAMAGED"]) })
])
export type ReaderResponse = typeof ReaderResponse.Type
