/** Finds where named schemas are used, and which schemas were renamed. */
import type { Direction } from "./Difference.ts"
import { isObject, objectAt, objectOf } from "./Json.ts"
import type { JsonObject } from "./Json.ts"

const prefix = "#/components/schemas/"

/** Returns the schema name in a reference, or nothing if the value is not a reference. */
export const nameIn = (reference: unknown): string | undefined =>
  typeof reference === "string" && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined

/** Returns the name that a schema refers to, or nothing if it has no reference. */
export const referenceOf = (schema: unknown): string | undefined => nameIn(objectOf(schema)["$ref"])

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"])

/** Returns true if a member of a path item is an operation. */
export const isMethod = (name: string): boolean => methods.has(name)

/** Returns the operations of a document by `METHOD /path`. */
export const operationsOf = (document: JsonObject): ReadonlyMap<string, JsonObject> =>
  new Map(
    Object.entries(objectOf(document["paths"])).flatMap(([path, item]) =>
      Object.entries(objectOf(item))
        .filter(([method]) => isMethod(method))
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, objectOf(operation)])
    )
  )

/** Returns the schemas of a document by name. */
export const schemasOf = (document: JsonObject): JsonObject => objectAt(document, "components", "schemas")

/** Resolves a reference to a component. */
export const resolve = (document: JsonObject, part: unknown): JsonObject => {
  const reference = objectOf(part)["$ref"]
  if (typeof reference !== "string") return objectOf(part)
  return objectAt(document, ...reference.slice("#/".length).split("/"))
}

const referencesIn = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isObject(value)) return []
  const reference = referenceOf(value)
  return reference === undefined ? Object.values(value).flatMap(referencesIn) : [reference]
}

const reached = (document: JsonObject, from: unknown): ReadonlySet<string> => {
  const found = new Set<string>()
  const queue = [...referencesIn(from)]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue
    found.add(name)
    queue.push(...referencesIn(schemasOf(document)[name]))
  }
  return found
}

/** Returns the directions of each used schema: requests, responses or both. */
export const directionsOf = (document: JsonObject): ReadonlyMap<string, ReadonlySet<Direction>> => {
  const operations = Array.from(operationsOf(document).values())
  const requested = reached(
    document,
    operations.map(({ parameters, requestBody }) => [parameters, requestBody])
  )
  const answered = reached(
    document,
    operations.map(({ responses }) => responses)
  )
  return new Map(
    Object.keys(schemasOf(document)).map((name) => [
      name,
      new Set<Direction>([
        ...(requested.has(name) ? ["request" as const] : []),
        ...(answered.has(name) ? ["response" as const] : [])
      ])
    ])
  )
}

/** Returns the operations that use a schema, as `METHOD /path`. */
export const operationsOfSchema = (document: JsonObject, schema: string): ReadonlyArray<string> =>
  Array.from(operationsOf(document))
    .filter(([, operation]) => reached(document, operation).has(schema))
    .map(([name]) => name)

const pairsIn = (before: unknown, after: unknown): ReadonlyArray<readonly [string, string]> => {
  const [old, now] = [referenceOf(before), referenceOf(after)]
  if (old !== undefined && now !== undefined) return [[old, now]]
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.flatMap((item, index) => pairsIn(item, after[index]))
  }
  if (!isObject(before) || !isObject(after)) return []
  return Object.keys(before).flatMap((name) => pairsIn(before[name], after[name]))
}

/**
 * Returns the new names of renamed schemas, by old name. Two schemas in the same place count as one renamed schema if
 * each name exists in only one of the documents.
 */
export const renamesBetween = (before: JsonObject, after: JsonObject): ReadonlyMap<string, string> => {
  const [old, now] = [schemasOf(before), schemasOf(after)]
  const renames = new Map<string, string>()
  const queue = Object.keys(old).flatMap((name) => pairsIn(old[name], now[name]))
  queue.push(...pairsIn(before["paths"], after["paths"]))
  for (let pair = queue.shift(); pair !== undefined; pair = queue.shift()) {
    const [from, to] = pair
    if (from === to || from in now || to in old || renames.has(from)) continue
    if (Array.from(renames.values()).includes(to)) continue
    renames.set(from, to)
    queue.push(...pairsIn(old[from], now[to]))
  }
  return renames
}
