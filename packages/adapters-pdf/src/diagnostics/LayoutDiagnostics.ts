/**
 * Explains to a layout's author what is wrong with the layout (docs/pdf-layouts.md). A layout with faults is never
 * used.
 */
import { AnyInsurance } from "@sheaf/domain/InsuranceRecord"
import { InsuranceType } from "@sheaf/domain/InsuranceType"
import { Predicate, Result, Schema, SchemaIssue } from "effect"
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

const duplicatesIn = (values: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(values.filter((value, index) => values.indexOf(value) < index))
]

const faultsOf = ({ company, constants, fields, headings, id, insuranceType, rows }: Layout): ReadonlyArray<string> => {
  const insurance = insuranceOf(insuranceType)
  if (insurance === undefined) return []
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
  const twice = duplicatesIn([...fields, ...constants].map(({ target }) => target))
  return [
    ...(id.startsWith(`${company}/`) ? [] : [`id: expected ${company}/ and the kind of document`]),
    ...members,
    ...places,
    ...twice.map((target) => `${target}: is read twice`)
  ]
}

/** Parses a layout from JSON. Fails with a description of each fault. */
export const parse = (value: unknown): Result.Result<Layout, ReadonlyArray<string>> => {
  const insuranceType = Predicate.hasProperty(value, "insuranceType") ? value.insuranceType : undefined
  if (insuranceType !== undefined && !Schema.is(InsuranceType)(insuranceType)) {
    const known = InsuranceType.literals.join(", ")
    return Result.fail([`insuranceType: ${JSON.stringify(insuranceType)} is not one of ${known}`])
  }
  return Result.flatMap(
    Result.mapError(decode(value), ({ issue }) =>
      format(issue).issues.map(({ message, path = [] }) =>
        path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`
      )
    ),
    (layout) => {
      const faults = faultsOf(layout)
      return faults.length === 0 ? Result.succeed(layout) : Result.fail(faults)
    }
  )
}
