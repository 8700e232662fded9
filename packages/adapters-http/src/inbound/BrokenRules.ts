/** The rules that a request breaks, found by its schema, as violations and as the problem that names them all. */
import type { Violation, ViolationCode } from "@sheaf/domain/Violation"
import { Problem, ProblemCode } from "@sheaf/http-contract"
import { JsonPointer, SchemaIssue } from "effect"
import type { SchemaAST } from "effect"

type Path = ReadonlyArray<PropertyKey>

/** A body can break more rules than anybody reads, and the answer must not outgrow the request: this many are named. */
export const maximum = 100

/** `path` as a JSON pointer (RFC 6901). A name of the request's own that is no text is made one. */
export const pointerOf = (path: Path): string =>
  path.map((key) => `/${JsonPointer.escapeToken(String(key).toWellFormed())}`).join("")

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

const isTagged = (union: SchemaAST.Union): boolean =>
  union.types.every((type) => type._tag === "Objects" && type.propertySignatures.some(({ name }) => name === "type"))

/** Why a value belongs to no member of a union whose members are told apart by their `type` (decisions 2, 5). */
const untagged = (value: unknown, path: Path): Violation => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { pointer: pointerOf(path), code: "INVALID_FIELD", detail: "Expected an object." }
  }
  const pointer = pointerOf([...path, "type"])
  if (!Object.hasOwn(value, "type")) return { pointer, code: "MISSING_FIELD", detail: "Required, and not given." }
  const isParameter = path.length === 2 && path[0] === "parameters"
  return isParameter && "type" in value && typeof value.type === "string"
    ? { pointer: pointerOf(path), code: "UNKNOWN_PARAMETER", detail: "No parameter has this type." }
    : { pointer, code: "INVALID_FIELD", detail: "Not one of the known types." }
}

const codes: Partial<Record<SchemaIssue.Issue["_tag"], ViolationCode>> = {
  MissingKey: "MISSING_FIELD",
  UnexpectedKey: "UNKNOWN_FIELD"
}

const details: Partial<Record<SchemaIssue.Issue["_tag"], string>> = {
  MissingKey: "Required, and not given.",
  UnexpectedKey: "Not known here."
}

const collect = (issue: SchemaIssue.Issue, path: Path, body: unknown): ReadonlyArray<Violation> => {
  switch (issue._tag) {
    case "Pointer":
      return collect(issue.issue, [...path, ...issue.path], body)
    case "Encoding":
      return collect(issue.issue, path, body)
    case "Composite":
      return issue.issues.flatMap((inner) => collect(inner, path, body))
    case "AnyOf":
      if (issue.issues.length > 0) return issue.issues.flatMap((inner) => collect(inner, path, body))
      if (isTagged(issue.ast)) return [untagged(valueAt(body, path), path)]
      return [{ pointer: pointerOf(path), code: "INVALID_FIELD", detail: detailOf(issue) }]
    default:
      return [
        {
          pointer: pointerOf(path),
          code: codes[issue._tag] ?? "INVALID_FIELD",
          detail: details[issue._tag] ?? detailOf(issue)
        }
      ]
  }
}

/** The rules that a body breaks. `body` is looked at to say what is wrong; it is never quoted. */
export const ofBody = (issue: SchemaIssue.Issue, body: unknown): ReadonlyArray<Violation> => collect(issue, [], body)

const repeated = (name: string): Violation => ({
  pointer: pointerOf(["query", name]),
  code: "UNKNOWN_QUERY",
  detail: "Given more than once."
})

const unknown = (name: string): Violation => ({
  pointer: pointerOf(["query", name]),
  code: "UNKNOWN_QUERY",
  detail: "Not known here."
})

type Query = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** The rules that a query breaks. `lists` are the parameters that may be repeated. */
export const ofQuery = (
  issue: SchemaIssue.Issue,
  query: Query,
  lists: ReadonlySet<string>
): ReadonlyArray<Violation> => {
  const found = new Map<string, Violation>()
  for (const violation of collect(issue, [], query)) {
    const name = JsonPointer.unescapeToken(violation.pointer.split("/")[1] ?? "")
    if (found.has(name)) continue
    if (violation.code === "UNKNOWN_FIELD") found.set(name, unknown(name))
    else if (Array.isArray(query[name]) && !lists.has(name)) found.set(name, repeated(name))
    else found.set(name, { ...violation, pointer: pointerOf(["query", name]) })
  }
  return [...found.values()]
}

/** The rules that a query breaks where none is expected. */
export const ofUnexpectedQuery = (query: Query): ReadonlyArray<Violation> => Object.keys(query).map(unknown)

const summaryOf = (count: number): string => {
  if (count > maximum) return `The request breaks ${count} rules; the first ${maximum} are named.`
  return count === 1 ? "The request breaks 1 rule." : `The request breaks ${count} rules.`
}

/** The problem that names broken rules. Its code is that of the first one, in the order of the schema. */
export const toProblem = (
  violations: ReadonlyArray<Violation>,
  requestId: string
): Problem.Problem<ProblemCode.CodeOf<400>> => {
  const first = violations[0]?.code ?? "INVALID_FIELD"
  return Problem.make(ProblemCode.isOf(400, first) ? first : "INVALID_FIELD", {
    detail: summaryOf(violations.length),
    requestId,
    errors: violations.slice(0, maximum)
  })
}
