/** The rules that a request breaks, found by its schema, as violations and as the problem that names them all. */
import { unknownKeyCodeOf } from "@sheaf/domain/Violation"
import type { Violation, ViolationCode } from "@sheaf/domain/Violation"
import { Problem, ProblemCode } from "@sheaf/http-contract"
import { JsonPointer, SchemaIssue } from "effect"
import type { SchemaAST } from "effect"

type Path = ReadonlyArray<PropertyKey>

// A body can break more rules than anybody reads, and the answer must not outgrow the request (decisions 12).

/** How many broken rules an answer names. */
const maximumRules = 100

/** How many bytes they take in it, all together. */
const maximumBytes = 32 * 1024

/** How much of a name stands in a pointer, in UTF-16 code units. No name that is known here is as long. */
const maximumName = 64

const tokenOf = (key: PropertyKey): string => {
  const name = String(key)
  const shown = name.length > maximumName ? `${name.slice(0, maximumName)}…` : name
  return JsonPointer.escapeToken(shown.toWellFormed())
}

/**
 * `path` as a JSON pointer (RFC 6901). A name of the request's own that is no text is made one, and one that is very long
 * is cut, with an ellipsis in place of the rest.
 */
export const pointerOf = (path: Path): string => path.map((key) => `/${tokenOf(key)}`).join("")

/** The first of some broken rules. */
export interface Named {
  readonly errors: ReadonlyArray<Violation>
  /** There are more than these. */
  readonly areMore: boolean
}

/** As many of the broken rules as an answer holds. What comes after them is not looked for. */
export const named = (violations: Iterable<Violation>): Named => {
  const errors: Array<Violation> = []
  let room = maximumBytes
  for (const violation of violations) {
    room -= Buffer.byteLength(JSON.stringify(violation))
    if (errors.length === maximumRules || (errors.length > 0 && room < 0)) return { errors, areMore: true }
    errors.push(violation)
  }
  return { errors, areMore: false }
}

const kinds: Partial<Record<SchemaAST.AST["_tag"], string>> = {
  String: "a string",
  Number: "a number",
  Boolean: "true or false",
  Arrays: "an array",
  Objects: "an object"
}

const choicesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Literal" ? [JSON.stringify(ast.literal)] : ast._tag === "Union" ? ast.types.flatMap(choicesOf) : []

const kindOf = (ast: SchemaAST.AST): string | undefined => {
  if (ast._tag !== "Union") return kinds[ast._tag]
  const [first, ...others] = ast.types.map(kindOf)
  return others.every((other) => other === first) ? first : undefined
}

const expectationOf = (issue: SchemaIssue.Issue): string | undefined => {
  if (issue._tag !== "InvalidType" && issue._tag !== "AnyOf") return undefined
  const choices = choicesOf(issue.ast)
  if (choices.length > 1) return `one of ${choices.join(", ")}`
  return choices[0] ?? kindOf(issue.ast)
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The rule in words. They come from schemas: no input is in them. */
const detailOf = (issue: SchemaIssue.Issue): string => {
  const text = expectationOf(issue) ?? format(issue).issues[0]?.message ?? "another value"
  return text.startsWith("Expected ") ? `${text}.` : `Expected ${text}.`
}

const valueAt = (value: unknown, path: Path): unknown => {
  let current = value
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined
    current = Reflect.get(current, key)
  }
  return current
}

/** How many names a sentence lists. */
const maximumKnown = 40

/** Names that would have been understood, as a sentence; they come from schemas. */
const knownAre = (names: ReadonlyArray<string>): string => {
  if (names.length === 0) return "Nothing is known."
  return `Known are: ${names.slice(0, maximumKnown).join(", ")}${names.length > maximumKnown ? " and others" : ""}.`
}

const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

const tagOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (ast._tag !== "Objects") return []
  const tag = ast.propertySignatures.find(({ name }) => name === "type")?.type
  return tag?._tag === "Literal" ? [String(tag.literal)] : []
}

const isTagged = (union: SchemaAST.Union): boolean =>
  union.types.every((type) => type._tag === "Objects" && type.propertySignatures.some(({ name }) => name === "type"))

/** Why a value belongs to no member of a union whose members are told apart by their `type` (decisions 2, 5). */
const untagged = (union: SchemaAST.Union, value: unknown, path: Path): Violation => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { pointer: pointerOf(path), code: "INVALID_FIELD", detail: "Expected an object." }
  }
  const pointer = pointerOf([...path, "type"])
  if (!Object.hasOwn(value, "type")) return { pointer, code: "MISSING_FIELD", detail: "Required, and not given." }
  const known = knownAre(union.types.flatMap(tagOf))
  const isParameter = path.length === 2 && path[0] === "parameters"
  return isParameter && "type" in value && typeof value.type === "string"
    ? { pointer: pointerOf(path), code: "UNKNOWN_PARAMETER", detail: `No parameter has this type. ${known}` }
    : { pointer, code: "INVALID_FIELD", detail: `Not one of the known types. ${known}` }
}

const codes: Partial<Record<SchemaIssue.Issue["_tag"], ViolationCode>> = {
  MissingKey: "MISSING_FIELD",
  UnexpectedKey: "UNKNOWN_FIELD"
}

/** The rule in words: what is known is named where a name is not. */
const wordsOf = (issue: SchemaIssue.Issue): string => {
  if (issue._tag === "MissingKey") return "Required, and not given."
  return issue._tag === "UnexpectedKey" ? `Not known here. ${knownAre(namesOf(issue.ast))}` : detailOf(issue)
}

const codeOf = (issue: SchemaIssue.Issue): ViolationCode =>
  (issue._tag === "UnexpectedKey" ? unknownKeyCodeOf(issue.ast) : undefined) ?? codes[issue._tag] ?? "INVALID_FIELD"

/**
 * What a value breaks that belongs to no member of a union: the rules of the member that it comes closest to. Where a
 * `type` tells the members apart, there is but one.
 */
const closest = (
  alternatives: ReadonlyArray<SchemaIssue.Issue>,
  path: Path,
  body: unknown
): SchemaIssue.Issue | undefined =>
  alternatives.length === 1
    ? alternatives[0]
    : alternatives
        .map((issue) => ({ issue, faults: named(violationsOf(issue, path, body)).errors.length }))
        .toSorted((one, other) => one.faults - other.faults)[0]?.issue

/** Whether a rule says where in the value it is broken. */
const isPlaced = (issue: SchemaIssue.Issue): boolean => issue._tag === "Pointer" || issue._tag === "Composite"

/** The violations in the order of the schema, each put into words when it is asked for. */
function* violationsOf(issue: SchemaIssue.Issue, path: Path, body: unknown): Generator<Violation> {
  switch (issue._tag) {
    case "Pointer":
      return yield* violationsOf(issue.issue, [...path, ...issue.path], body)
    case "Encoding":
      return yield* violationsOf(issue.issue, path, body)
    case "Composite":
      for (const inner of issue.issues) yield* violationsOf(inner, path, body)
      return
    case "Filter":
      // A rule about several members names them; one about the value itself has its words beside the filter.
      if (isPlaced(issue.issue)) return yield* violationsOf(issue.issue, path, body)
      return yield { pointer: pointerOf(path), code: "INVALID_FIELD", detail: detailOf(issue) }
    case "AnyOf": {
      const nearest = closest(issue.issues, path, body)
      if (nearest !== undefined) yield* violationsOf(nearest, path, body)
      else if (isTagged(issue.ast)) yield untagged(issue.ast, valueAt(body, path), path)
      else yield { pointer: pointerOf(path), code: "INVALID_FIELD", detail: detailOf(issue) }
      return
    }
    default:
      yield {
        pointer: pointerOf(path),
        code: codeOf(issue),
        detail: wordsOf(issue)
      }
  }
}

/** The rules that a body breaks. `body` is looked at to say what is wrong; it is never quoted. */
export const ofBody = (issue: SchemaIssue.Issue, body: unknown): Iterable<Violation> => violationsOf(issue, [], body)

const repeated = (name: string): Violation => ({
  pointer: pointerOf(["query", name]),
  code: "UNKNOWN_QUERY",
  detail: "Given more than once."
})

const unknown = (name: string, detail: string): Violation => ({
  pointer: pointerOf(["query", name]),
  code: "UNKNOWN_QUERY",
  detail
})

type Query = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** The rules that a query breaks. `lists` are the parameters that may be repeated. */
export function* ofQuery(
  issue: SchemaIssue.Issue,
  query: Query,
  lists: ReadonlySet<string>
): Generator<Violation, void> {
  const found = new Set<string>()
  for (const violation of violationsOf(issue, [], query)) {
    const name = JsonPointer.unescapeToken(violation.pointer.split("/")[1] ?? "")
    if (found.has(name)) continue
    found.add(name)
    if (violation.code === "UNKNOWN_FIELD") yield unknown(name, violation.detail)
    else if (Array.isArray(query[name]) && !lists.has(name)) yield repeated(name)
    else yield { ...violation, pointer: pointerOf(["query", name]) }
  }
}

/** The rules that a query breaks where none is expected. */
export const ofUnexpectedQuery = (query: Query): ReadonlyArray<Violation> =>
  Object.keys(query).map((name) => unknown(name, "No query parameter is known here."))

const summaryOf = ({ areMore, errors: { length } }: Named): string => {
  if (areMore) return `The request breaks more than ${length} rules; the first ${length} are named.`
  return length === 1 ? "The request breaks 1 rule." : `The request breaks ${length} rules.`
}

/** What a problem says of broken rules. */
const occurrenceOf = (violations: Iterable<Violation>, requestId: string) => {
  const found = named(violations)
  return { detail: summaryOf(found), requestId, errors: found.errors }
}

/** The problem that names the broken rules of a shape. Its code is that of the first one, in the order of the schema. */
export const toProblem = (
  violations: Iterable<Violation>,
  requestId: string
): Problem.Problem<ProblemCode.CodeOf<400>> => {
  const occurrence = occurrenceOf(violations, requestId)
  const first = occurrence.errors[0]?.code ?? "INVALID_FIELD"
  return Problem.make(ProblemCode.isOf(400, first) ? first : "INVALID_FIELD", occurrence)
}

/** The same for rules about values too, one of which is how large a file may be. */
export const toProblemOfValues = (
  violations: ReadonlyArray<Violation>,
  requestId: string
): Problem.Problem<ProblemCode.CodeOf<400>> | Problem.Problem<"BODY_TOO_LARGE"> =>
  violations[0]?.code === "BODY_TOO_LARGE"
    ? Problem.make("BODY_TOO_LARGE", occurrenceOf(violations, requestId))
    : toProblem(violations, requestId)
