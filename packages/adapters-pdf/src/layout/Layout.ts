/**
 * The schema of layouts. A layout describes one kind of document from one company: how to recognize it, where its values are,
 * and which member of an insurance each value is (docs/pdf-layouts.md). The process that reads documents uses only the types
 * of this module.
 */
import { CompanyId } from "@sheaf/domain/Company"
import { InsuranceType } from "@sheaf/domain/InsuranceType"
import { Option, Schema } from "effect"

const Texts = Schema.Array(Schema.String)

/** The format of numbers, dates and registration numbers (Writing). */
const MarketFormatName = Schema.Literals(["estonian", "french"])
export type MarketFormatName = typeof MarketFormatName.Type

const ConstantValue = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])

/** The kind of a value. A number can have a unit. `choice` maps words to values, regardless of letter case. */
const FieldKind = Schema.Union([
  Schema.Struct({ type: Schema.Literals(["text", "date", "money", "registrationNumber"]) }),
  Schema.Struct({ type: Schema.Literals(["number", "integer"]), unit: Schema.optionalKey(Schema.String) }),
  Schema.Struct({ type: Schema.Literal("choice"), of: Schema.Record(Schema.String, ConstantValue) })
])
export type FieldKind = typeof FieldKind.Type

const compile = Option.liftThrowable((pattern: string) => new RegExp(pattern, "u"))

const Pattern = Schema.String.check(
  Schema.makeFilter((pattern) => Option.isSome(compile(pattern)), { expected: "a regular expression" })
)

const Field = Schema.Struct({
  /** A member of the insurance, as a path: `startDate`, `premium.amount`. */
  target: Schema.String,
  kind: FieldKind,
  /** The label next to the value. Any of several labels matches. */
  label: Schema.Union([Schema.String, Texts]),
  /**
   * The position of the value: `RIGHT` of the label, in the next cell or after a colon; `BELOW` it, in the nearest
   * cell; or anywhere on the `SAME_LINE`, where `pattern` finds it.
   */
  at: Schema.Literals(["RIGHT", "BELOW", "SAME_LINE"]),
  /** A regular expression whose first group captures the value. */
  pattern: Schema.optionalKey(Pattern),
  /** The heading above the value. */
  under: Schema.optionalKey(Schema.String),
  /** If present, the reading fails when the value is missing or ambiguous. */
  required: Schema.optionalKey(Schema.Literal(true))
})
export type Field = typeof Field.Type

/**
 * A table under a heading. The first cell of a row is a name. For `deductibles`, the last cell is an amount. For other
 * targets, a row counts if its last cell is one of the words in `yes`. A cover's last cell is its limit, its deductible,
 * or a word for included or not included. The first cell of a payment is its due date, and the last its amount.
 */
const TableRows = Schema.Union([
  Schema.Struct({ under: Schema.String, target: Schema.Literal("deductibles") }),
  Schema.Struct({
    under: Schema.String,
    target: Schema.Literals(["addons", "insurance.additionalAmenities"]),
    yes: Texts
  }),
  Schema.Struct({
    under: Schema.String,
    target: Schema.Literal("coverages"),
    last: Schema.Literal("INCLUDED"),
    yes: Texts,
    no: Texts
  }),
  Schema.Struct({
    under: Schema.String,
    target: Schema.Literal("coverages"),
    last: Schema.Literals(["LIMIT", "DEDUCTIBLE"])
  }),
  Schema.Struct({ under: Schema.String, target: Schema.Literal("payments") })
])
export type TableRows = typeof TableRows.Type

export const Layout = Schema.Struct({
  /** `<company>/<kind of document>`. */
  id: Schema.String,
  company: CompanyId,
  title: Schema.String,
  /** A document has this layout if it contains all of these texts, each within one line. */
  recognisedBy: Texts,
  /** The lines that divide the document into sections. */
  headings: Texts,
  writing: MarketFormatName,
  insuranceType: InsuranceType,
  fields: Schema.Array(Field),
  /**
   * Values that every document implies. A constant within a part, such as `premium.period`, applies only if the
   * document has that part.
   */
  constants: Schema.Array(Schema.Struct({ target: Schema.String, value: ConstantValue })),
  rows: Schema.Array(TableRows)
})
export type Layout = typeof Layout.Type
