/** The types of `@sheaf/client` and `@sheaf/connector`, generated from the contracts' documents. */
import { listOf, objectAt, objectOf } from "./Json.ts"
import type { JsonObject } from "./Json.ts"

const comment = ({ description }: JsonObject, indent: string): string => {
  if (typeof description !== "string") return ""
  const lines = description.replaceAll("*/", "*\\/").split("\n")
  if (lines.length === 1) return `${indent}/** ${description} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`
}

const othersIn = (schema: JsonObject): JsonObject | undefined =>
  [schema, ...listOf(schema["allOf"]).map(objectOf)]
    .map((part) => objectAt(part, "additionalProperties"))
    .find((others) => Object.keys(others).length > 0)

const membersOf = (schema: JsonObject, indent: string): string => {
  const required = listOf(schema["required"])
  const members = Object.entries(objectAt(schema, "properties")).map(([name, member]) => {
    const property = objectOf(member)
    const mark = required.includes(name) ? "" : "?"
    return `${comment(property, indent)}${indent}readonly ${name}${mark}: ${typeOf(property, indent)}\n`
  })
  const others = othersIn(schema)
  if (others !== undefined) members.push(`${indent}readonly [name: string]: ${typeOf(others, indent)} | undefined\n`)
  return members.join("")
}

const typeOf = (schema: JsonObject, indent: string): string => {
  const { $ref, enum: values, type } = schema
  if (typeof $ref === "string") return $ref.replace("#/components/schemas/", "")
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ")
  const choices = [...listOf(schema["oneOf"]), ...listOf(schema["anyOf"])].map((choice) =>
    typeOf(objectOf(choice), indent)
  )
  if (choices.length > 0) return choices.join(" | ")
  if (type === "array") return `ReadonlyArray<${typeOf(objectAt(schema, "items"), indent)}>`
  if (type === "integer") return "number"
  if (type !== "object") return typeof type === "string" ? type : "unknown"
  const others = othersIn(schema)
  if (schema["properties"] === undefined && others !== undefined) {
    return `Readonly<Record<string, ${typeOf(others, indent)}>>`
  }
  return `{\n${membersOf(schema, `${indent}  `)}${indent}}`
}

const declarationOf = (name: string, schema: JsonObject): string => {
  const isInterface = schema["type"] === "object" && schema["properties"] !== undefined
  const declared = isInterface
    ? `interface ${name} {\n${membersOf(schema, "  ")}}`
    : `type ${name} = ${typeOf(schema, "")}`
  return `${comment(schema, "")}export ${declared}\n`
}

export const formatTypes = (heading: string, document: JsonObject): string => {
  const schemas = Object.entries(objectAt(document, "components", "schemas"))
  const problems = schemas.map(([name]) => name).filter((name) => name.endsWith("Problem"))
  const types = `/** ${heading} */

${schemas.map(([name, schema]) => declarationOf(name, objectOf(schema))).join("\n")}`
  if (problems.length === 0) return types
  return `${types}
/** The problem document of a rejected request. */
export type ProblemDocument = ${problems.join(" | ")}

/** The stable codes of problems. Later releases can add codes. */
export type ProblemCode = ProblemDocument["code"]
`
}
