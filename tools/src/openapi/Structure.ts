/**
 * Separates an OpenAPI document into its structure and its descriptions. Programs depend on the structure, whereas
 * descriptions can change at any time. Problem codes belong to the structure although they occur in descriptions,
 * because programs branch on them.
 */
import { createHash } from "node:crypto"
import type { JsonObject } from "./Json.ts"
import { canonical, isObject, objectAt } from "./Json.ts"

/** The members whose keys come from the document, not from OpenAPI. */
const maps = new Set([
  "paths",
  "responses",
  "content",
  "headers",
  "schemas",
  "securitySchemes",
  "requestBodies",
  "callbacks",
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs"
])

/** Parameters are a list in operations, but a map in components. */
const isMapOf = (name: string, member: unknown): boolean =>
  maps.has(name) || (name === "parameters" && !Array.isArray(member))

/** The members with plain values. */
const values = new Set(["enum", "const", "default", "required", "mapping", "security"])

/** The members with texts for people. */
const words = new Set([
  "description",
  "summary",
  "title",
  "examples",
  "example",
  "$comment",
  "deprecated",
  "externalDocs",
  "info",
  "tags"
])

/**
 * The parts that depend on the running versions, not on the contract: the deprecation headers, and the parameter that
 * selects the version.
 */
const lifecycle = new Set([
  ...["Deprecation", "Sunset", "DeprecationLink"].map((name) => `#/components/headers/${name}`),
  "#/components/parameters/ServiceVersion"
])

const isLifecycle = (name: string, value: unknown, at: string): boolean =>
  lifecycle.has(`${at}/${name}`) || (isObject(value) && lifecycle.has(String(value["$ref"])))

const codesOf = (response: JsonObject): JsonObject =>
  "application/problem+json" in objectAt(response, "content")
    ? { codes: Array.from(String(response["description"]).matchAll(/^- `([A-Z_]+)`/gm), ([, code]) => code).toSorted() }
    : {}

/** A `$ref` with its own title or description is written as an `allOf`. Only the `$ref` counts as structure. */
const flat = (schema: JsonObject): JsonObject => {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return schema
  const members = allOf.filter((member) => !isObject(member) || Object.keys(member).length > 0)
  const [only] = members
  return members.length === 1 && Object.keys(rest).length === 0 && isObject(only) ? only : { ...rest, allOf: members }
}

const isWord = (name: string): boolean => words.has(name) || name.startsWith("x-")

const members = (value: JsonObject, at: string, isMap: boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => (isMap || !isWord(name)) && !isLifecycle(name, member, at))
      .map(([name, member]) => {
        const inside = `${at}/${name}`
        if (!isMap && values.has(name)) return [name, member]
        return [name, structureAt(member, inside, !isMap && isMapOf(name, member))]
      })
  )

const structureAt = (value: unknown, at: string, isMap: boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => structureAt(item, at, false))
  if (!isObject(value)) return value
  return { ...flat(members(value, at, isMap)), ...(!isMap && codesOf(value)) }
}

/** Returns a document without its texts. */
export const of = (document: JsonObject): JsonObject => {
  const { openapi, ...rest } = document
  return { openapi, ...members(rest, "#", false) }
}

/** The lists whose order has no meaning. */
const unordered = new Set(["enum", "required", "type", "parameters", "anyOf", "oneOf", "allOf", "security"])

const ordered = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) {
    const items = value.map((item) => ordered(item, ""))
    return unordered.has(name) ? items.toSorted((one, other) => (canonical(one) < canonical(other) ? -1 : 1)) : items
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, ordered(member, key)]))
}

/** Returns a hash of the structure. Documents have the same hash if programs cannot tell them apart. */
export const fingerprint = (document: JsonObject): string =>
  createHash("sha256")
    .update(canonical(ordered(of(document), "")))
    .digest("hex")

const wordsAt = (value: unknown, at: string, isMap: boolean): ReadonlyArray<readonly [string, JsonObject]> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => wordsAt(item, `${at}/${index}`, false))
  if (!isObject(value)) return []
  const said = Object.entries(value).filter(([name]) => !isMap && isWord(name))
  const inside = Object.entries(value).filter(([name]) => isMap || !(isWord(name) || values.has(name)))
  return [
    [at, Object.fromEntries(said)],
    ...inside.flatMap(([name, member]) => wordsAt(member, `${at}/${name}`, !isMap && isMapOf(name, member)))
  ]
}

/** Returns the texts of a document by place. */
export const wordsOf = (document: JsonObject): ReadonlyMap<string, JsonObject> => new Map(wordsAt(document, "#", false))
