/**
 * Turns schema issues into violations. Each violation names a rule that the request breaks, and one problem lists them
 * all.
 */
import { unknownKeyCodeOf } from "@sheaf/domain/Violation"
import type { Violation } from "@sheaf/domain/Violation"
import { JsonPointer, SchemaIssue } from "effect"
import type { SchemaAST } from "effect"

type Path = ReadonlyArray<PropertyKey>

/** Together with the limits below, this keeps responses smaller than requests (spec 7). */
const maxRules = 100

/** The maximum total size of a response's violations, in bytes. */
const maxBytes = 32 * 1024

/** The maximum length of a name in a pointer, in UTF-16 code units. All names in the contract are shorter. */
const maxName = 64

const maxKnown = 40

const tokenOf = (key: PropertyKey): string => {
  const name = String(key)
  const shown = name.length > maxName ? `${name.slice(0, maxName)}…` : name
  return JsonPointer.escapeToken(shown.toWellFormed())
}

/** Returns `path` as a JSON pointer (RFC 6901). Truncates long names with an ellipsis, and replaces lone surrogates. */
export const jsonPointerOf = (path: Path): string => path.map((key) => `/${tokenOf(key)}`).join("")

/** Takes as many violations as fit into a response, and then stops searching. */
export const takeWithinLimits = (violations: Iterable<Violation>) => {
  const errors: Array<Violation> = []
  let room = maxBytes
  for (const violation of violations) {
    room -= Buffer.byteLength(JSON.stringify(violation))
    if (errors.length === maxRules || (errors.length > 0 && room < 0)) return { errors, areMore: true }
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

const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.LiteralValue> =>
  ast._tag === "Literal" ? [ast.literal] : ast._tag === "Union" ? ast.types.flatMap(literalsOf) : []

const kindOf = (ast: SchemaAST.AST): string | undefined => {
  if (ast._tag !== "Union") return kinds[ast._tag]
  const [first, ...others] = ast.types.map(kindOf)
  return others.every((other) => other === first) ? first : undefined
}

const expectationOf = (issue: SchemaIssue.Issue): string | undefined => {
  if (issue._tag !== "InvalidType" && issue._tag !== "AnyOf") return undefined
  const choices = literalsOf(issue.ast).map((literal) => JSON.stringify(literal))
  if (choices.length > 1) return `one of ${choices.join(", ")}`
  return choices[0] ?? kindOf(issue.ast)
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Describes the rule in the schema's words, which never contain input. */
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

const allowed = (names: ReadonlyArray<string>): string => {
  if (names.length === 0) return "No names are allowed."
  return `Allowed: ${names.slice(0, maxKnown).join(", ")}${names.length > maxKnown ? " and others" : ""}.`
}

const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

const tagOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (ast._tag !== "Objects") return []
  const tag = ast.propertySignatures.find(({ name }) => name === "type")?.type
  return tag === undefined ? [] : literalsOf(tag).map(String)
}

const isTagged = (union: SchemaAST.Union): boolean =>
  union.types.every((type) => type._tag === "Objects" && type.propertySignatures.some(({ name }) => name === "type"))

const missing = "This member is required."

/** Reports a value whose `type` matches no member of a union (spec 2.1, 2.5). */
const untagged = (union: SchemaAST.Union, value: unknown, path: Path): Violation => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { pointer: jsonPointerOf(path), code: "INVALID_FIELD", detail: "Expected an object." }
  }
  const pointer = jsonPointerOf([...path, "type"])
  if (!Object.hasOwn(value, "type")) return { pointer, code: "MISSING_FIELD", detail: missing }
  const detail = `Unknown type. ${allowed(union.types.flatMap(tagOf))}`
  const isParameter = path.length === 2 && path[0] === "parameters"
  return isParameter && typeof Reflect.get(value, "type") === "string"
    ? { pointer: jsonPointerOf(path), code: "UNKNOWN_PARAMETER", detail }
    : { pointer, code: "INVALID_FIELD", detail }
}

/**
 * Returns the union member whose rules the value violates least. If the members differ by `type`, considers only those
 * with the value's `type`, and returns `undefined` if there are none.
 */
const closest = ({ ast, issues }: SchemaIssue.AnyOf, path: Path, body: unknown): SchemaIssue.Issue | undefined => {
  if (issues.length === 1) return issues[0]
  const tag = isTagged(ast) ? jsonPointerOf([...path, "type"]) : undefined
  return issues
    .map((issue) => ({ issue, faults: takeWithinLimits(violationsOf(issue, path, body)).errors }))
    .filter(({ faults }) => !faults.some(({ pointer }) => pointer === tag))
    .toSorted((one, other) => one.faults.length - other.faults.length)[0]?.issue
}

/** Yields violations in schema order. Details are computed only when they are read. */
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
      // A filter can point to the members that break its rule. Without such a pointer, the issue is about the value
      // itself.
      if (issue.issue._tag === "Pointer" || issue.issue._tag === "Composite") {
        return yield* violationsOf(issue.issue, path, body)
      }
      break
    case "MissingKey":
      return yield { pointer: jsonPointerOf(path), code: "MISSING_FIELD", detail: missing }
    case "UnexpectedKey":
      return yield {
        pointer: jsonPointerOf(path),
        code: unknownKeyCodeOf(issue.ast) ?? "UNKNOWN_FIELD",
        detail: `Unknown name. ${allowed(namesOf(issue.ast))}`
      }
    case "AnyOf": {
      const nearest = closest(issue, path, body)
      if (nearest !== undefined) return yield* violationsOf(nearest, path, body)
      if (isTagged(issue.ast)) return yield untagged(issue.ast, valueAt(body, path), path)
    }
  }
  yield { pointer: jsonPointerOf(path), code: "INVALID_FIELD", detail: detailOf(issue) }
}

/** Yields a body's violations. Their details depend on `body` but never quote it. */
export const ofBody = (issue: SchemaIssue.Issue, body: unknown): Iterable<Violation> => violationsOf(issue, [], body)

const unknown = (name: string, detail: string): Violation => ({
  pointer: jsonPointerOf(["query", name]),
  code: "UNKNOWN_QUERY",
  detail
})

type Query = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Only parameters in `lists` may be repeated. */
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
    else if (Array.isArray(query[name]) && !lists.has(name)) yield unknown(name, "This parameter is allowed only once.")
    else yield { ...violation, pointer: jsonPointerOf(["query", name]) }
  }
}

export const ofUnexpectedQuery = (query: Query): ReadonlyArray<Violation> =>
  Object.keys(query).map((name) => unknown(name, "This operation takes no query parameters."))
