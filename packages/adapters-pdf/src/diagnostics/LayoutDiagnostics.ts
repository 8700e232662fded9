/** What is wrong with a layout, for its author (docs/pdf-layouts.md). Reported by `sheaf pdf try` and by tests. */
import { AnyInsurance } from "@sheaf/domain/InsuranceRecord"
import { InsuranceType } from "@sheaf/domain/InsuranceType"
import { Result, Schema, SchemaIssue } from "effect"
import type { SchemaAST } from "effect"
import { foldText } from "../layout/TextFolding.ts"
import { Layout } from "../layout/Layout.ts"
import { describeUnknownMember } from "./MemberDiagnostics.ts"

const insuranceOf = (type: InsuranceType): SchemaAST.AST | undefined =>
  AnyInsurance.members.find(({ fields }) => fields.insuranceType.literal === type)?.ast

const memberAt = (ast: SchemaAST.AST, [member, ...rest]: ReadonlyArray<string>): SchemaAST.AST | undefined => {
  if (member === undefined) return ast
  const inner = ast._tag === "Objects" ? ast.propertySignatures.find(({ name }) => name === member) : undefined
  return inner && memberAt(inner.type, rest)
}

const decode = Schema.decodeUnknownResult(Layout, { errors: "all", onExcessProperty: "error" })

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Describes every fault in a layout. */
export const describeFaults = (layout: Layout): ReadonlyArray<string> => {
  const { constants, fields, headings, insuranceType, rows } = layout
  const insurance = insuranceOf(insuranceType)
  if (insurance === undefined) {
    return [`insuranceType: ${JSON.stringify(insuranceType)} is not one of ${InsuranceType.literals.join(", ")}`]
  }
  const decoded = decode(layout)
  if (Result.isFailure(decoded)) {
    return format(decoded.failure.issue).issues.map(({ message, path = [] }) => `${path.join(".")}: ${message}`)
  }
  const known = new Set(headings.map(foldText))
  const members = [...fields, ...constants].flatMap((entry) => {
    const path = entry.target.split(".")
    const member = memberAt(insurance, path)
    if (member === undefined) return [describeUnknownMember(path, insuranceType)]
    if (!("value" in entry) || Schema.is(Schema.make(member))(entry.value)) return []
    return [`${entry.target}: ${JSON.stringify(entry.value)} is not a value of this member`]
  })
  const places = [...fields, ...rows].flatMap(({ target, under }) =>
    under === undefined || known.has(foldText(under))
      ? []
      : [`${target}: ${JSON.stringify(under)} is not one of the headings`]
  )
  return [...members, ...places]
}
