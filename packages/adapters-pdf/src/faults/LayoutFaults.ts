/** The faults of a layout, in words for its author (docs/pdf-layouts.md). `sheaf pdf try` and the tests look for them. */
import { AnyInsurance } from "@sheaf/domain/InsuranceRecord"
import { InsuranceType } from "@sheaf/domain/InsuranceType"
import { Result, Schema, SchemaIssue } from "effect"
import type { SchemaAST } from "effect"
import { fold } from "../layout/Fold.ts"
import { Layout } from "../layout/Layout.ts"
import { unknown } from "./Member.ts"

const insuranceOf = (type: InsuranceType): SchemaAST.AST | undefined =>
  AnyInsurance.members.find(({ fields }) => fields.insuranceType.literal === type)?.ast

/** The schema of the member at the end of a path. */
const memberAt = (ast: SchemaAST.AST, [member, ...rest]: ReadonlyArray<string>): SchemaAST.AST | undefined => {
  if (member === undefined) return ast
  const inner = ast._tag === "Objects" ? ast.propertySignatures.find(({ name }) => name === member) : undefined
  return inner && memberAt(inner.type, rest)
}

const decode = Schema.decodeUnknownResult(Layout, { errors: "all", onExcessProperty: "error" })

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The members that the schema of layouts does not allow. */
const misshapen = (layout: Layout): ReadonlyArray<string> =>
  Result.match(decode(layout), {
    onFailure: ({ issue }) => format(issue).issues.map(({ message, path = [] }) => `${path.join(".")}: ${message}`),
    onSuccess: () => []
  })

/** Every fault of this layout, whatever the document; empty for a sound layout. */
export const of = (layout: Layout): ReadonlyArray<string> => {
  const { constants, fields, headings, insuranceType, rows } = layout
  const insurance = insuranceOf(insuranceType)
  if (insurance === undefined) {
    return [`insuranceType: ${JSON.stringify(insuranceType)} is none of ${InsuranceType.literals.join(", ")}`]
  }
  const faults = misshapen(layout)
  if (faults.length > 0) return faults
  const known = new Set(headings.map(fold))
  const members = [...fields, ...constants].flatMap((entry) => {
    const path = entry.target.split(".")
    const member = memberAt(insurance, path)
    if (member === undefined) return [unknown(path, insuranceType)]
    if (!("value" in entry) || Schema.is(Schema.make(member))(entry.value)) return []
    return [`${entry.target}: ${JSON.stringify(entry.value)} is no value that it can have`]
  })
  const places = [...fields, ...rows].flatMap(({ target, under }) =>
    under === undefined || known.has(fold(under)) ? [] : [`${target}: ${JSON.stringify(under)} is none of the headings`]
  )
  return [...members, ...places]
}
