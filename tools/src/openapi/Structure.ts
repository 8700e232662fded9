/**
 * Separates the structure of an OpenAPI document from its descriptions. Programs depend on the structure, but
 * descriptions can change at any time. Problem codes are part of the structure although they occur in descriptions,
 * because programs branch on them.
 */
import { Sharing } from "@sheaf/http-contract"
import type { JsonObject } from "./Json.ts"
import { isObject, objectAt, objectOf, stringsOf } from "./Json.ts"

/** Members whose keys are defined by the document, not by OpenAPI. */
const maps = new Set([
  "paths",
  "webhooks",
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

const values = new Set(["enum", "const", "default", "required", "mapping", "security"])

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

const commonHeaders = "x-common-headers"

/** These headers and the `Service-Version` parameter depend on which versions are supported, not on the contract. */
const lifecycleHeaders = new Set(["deprecation", "sunset", "link"])
const isLifecycle = (part: unknown): boolean =>
  isObject(part) && part["in"] === "header" && part["name"] === "Service-Version"

const withoutLifecycle = (headers: unknown): JsonObject =>
  Object.fromEntries(Object.entries(objectOf(headers)).filter(([name]) => !lifecycleHeaders.has(name)))

/**
 * The headers that the contract promises for every response, and those that it promises for every response to a request
 * with credentials.
 */
const commonIn = (document: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(objectAt(document, commonHeaders)).map(([which, headers]) => [which, withoutLifecycle(headers)])
  )

const codesOf = (response: JsonObject): JsonObject =>
  "application/problem+json" in objectAt(response, "content")
    ? { codes: Array.from(String(response["description"]).matchAll(/`([A-Z_]+)`/g), ([, code]) => code).toSorted() }
    : {}

/**
 * Replaces an `allOf` that has a single member with that member. Such an `allOf` only adds a title or description to a
 * `$ref`, and these are not part of the structure.
 */
const flat = (schema: JsonObject): JsonObject => {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return schema
  const members = allOf.filter((member) => !isObject(member) || Object.keys(member).length > 0)
  const [only] = members
  return members.length === 1 && Object.keys(rest).length === 0 && isObject(only) ? only : { ...rest, allOf: members }
}

const isWord = (name: string): boolean => words.has(name) || name.startsWith("x-")

const members = (value: JsonObject, isMap: boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isMap || !isWord(name))
      .map(([name, member]) => [
        name,
        !isMap && values.has(name) ? member : structureAt(member, !isMap && isMapOf(name, member))
      ])
  )

const structureAt = (value: unknown, isMap: boolean): unknown => {
  if (Array.isArray(value)) {
    return value.filter((item) => !isLifecycle(item)).map((item) => structureAt(item, false))
  }
  if (!isObject(value)) return value
  return { ...flat(members(value, isMap)), ...(!isMap && codesOf(value)) }
}

export const structureOf = (document: JsonObject): JsonObject => {
  const { openapi, ...rest } = Sharing.expandParts({ ...document, [commonHeaders]: commonIn(document) })
  return { openapi, ...members(rest, false) }
}

/** OpenAPI requires a description of every response. */
const described = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const { codes, ...rest } = value
  const description = stringsOf(codes)
    .map((code) => `\`${code}\``)
    .join(", ")
  return { description, ...rest }
}

const withDescriptions = (paths: unknown): JsonObject =>
  mapped(paths, (item) =>
    mapped(item, (operation) =>
      isObject(operation) ? { ...operation, responses: mapped(operation["responses"], described) } : operation
    )
  )

const mapped = (value: unknown, change: (member: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(objectOf(value)).map(([name, member]) => [name, change(member)]))

const resolve = (document: JsonObject, part: unknown): JsonObject => {
  const reference = objectOf(part)["$ref"]
  if (typeof reference !== "string") return objectOf(part)
  return objectAt(document, ...reference.slice("#/".length).split("/"))
}

/**
 * Returns the document as it is stored in Git: only its structure, in which parts that occur more than once become
 * components.
 */
export const contractOf = (document: JsonObject): JsonObject => {
  const { openapi, paths, webhooks, ...rest } = structureOf(document)
  const { title, version } = objectAt(document, "info")
  const common = mapped(commonIn(document), (headers) =>
    mapped(headers, (header) => structureAt(resolve(document, header), false))
  )
  return Sharing.shareParts({
    openapi,
    info: { title, version },
    ...(Object.keys(common).length > 0 && { [commonHeaders]: common }),
    ...rest,
    paths: withDescriptions(paths),
    ...(webhooks !== undefined && { webhooks: withDescriptions(webhooks) })
  })
}
