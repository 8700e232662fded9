/** Parses operators' JSON files and explains the faults in them. */
import { Result, SchemaIssue } from "effect"
import type { SchemaAST, StandardSchema } from "effect"

const complaint = (text: string): string => {
  try {
    JSON.parse(text)
    return ""
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const lacksPosition = (text: string): boolean => complaint(text).startsWith("Unexpected token")

/**
 * Finds the position of an unexpected character, because V8's error message omits the position. A prefix of the text
 * causes this error only if it includes the unexpected character, so a binary search for the shortest such prefix finds
 * the character.
 */
const offsetOfCharacter = (text: string): number => {
  let [valid, broken] = [0, text.length]
  while (broken - valid > 1) {
    const middle = Math.floor((valid + broken) / 2)
    if (lacksPosition(text.slice(0, middle))) broken = middle
    else valid = middle
  }
  return valid
}

const position = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split("\n")
  return `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`
}

/** Describes a syntax error and its position. Quotes at most one character, because the file may contain secrets. */
const brokenJson = (text: string): string => {
  if (lacksPosition(text)) {
    const offset = offsetOfCharacter(text)
    return `invalid JSON at ${position(text, offset)}: unexpected ${JSON.stringify(text[offset])}`
  }
  const [, reason = "", offset = text.length] =
    /^(.*?)(?: in JSON| after JSON)?(?: at position (\d+).*)?$/s.exec(complaint(text)) ?? []
  return `invalid JSON at ${position(text, Number(offset))}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
}

const kinds: Partial<Record<SchemaAST.AST["_tag"], string>> = {
  String: "a string",
  Number: "a number",
  Boolean: "true or false",
  Arrays: "an array",
  Objects: "an object"
}

const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

const wordsOf = (issue: SchemaIssue.Leaf): string => {
  const kind = issue._tag === "InvalidType" ? kinds[issue.ast._tag] : undefined
  if (kind !== undefined) return `expected ${kind}`
  if (issue._tag === "MissingKey") return "is required"
  if (issue._tag === "UnexpectedKey") return `is unknown; expected one of ${namesOf(issue.ast).join(", ")}`
  return SchemaIssue.defaultLeafHook(issue)
}

/**
 * Returns true if the value cannot be meant as this alternative of a union, for example because it has another
 * alternative's discriminator.
 */
const isExcluded = (issue: SchemaIssue.Issue): boolean => {
  if (issue._tag === "Composite") return issue.issues.some(isExcluded)
  return issue._tag === "Pointer" && issue.issue._tag === "InvalidType" && issue.issue.ast._tag === "Never"
}

/**
 * Drops the alternatives of a union that the file's author cannot have meant, because their faults would only be
 * confusing.
 */
const withoutExcluded = (issue: SchemaIssue.Issue): SchemaIssue.Issue => {
  switch (issue._tag) {
    case "Pointer":
      return new SchemaIssue.Pointer(issue.path, withoutExcluded(issue.issue))
    case "Composite": {
      const [first, ...others] = issue.issues
      return new SchemaIssue.Composite(issue.ast, [withoutExcluded(first), ...others.map(withoutExcluded)])
    }
    case "AnyOf": {
      const meant = issue.issues.filter((each) => !isExcluded(each))
      return meant.length === 0 ? issue : new SchemaIssue.AnyOf(issue.ast, meant.map(withoutExcluded))
    }
    default:
      return issue
  }
}

const formatAll = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook: wordsOf })

export const format = (issue: SchemaIssue.Issue) => formatAll(withoutExcluded(issue))

/** Joins a message to its member's path: directly if the message starts with a verb, otherwise with a colon. */
export const sentence = ({ message, path = [] }: StandardSchema.StandardSchemaV1.Issue): string => {
  const name = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".")
  const words = message.replace(/^Expected/, "expected")
  if (name === "") return words
  return /^(?:is|must|needs|requires) /.test(words) ? `${name} ${words}` : `${name}: ${words}`
}

export const parseJson = (text: string): Result.Result<unknown, string> =>
  Result.try({ try: (): unknown => JSON.parse(text), catch: () => brokenJson(text) })

/** Returns one message per issue, with the JSON pointer of its member (RFC 6901). */
export const pointerMessagesOf = (issue: SchemaIssue.Issue): ReadonlyArray<string> =>
  format(issue).issues.map(({ message, path = [] }) => {
    const parts = path.map((part) => String(typeof part === "object" ? part.key : part))
    const pointer = parts.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")
    return sentence({ message, path: pointer === "" ? [] : [pointer] })
  })
