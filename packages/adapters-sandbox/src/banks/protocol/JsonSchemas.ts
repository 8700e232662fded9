/** Adapts JSON schemas and header names for the OpenAPI document. */

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Applies `change` to an object and to every object inside it, innermost first. */
export const mapObjects = (value: unknown, change: (object: JsonObject) => JsonObject): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapObjects(member, change)])))
}

const capitals = ["ASPSP", "ID", "IP", "PSU", "SCA", "TPP", "URI"]

/** Returns a header's name in the standard's spelling, for example `X-Request-ID`. */
export const canonicalHeaderName = (name: string): string =>
  name
    .split("-")
    .map((part) =>
      capitals.includes(part.toUpperCase()) ? part.toUpperCase() : `${part.charAt(0).toUpperCase()}${part.slice(1)}`
    )
    .join("-")

const isText = (values: unknown): boolean => Array.isArray(values) && values.join() === "true,false"

/** Declares booleans and integers in queries and headers with their own types instead of as strings. */
export const withPrimitiveTypes = (schema: JsonObject): JsonObject => {
  const { allOf, anyOf, enum: values, pattern, ...rest } = schema
  if (Array.isArray(anyOf) && anyOf.length === 1 && isObject(anyOf[0])) return { ...rest, ...anyOf[0] }
  if (isText(values)) return { ...rest, type: "boolean" }
  if (typeof pattern === "string" && pattern.startsWith("^[+-]?")) return { ...rest, type: "integer" }
  return Array.isArray(allOf) && allOf.every(isObject)
    ? Object.assign({}, schema, { allOf: undefined }, ...allOf)
    : schema
}
