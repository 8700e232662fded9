/** The text of the configuration file: what it says, or all that is wrong with it, in one line. */
import { Result, Schema, SchemaIssue } from "effect"
import type { SchemaAST, StandardSchema } from "effect"
import { ConfigFile } from "./ConfigFile.ts"

const complaint = (text: string): string => {
  try {
    JSON.parse(text)
    return ""
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const lacksPlace = (text: string): boolean => complaint(text).startsWith("Unexpected token")

/** Of a character that cannot stand where it stands, V8 tells no place: what ends before it could still become JSON. */
const offsetOfCharacter = (text: string): number => {
  let [sound, broken] = [0, text.length]
  while (broken - sound > 1) {
    const middle = Math.floor((sound + broken) / 2)
    if (lacksPlace(text.slice(0, middle))) broken = middle
    else sound = middle
  }
  return sound
}

const place = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split("\n")
  return `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`
}

/** Why a text is no JSON, and where. No more than a character of it is repeated. */
const brokenJson = (text: string): string => {
  if (lacksPlace(text)) {
    const offset = offsetOfCharacter(text)
    return `no JSON at ${place(text, offset)}: unexpected ${JSON.stringify(text[offset])}`
  }
  const [, reason = "", offset = text.length] =
    /^(.*?)(?: in JSON| after JSON)?(?: at position (\d+).*)?$/s.exec(complaint(text)) ?? []
  return `no JSON at ${place(text, Number(offset))}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
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
  if (issue._tag === "UnexpectedKey") return `is not known; known are ${namesOf(issue.ast).join(", ")}`
  return SchemaIssue.defaultLeafHook(issue)
}

const format = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook: wordsOf })

/** What is wrong, with the path of the member; words that begin with "is" go on from it. */
const sentence = ({ message, path = [] }: StandardSchema.StandardSchemaV1.Issue): string => {
  const name = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".")
  const words = message.replace(/^Expected/, "expected")
  if (name === "") return words
  return words.startsWith("is ") ? `${name} ${words}` : `${name}: ${words}`
}

const decode = Schema.decodeUnknownResult(ConfigFile, { errors: "all", onExcessProperty: "error" })

/** Reads the text of the file. Fails with everything that is wrong, each with the path of its member or its place. */
export const read = (text: string): Result.Result<ConfigFile, string> => {
  const parsed = Result.try({ try: (): unknown => JSON.parse(text), catch: () => brokenJson(text) })
  return Result.flatMap(parsed, (value) =>
    Result.mapError(decode(value), ({ issue }) => format(issue).issues.map(sentence).join("; "))
  )
}
