/**
 * The schema of layouts. A layout describes one kind of document from one company: how to recognize it, where its
 * values are, and which member of an insurance each value becomes (docs/pdf-layouts.md). The process that reads
 * documents imports only types from this module.
 */
import { CompanyId } from "@sheaf/domain/Company"
import { InsuranceType } from "@sheaf/domain/InsuranceType"
import { Option, Schema } from "effect"
import { canExplode } from "./PatternCost.ts"

const Texts = Schema.Array(Schema.String)

/** How numbers, dates and registration numbers are written (see MarketFormat). */
const MarketFormatName = Schema.Literals(["estonian", "french"])
export type MarketFormatName = typeof MarketFormatName.Type

const ConstantValue = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])

/** A number can have a unit. `choice` maps words to values, ignoring case. */
const FieldKind = Schema.Union([
  Schema.Struct({ type: Schema.Literals(["text", "date", "money", "registrationNumber"]) }),
  Schema.Struct({ type: Schema.Literals(["number", "integer"]), unit: Schema.optionalKey(Schema.String) }),
  Schema.Struct({ type: Schema.Literal("choice"), of: Schema.Record(Schema.String, ConstantValue) })
])
export type FieldKind = typeof FieldKind.Type

const compile = Option.liftThrowable((pattern: string) => new RegExp(pattern, "u"))

const Pattern = Schema.String.check(
  Schema.makeFilter((pattern) => Option.isSome(compile(pattern)), { expected: "a regular expression" }),
  Schema.makeFilter((pattern) => !canExplode(pattern), {
    expected:
      "a regular expression that takes time in proportion to the line: a group that is repeated must not contain another " +
      "repetition or alternatives, so write [\\w ]+ for (?:\\w+ ?)+"
  })
)

const Field = Schema.Struct({
  /** A path within the insurance, such as `startDate` or `premium.amount`. */
  target: Schema.String,
  kind: FieldKind,
  /** The label next to the value, or a list of labels of which any may match. */
  label: Schema.Union([Schema.String, Texts]),
  /**
   * Where the value is: `RIGHT` of the label, in the next cell or after a colon; `BELOW` it, in the nearest cell; or
   * anywhere on the `SAME_LINE`, where `pattern` finds it.
   */
  at: Schema.Literals(["RIGHT", "BELOW", "SAME_LINE"]),
  /** A regular expression whose first group is the value. */
  pattern: Schema.optionalKey(Pattern),
  /** The heading of the section that contains the value. */
  under: Schema.optionalKey(Schema.String),
  /** The reading fails unless there is exactly one value. */
  required: Schema.optionalKey(Schema.Literal(true))
})
export type Field = typeof Field.Type

/**
 * A table under a heading. The first cell of a row is a name, and the meaning of the last cell depends on the target.
 * For `deductibles`, it is an amount. For a cover, it is the limit, the deductible, or a word for "included" or "not
 * included". A payment has its due date in the first cell and its amount in the last. For all other targets, a row
 * counts if its last cell is one of the words in `yes`.
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
  /** Has the form `<company>/<kind of document>`. */
  id: Schema.String,
  company: CompanyId,
  title: Schema.String,
  /** A document has this layout if it contains all of these texts, each within one line. */
  recognisedBy: Texts,
  headings: Texts,
  writing: MarketFormatName,
  insuranceType: InsuranceType,
  fields: Schema.Array(Field),
  /**
   * Values that hold for every document. A constant inside a part, such as `premium.period`, applies only if the
   * document has that part.
   */
  constants: Schema.Array(Schema.Struct({ target: Schema.String, value: ConstantValue })),
  rows: Schema.Array(TableRows)
})
export type Layout = typeof Layout.Type
