/**
 * Explains to layout authors why a document with a known layout yields no record (docs/pdf-layouts.md). The service
 * never produces these messages, because they quote the document.
 */
import { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { Result, Schema, SchemaIssue } from "effect"
import type { SchemaAST } from "effect"
import { contradictionsIn } from "./Plausibility.ts"
import type { DocumentLine, LayoutReading, FieldErrorKind } from "../layout/ReaderResponse.ts"
import { describeMissingMember, describeUnknownMember } from "./MemberDiagnostics.ts"

type Path = ReadonlyArray<PropertyKey>

export const lineText = ({ cells }: DocumentLine): string => cells.map(({ text }) => text).join("  |  ")

/**
 * Returns the page, the line's distance from the top of the page, and each cell's left edge and text. Distances are in
 * points.
 */
export const positionedLine = ({ cells, page, y }: DocumentLine): string =>
  `${page}  ${y.toFixed(1)}  ${cells.map(({ left, text }) => `${left.toFixed(0)}: ${text}`).join("  |  ")}`

const decode = Schema.decodeUnknownResult(InsuranceRecord, { errors: "all", onExcessProperty: "error" })

const format = SchemaIssue.makeFormatterStandardSchemaV1()

function* brokenRules(issue: SchemaIssue.Issue, path: Path): Generator<readonly [path: Path, rule: SchemaIssue.Issue]> {
  switch (issue._tag) {
    case "Pointer":
      return yield* brokenRules(issue.issue, [...path, ...issue.path])
    case "Composite":
      for (const inner of issue.issues) yield* brokenRules(inner, path)
      return
    case "AnyOf":
      // The insurance is the schema's only union of objects. Its type selects one alternative, so all inner issues
      // belong to that alternative.
      if (issue.issues.length > 0) for (const inner of issue.issues) yield* brokenRules(inner, path)
      else yield [path, issue]
      return
    default:
      yield [path, issue]
  }
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (current, key) => (typeof current === "object" && current !== null ? Reflect.get(current, key) : undefined),
    value
  )

const choicesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Literal" ? [String(ast.literal)] : ast._tag === "Union" ? ast.types.flatMap(choicesOf) : []

/** Targets are paths within the insurance. */
const targetOf = (path: Path): ReadonlyArray<string> => path.slice(path[0] === "insurance" ? 1 : 0).map(String)

const sentence = ({ insuranceType, record }: LayoutReading, path: Path, rule: SchemaIssue.Issue): string => {
  const target = targetOf(path)
  if (rule._tag === "MissingKey") return describeMissingMember(target, insuranceType)
  if (rule._tag === "UnexpectedKey") return describeUnknownMember(target, insuranceType)
  const value = `${target.join(".")}: ${JSON.stringify(valueAt(record, path))}`
  const choices = rule._tag === "AnyOf" || rule._tag === "InvalidType" ? choicesOf(rule.ast) : []
  if (choices.length > 0) return `${value} is not one of ${choices.join(", ")}`
  const expected = format(rule)
    .issues.map(({ message }) => message.replace(/^Expected /, ""))
    .join(", ")
  return `${value}, expected ${expected}`
}

const wordOf = (fault: FieldErrorKind): string =>
  fault === "UNREADABLE" || fault === "AMBIGUOUS" ? fault.toLowerCase() : "missing"

/** Describes all faults in a reading. If there are none, the reading yields a record. */
export const describeFaults = (reading: LayoutReading): ReadonlyArray<string> => {
  const faults = reading.fields.flatMap(({ fault, required, target }) =>
    fault !== undefined && required ? [`${target} is ${wordOf(fault)}`] : []
  )
  if (faults.length > 0) return faults
  return Result.match(decode(reading.record), {
    onFailure: ({ issue }) => Array.from(brokenRules(issue, []), ([path, rule]) => sentence(reading, path, rule)),
    onSuccess: contradictionsIn
  })
}
