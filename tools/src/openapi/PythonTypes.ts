/** The Python client's types, generated from a contract's document. */
import { isObject, listOf, objectAt, objectOf, stringsOf } from "./Json.ts"
import type { JsonObject } from "./Json.ts"

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Python's keywords, which cannot be names of class members. */
const keywords = new Set([
  "from",
  "class",
  "import",
  "is",
  "in",
  "not",
  "or",
  "and",
  "if",
  "else",
  "for",
  "while",
  "def"
])

const isAttribute = (name: string): boolean => /^[A-Za-z_]\w*$/u.test(name) && !keywords.has(name)

/** Turns a member's name into the end of a class name, such as `ExtraInformation` or `RequiredInputs`. */
const classNameOf = (member: string): string =>
  member
    .split(/[^A-Za-z0-9]+/u)
    .map((word) => capitalized(word === word.toUpperCase() ? word.toLowerCase() : word))
    .join("")

const docstring = ({ description }: JsonObject, indent: string): string => {
  if (typeof description !== "string") return ""
  const text = description.replaceAll("\\", "\\\\").replaceAll('"""', "'''")
  const lines = text.split("\n").map((line) => `${indent}${line}`.trimEnd())
  return lines.length === 1 ? `${indent}"""${text}"""\n` : `${indent}"""\n${lines.join("\n")}\n${indent}"""\n`
}

/** Collects the declarations of a module in the order that Python needs. */
class PythonModule {
  readonly #declarations: Array<string> = []
  readonly #names = new Set<string>()

  declareAll(schemas: JsonObject): ReadonlyArray<string> {
    for (const name of Object.keys(schemas)) this.#names.add(name)
    const aliases: Array<string> = []
    for (const [name, schema] of Object.entries(schemas)) {
      const declared = objectOf(schema)
      if (declared["type"] === "object" && isObject(declared["properties"])) this.#declareClass(name, declared)
      else aliases.push(`${name} = ${this.#typeOf(declared, name)}\n`)
    }
    return [...this.#declarations, ...aliases]
  }

  /** Each member's description precedes it as a comment, because members have no docstring. */
  #declareClass(name: string, schema: JsonObject): void {
    const required = stringsOf(schema["required"])
    const properties = Object.entries(objectAt(schema, "properties"))
    const isClass = properties.every(([member]) => isAttribute(member))
    const members = properties.map(([member, value]) => {
      const property = objectOf(value)
      const type = this.#typeOf(property, `${name}${classNameOf(member)}`)
      const { description } = property
      const lines = typeof description === "string" ? description.split("\n") : []
      const comment = lines.map((line) => `    # ${line}`.trimEnd() + "\n").join("")
      const declared = required.includes(member) ? type : `NotRequired[${type}]`
      return `${comment}    ${isClass ? `${member}: ${declared}` : `${JSON.stringify(member)}: ${declared},`}\n`
    })
    const body = `${docstring(schema, "    ")}${members.join("\n")}`
    this.#declarations.push(
      isClass
        ? `class ${name}(TypedDict):\n${body === "" ? "    pass\n" : body}`
        : `${name} = TypedDict("${name}", {\n${members.join("\n")}})\n`
    )
  }

  #freshName(name: string): string {
    if (!this.#names.has(name)) {
      this.#names.add(name)
      return name
    }
    return this.#freshName(`${name}Object`)
  }

  /** `name` is the class's name, if the schema needs a class of its own. */
  #typeOf(schema: JsonObject, name: string): string {
    const { $ref, enum: values, type } = schema
    if (typeof $ref === "string") return `"${$ref.replace("#/components/schemas/", "")}"`
    if (Array.isArray(values)) return `Literal[${values.map((value) => pythonLiteral(value)).join(", ")}]`
    const choices = [...listOf(schema["oneOf"]), ...listOf(schema["anyOf"])]
    if (choices.length > 0) {
      const types = choices.map((choice, index) => this.#typeOf(objectOf(choice), `${name}${index + 1}`))
      return types.length === 1 ? (types[0] ?? "object") : `Union[${[...new Set(types)].join(", ")}]`
    }
    if (type === "array") return `list[${this.#typeOf(objectAt(schema, "items"), `${name}Item`)}]`
    if (type === "string") return "str"
    if (type === "integer") return "int"
    if (type === "number") return "float"
    if (type === "boolean") return "bool"
    if (type === "null") return "None"
    if (type !== "object") return "Any"
    if (isObject(schema["properties"])) {
      const own = this.#freshName(name)
      this.#declareClass(own, schema)
      return `"${own}"`
    }
    const others = objectAt(schema, "additionalProperties")
    return `dict[str, ${Object.keys(others).length > 0 ? this.#typeOf(others, `${name}Value`) : "Any"}]`
  }
}

const pythonLiteral = (value: unknown): string =>
  value === null ? "None" : value === true ? "True" : value === false ? "False" : JSON.stringify(value)

/** Objects become `TypedDict`s. */
export const formatTypes = (heading: string, document: JsonObject): string => {
  const declarations = new PythonModule().declareAll(objectAt(document, "components", "schemas"))
  return `"""${heading}"""
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union

${declarations.join("\n\n")}`
}
