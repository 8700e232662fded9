/**
 * A layout describes one kind of document of one company, as data: how the document is recognized, where its values stand,
 * and which member of an insurance each value is. Adding a layout means adding a file (docs/pdf-layouts.md). The process
 * that reads documents uses the types of this module alone.
 */
import { CompanyId } from "@sheaf/domain/Company"
import { InsuranceType } from "@sheaf/domain/InsuranceType"
import { Option, Schema } from "effect"

const Texts = Schema.Array(Schema.String)

/** How a company writes numbers, days and registration numbers (Writing). */
const WritingName = Schema.Literals(["estonian", "french"])
export type WritingName = typeof WritingName.Type

const ConstantValue = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])

/** A number, and the unit that may stand after it. */
const Numeric = Schema.Struct({ type: Schema.Literals(["number", "integer"]), unit: Schema.optionalKey(Schema.String) })

/** What a field holds. `choice`: one of these words, in any letter case, and the value that each word means. */
const Kind = Schema.Union([
  Schema.Struct({ type: Schema.Literals(["text", "date", "money", "registrationNumber"]) }),
  Numeric,
  Schema.Struct({ type: Schema.Literal("choice"), of: Schema.Record(Schema.String, ConstantValue) })
])
export type Kind = typeof Kind.Type

const compile = Option.liftThrowable((pattern: string) => new RegExp(pattern, "u"))

const Pattern = Schema.String.check(
  Schema.makeFilter((pattern) => Option.isSome(compile(pattern)), { expected: "a regular expression" })
)

const Field = Schema.Struct({
  /** A member of the insurance, as a path: `startDate`, `premium.amount`. */
  target: Schema.String,
  kind: Kind,
  /** The words by which the value is found; several if the company uses several. */
  label: Schema.Union([Schema.String, Texts]),
  /**
   * Where the value stands: `RIGHT` of the label, in the next cell or after a colon; `BELOW` it, in the nearest cell that
   * stands under the label; or on the `SAME_LINE`, whose whole text `pattern` takes apart.
   */
  at: Schema.Literals(["RIGHT", "BELOW", "SAME_LINE"]),
  /** The first group is the value; a text that does not match holds none. */
  pattern: Schema.optionalKey(Pattern),
  /** The heading that the value stands under. */
  under: Schema.optionalKey(Schema.String),
  /** The document is not read if the value is missing, or stands there twice with two values. */
  required: Schema.optionalKey(Schema.Literal(true))
})
export type Field = typeof Field.Type

/**
 * Rows under a heading, one thing per row. The first cell has its name. The last cell has a sum of money for `deductibles`;
 * for the others it has a word, and the thing is there if the word is one of `yes`.
 */
const Rows = Schema.Union([
  Schema.Struct({ under: Schema.String, target: Schema.Literal("deductibles") }),
  Schema.Struct({
    under: Schema.String,
    target: Schema.Literals(["addons", "insurance.additionalAmenities"]),
    yes: Texts
  })
])
export type Rows = typeof Rows.Type

export const Layout = Schema.Struct({
  /** `<company>/<kind of document>`. */
  id: Schema.String,
  company: CompanyId,
  /** The kind of document, for people. */
  title: Schema.String,
  /** A document is of this layout if all of these words stand in it, each within one line. */
  recognisedBy: Texts,
  /** The lines that part the document into sections. */
  headings: Texts,
  writing: WritingName,
  insuranceType: InsuranceType,
  fields: Schema.Array(Field),
  /** What every document of the layout means without saying it. A constant of a part (`premium.period`) needs the part. */
  constants: Schema.Array(Schema.Struct({ target: Schema.String, value: ConstantValue })),
  rows: Schema.Array(Rows)
})
export type Layout = typeof Layout.Type
