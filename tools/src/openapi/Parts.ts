/** Represents an OpenAPI document as a tree of parts, so that two documents can be compared part by part. */
import { canonicalJson, isObject, listOf, objectAt, objectOf, stringsOf } from "./Json.ts"
import type { JsonObject } from "./Json.ts"

export type PartGroup =
  | "codes"
  | "content"
  | "failures"
  | "headers"
  | "inputs"
  | "items"
  | "kinds"
  | "mapping"
  | "members"
  | "others"
  | "successes"
  | "values"

export type DocumentParts = Readonly<Record<string, DocumentPart>>

export interface DocumentPart {
  /** A place in an operation (`POST /collections 201 header location`) or in a schema (`Fees.personalized`). */
  readonly at: string
  /** What a sentence about a difference calls the part: the name of its schema, its type, or its value. */
  readonly words: string
  readonly isRequired: boolean
  /** The name of the schema that the part references. Named schemas are compared separately. */
  readonly reference?: string
  /** Maps OpenAPI keywords to their values. Each value is compared as a whole. */
  readonly facets: JsonObject
  readonly groups: Readonly<Partial<Record<PartGroup, DocumentParts>>>
}

const prefix = "#/components/schemas/"

const nameIn = (reference: unknown): string | undefined =>
  typeof reference === "string" && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined

export const referencedSchemaName = (schema: unknown): string | undefined => nameIn(objectOf(schema)["$ref"])

const inWords = (value: unknown): string => {
  if (value === undefined) return "anything"
  if (typeof value === "string") return nameIn(value) ?? value
  return referencedSchemaName(value) ?? stringsOf([objectOf(value)["type"]])[0] ?? canonicalJson(value)
}

const named = (
  values: ReadonlyArray<unknown>,
  partOf: (value: unknown) => DocumentPart,
  nameOf = canonicalJson
): DocumentParts => Object.fromEntries(values.map((value) => [nameOf(value), partOf(value)]))

const each = (values: unknown, partOf: (name: string, value: unknown) => DocumentPart): DocumentParts =>
  Object.fromEntries(Object.entries(objectOf(values)).map(([name, value]) => [name, partOf(name, value)]))

const part = (at: string, value: unknown, more: Partial<DocumentPart> = {}): DocumentPart => ({
  at,
  words: inWords(value),
  isRequired: false,
  facets: {},
  groups: {},
  ...more
})

const nameOfKind = (kind: unknown): string => {
  const required = stringsOf(objectOf(kind)["required"])
  return referencedSchemaName(kind) ?? (required.length > 0 ? `{${required.join(", ")}}` : inWords(kind))
}

/**
 * Replaces a version's date with `version`. Otherwise, the date would count as a difference between any two documents.
 */
const choiceOf = (value: unknown): unknown => (/^"\d{4}-\d{2}-\d{2}"$/.test(canonicalJson(value)) ? "version" : value)

/** `facets` belong to the parameter, header or body that has the schema. */
export const schemaPart = (at: string, value: unknown, isRequired = false, facets: JsonObject = {}): DocumentPart => {
  const { $ref, additionalProperties, anyOf, const: only, discriminator, enum: choices, ...schema } = objectOf(value)
  const { items, oneOf, properties, required, ...others } = schema
  const { mapping, propertyName } = objectOf(discriminator)
  const [members, mandatory] = [objectOf(properties), stringsOf(required)]
  const all = only === undefined ? listOf(choices) : [choiceOf(only)]
  const reference = nameIn($ref)
  return part(at, value, {
    isRequired,
    ...(reference !== undefined && { reference }),
    facets: {
      ...others,
      ...facets,
      additionalProperties: isObject(additionalProperties) ? "a schema" : additionalProperties,
      discriminator: propertyName,
      oneOf: oneOf !== undefined,
      required: mandatory.filter((name) => !(name in members)).toSorted()
    },
    groups: {
      members: each(members, (name, member) => schemaPart(`${at}.${name}`, member, mandatory.includes(name))),
      values: named(all.map(choiceOf), (choice) => part(`${at}.${inWords(choice)}`, choice)),
      kinds: named(
        listOf(oneOf ?? anyOf),
        (kind) => ({ ...schemaPart(`${at}.${nameOfKind(kind)}`, kind), words: nameOfKind(kind) }),
        nameOfKind
      ),
      mapping: each(mapping, (name, kind) => part(`${at}.${name}`, kind, { facets: { kind } })),
      items: items === undefined ? {} : { items: schemaPart(`${at}[]`, items) },
      others: isObject(additionalProperties) ? { others: schemaPart(`${at}.*`, additionalProperties) } : {}
    }
  })
}

const valuePart = (at: string, value: unknown): DocumentPart => {
  const { required, schema, ...facets } = objectOf(value)
  return schemaPart(at, schema, required === true, facets)
}

const contentOf = (at: string, content: unknown): DocumentParts =>
  each(content, (type, media) => ({ ...valuePart(at, media), words: type }))

const responsePart = (at: string, value: unknown): DocumentPart => {
  const { codes, content, headers, ...facets } = objectOf(value)
  return part(at, undefined, {
    facets,
    groups: {
      content: contentOf(at, content),
      headers: each(headers, (name, header) => valuePart(`${at} header ${name}`, header)),
      codes: named(stringsOf(codes), (code) => part(`${at} ${inWords(code)}`, code))
    }
  })
}

const inputsOf = (at: string, parameters: unknown, requestBody: unknown): DocumentParts => {
  const nameOf = (parameter: unknown) => {
    const { in: place, name } = objectOf(parameter)
    return `${at} ${String(place)} ${String(name)}`
  }
  const { content, required } = objectOf(requestBody)
  const body = part(`${at} body`, undefined, {
    isRequired: required === true,
    groups: { content: contentOf(`${at} body`, content) }
  })
  const inputs = named(listOf(parameters), (parameter) => valuePart(nameOf(parameter), parameter), nameOf)
  return requestBody === undefined ? inputs : { ...inputs, body }
}

export const isSuccessStatus = (status: string): boolean => status.startsWith("2")

export const operationPart = (at: string, operation: JsonObject): DocumentPart => {
  const { parameters, requestBody, responses, security, ...facets } = operation
  const all = Object.entries(each(responses, (status, response) => responsePart(`${at} ${status}`, response)))
  const those = (areSuccesses: boolean) =>
    Object.fromEntries(all.filter(([name]) => isSuccessStatus(name) === areSuccesses))
  return part(at, undefined, {
    facets: { ...facets, security: listOf(security).map(canonicalJson).toSorted() },
    groups: { inputs: inputsOf(at, parameters, requestBody), successes: those(true), failures: those(false) }
  })
}

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"])

export const isMethod = (name: string): boolean => methods.has(name)

/** The keys have the form `METHOD /path`. */
export const operationsOf = (document: JsonObject): ReadonlyMap<string, JsonObject> =>
  new Map(
    Object.entries(objectOf(document["paths"])).flatMap(([path, item]) =>
      Object.entries(objectOf(item))
        .filter(([method]) => isMethod(method))
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, objectOf(operation)])
    )
  )

export const schemasOf = (document: JsonObject): JsonObject => objectAt(document, "components", "schemas")

const referencesIn = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  const reference = referencedSchemaName(value)
  return reference === undefined ? Object.values(objectOf(value)).flatMap(referencesIn) : [reference]
}

/** Includes schemas that are used only through other schemas. */
export const schemaNamesIn = (document: JsonObject, value: unknown): ReadonlySet<string> => {
  const found = new Set(referencesIn(value))
  // The loop also visits elements that it adds to the set.
  for (const name of found) for (const inner of referencesIn(schemasOf(document)[name])) found.add(inner)
  return found
}
