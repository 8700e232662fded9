/**
 * The reader process's response. It is decoded strictly, because a hostile file may have taken control of the process.
 */
import { InsuranceType } from "@sheaf/domain/InsuranceType"
import { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import { Schema } from "effect"
import { maxTextLength } from "./Values.ts"

const Text = Schema.String.check(Schema.isMaxLength(maxTextLength))

/** Why a field has no value: it was not found, is of the wrong kind, or was found twice with different values. */
const FieldErrorKind = Schema.Literals(["NO_HEADING", "NO_LABEL", "NO_VALUE", "NO_MATCH", "UNREADABLE", "AMBIGUOUS"])
export type FieldErrorKind = typeof FieldErrorKind.Type

export const FieldReading = Schema.Struct({
  target: Text,
  required: Schema.Boolean,
  /** The text as it appears in the document. */
  text: Schema.optionalKey(Text),
  value: Schema.optionalKey(Schema.Union([Text, Schema.Finite, Schema.Boolean, MonetaryAmount])),
  fault: Schema.optionalKey(FieldErrorKind)
})
export type FieldReading = typeof FieldReading.Type

/** The result of reading with one layout. The record has not been validated yet. */
export const LayoutReading = Schema.Struct({
  layout: Text,
  insuranceType: InsuranceType,
  /** Required texts that the document lacks. If there are none, the document has this layout. */
  absent: Schema.Array(Text),
  fields: Schema.Array(FieldReading),
  record: Schema.Record(Schema.String, Schema.Json)
})
export type LayoutReading = typeof LayoutReading.Type

const DocumentCell = Schema.Struct({ text: Schema.String, left: Schema.Finite, right: Schema.Finite })

/** Positions are in points from the top left corner of the page. */
export const DocumentLine = Schema.Struct({
  page: Schema.Int,
  y: Schema.Finite,
  cells: Schema.Array(DocumentCell)
})
export type DocumentLine = typeof DocumentLine.Type

/**
 * The field that the process was reading when it exceeded its limits. The process reports the field before it exits.
 */
export const CostlyField = Schema.Struct({ layout: Text, target: Text })
export type CostlyField = typeof CostlyField.Type

export const ReaderResponse = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("READ"),
    readings: Schema.Array(LayoutReading),
    /** The document's lines, for layout authors. Present if they were requested. */
    lines: Schema.optionalKey(Schema.Array(DocumentLine))
  }),
  Schema.Struct({ type: Schema.Literals(["ENCRYPTED", "WITHOUT_TEXT", "DAMAGED"]) })
])
export type ReaderResponse = typeof ReaderResponse.Type
