/**
 * Compares the project's description of NextGenPSD2 with another description of the standard, such as the framework's
 * own. The project describes a part: it can omit optional things, but everything that it has must be in the standard.
 */
import { areEqual, isObject, listOf, objectAt, objectOf, textsOf } from "../openapi/Json.ts"
import type { JsonObject } from "../openapi/Json.ts"

export interface StandardComparison {
  /** The differences, one line each. */
  readonly differences: ReadonlyArray<string>
  /** The number of compared operations, parameters and members of bodies. */
  readonly compared: { readonly operations: number; readonly parameters: number; readonly members: number }
}

/** Follows a reference inside the document. */
const resolve = (document: JsonObject, value: unknown): JsonObject => {
  const object = objectOf(value)
  const reference = object["$ref"]
  if (typeof reference !== "string") return object
  const path = reference.replace(/^#\//, "").split("/")
  return resolve(document, objectAt(document, ...path.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))))
}

/** The path with its parameters' names removed, because names can differ. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^}]+\}/g, "{}")

/** Joins the kinds of a schema. */
const kindsOf = (document: JsonObject, schema: JsonObject): ReadonlyArray<JsonObject> => {
  const kinds = [...listOf(schema["oneOf"]), ...listOf(schema["anyOf"])]
  return kinds.length === 0 ? [schema] : kinds.map((kind) => resolve(document, kind))
}

/** Returns true if the kind has all members of a schema, and requires no others. */
const fits = (own: JsonObject, kind: JsonObject): boolean => {
  const [members, known] = [objectOf(own["properties"]), objectOf(kind["properties"])]
  return (
    Object.keys(members).every((name) => name in known) && textsOf(kind["required"]).every((name) => name in members)
  )
}

const methods = ["get", "post", "put", "delete"]

export const compare = (ours: JsonObject, standard: JsonObject): StandardComparison => {
  const differences: Array<string> = []
  const compared = { operations: 0, parameters: 0, members: 0 }
  const differ = (at: string, fact: string): void => void differences.push(`${at}: ${fact}`)

  const compareValues = (at: string, own: JsonObject, other: JsonObject): void => {
    const [type, expected] = [own["type"], other["type"]]
    if (type !== undefined && expected !== undefined && !areEqual(type, expected)) {
      differ(at, `has the type ${String(type)} instead of ${String(expected)}`)
    }
    const allowed = textsOf(other["enum"])
    const unknown = textsOf(own["enum"]).filter((value) => allowed.length > 0 && !allowed.includes(value))
    if (unknown.length > 0) differ(at, `has values that the standard lacks: ${unknown.join(", ")}`)
  }

  const compareSchemas = (at: string, one: unknown, two: unknown): void => {
    const own = resolve(ours, one)
    const kinds = kindsOf(standard, resolve(standard, two))
    const alike = kinds.filter((kind) => "properties" in kind === "properties" in own)
    const other = alike.find((kind) => fits(own, kind)) ?? alike[0] ?? kinds[0] ?? {}
    compared.members++
    compareValues(at, own, other)
    if (isObject(own["items"])) compareSchemas(`${at}[]`, own["items"], other["items"])
    const [members, known] = [objectOf(own["properties"]), objectOf(other["properties"])]
    for (const [name, member] of Object.entries(members)) {
      if (name in known) compareSchemas(`${at}/${name}`, member, known[name])
      else if (!isObject(other["additionalProperties"])) differ(`${at}/${name}`, "is not in the standard")
    }
    for (const name of textsOf(other["required"])) {
      if (!textsOf(own["required"]).includes(name)) differ(`${at}/${name}`, "is required in the standard")
    }
  }

  const schemaOf = (document: JsonObject, holder: unknown): unknown =>
    objectAt(resolve(document, holder), "content", "application/json")["schema"]

  const parametersOf = (document: JsonObject, operation: JsonObject) =>
    listOf(operation["parameters"]).map((each) => resolve(document, each))

  const isSame = (one: JsonObject, two: JsonObject): boolean =>
    one["in"] === two["in"] &&
    (one["in"] === "path" || String(one["name"]).toLowerCase() === String(two["name"]).toLowerCase())

  const compareParameters = (at: string, own: JsonObject, other: JsonObject): void => {
    const [mine, theirs] = [parametersOf(ours, own), parametersOf(standard, other)]
    for (const parameter of mine) {
      const place = `${at} ${String(parameter["in"])} ${String(parameter["name"])}`
      const found = theirs.find((each) => isSame(each, parameter))
      compared.parameters++
      if (found === undefined) differ(place, "is not in the standard")
      else compareValues(place, resolve(ours, parameter["schema"]), resolve(standard, found["schema"]))
    }
    for (const parameter of theirs.filter((each) => each["required"] === true)) {
      const found = mine.find((each) => isSame(each, parameter))
      const place = `${at} ${String(parameter["in"])} ${String(parameter["name"])}`
      if (found?.["required"] !== true) differ(place, "is required in the standard")
    }
  }

  const compareHeaders = (at: string, own: JsonObject, other: JsonObject): void => {
    const [mine, theirs] = [objectOf(own["headers"]), objectOf(other["headers"])]
    const namesOf = (headers: JsonObject) => new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name]))
    const [named, known] = [namesOf(mine), namesOf(theirs)]
    for (const [lower, name] of named) {
      const header = known.get(lower)
      if (header === undefined) differ(`${at} header ${name}`, "is not in the standard")
      else {
        const schema = resolve(standard, resolve(standard, theirs[header])["schema"])
        compareValues(`${at} header ${name}`, resolve(ours, resolve(ours, mine[name])["schema"]), schema)
      }
    }
    for (const [lower, name] of known) {
      const isRequired = resolve(standard, theirs[name])["required"] === true
      if (isRequired && !named.has(lower)) differ(`${at} header ${name}`, "is required in the standard")
    }
  }

  const compareResponses = (at: string, own: JsonObject, other: JsonObject): void => {
    for (const [status, response] of Object.entries(objectOf(own["responses"]))) {
      const place = `${at} ${status}`
      const found = objectOf(other["responses"])[status]
      if (found === undefined) {
        differ(place, "is not in the standard")
        continue
      }
      const [mine, theirs] = [resolve(ours, response), resolve(standard, found)]
      compareHeaders(place, mine, theirs)
      const [schema, expected] = [schemaOf(ours, mine), schemaOf(standard, theirs)]
      if (schema !== undefined && expected === undefined) differ(place, "has a body that the standard lacks")
      else if (schema === undefined && expected !== undefined) differ(place, "lacks the body of the standard")
      else if (schema !== undefined) compareSchemas(`${place} body`, schema, expected)
    }
  }

  const paths = new Map(Object.entries(objectOf(standard["paths"])).map(([path, item]) => [shapeOf(path), item]))
  for (const [path, item] of Object.entries(objectOf(ours["paths"]))) {
    const other = objectOf(paths.get(shapeOf(path)))
    for (const method of methods.filter((name) => name in objectOf(item))) {
      const at = `${method.toUpperCase()} ${path}`
      const [own, found] = [objectAt(item, method), other[method]]
      compared.operations++
      if (!isObject(found)) {
        differ(at, "is not in the standard")
        continue
      }
      compareParameters(at, own, {
        ...found,
        parameters: [...listOf(other["parameters"]), ...listOf(found["parameters"])]
      })
      const body = schemaOf(ours, own["requestBody"])
      if (body !== undefined) compareSchemas(`${at} body`, body, schemaOf(standard, found["requestBody"]))
      compareResponses(at, own, found)
    }
  }
  return { differences, compared }
}
