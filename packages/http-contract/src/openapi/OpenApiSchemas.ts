/**
 * Improves the generated schemas in an OpenAPI document for readers and code generators. Responses are open to unknown
 * members and requests are closed, unions have discriminators, and every schema has the
 * shortest equivalent form.
 */
import type { JsonSchema } from "effect"

type Schema = Readonly<Record<string, unknown>>

export type Schemas = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const everywhere =
  (change: (schema: Schema) => Schema) =>
  (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(everywhere(change))
    if (!isSchema(value)) return value
    return change(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, everywhere(change)(member)])))
  }

/** Allows members that are not listed, at any depth. */
const opened = everywhere(({ additionalProperties, ...rest }) =>
  additionalProperties === undefined || additionalProperties === false ? rest : { additionalProperties, ...rest }
)

/** Control characters, listed because not every regex engine supports Unicode properties. */
const controlCharacters = "\\u0000-\\u001f\\u007f-\\u009f"

export const makePatternsPortable = everywhere((schema) => {
  const { pattern } = schema
  return typeof pattern === "string" ? { ...schema, pattern: pattern.replaceAll("\\p{Cc}", controlCharacters) } : schema
})

const words = ["description", "title", "examples"]

const isOfWords = (schema: Schema): boolean => Object.keys(schema).every((name) => words.includes(name))

/**
 * Moves descriptions, titles and examples out of `allOf`, into the schema that contains the `allOf`. They describe this
 * particular use of the schema, so they replace any that the schema already has.
 */
const withOwnWords = (schema: Schema): Schema => {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf) || !allOf.every(isSchema)) return schema
  const conditions = allOf.filter((member) => !isOfWords(member))
  const described = Object.assign({}, rest, ...allOf.filter(isOfWords))
  return conditions.length === 0 ? described : { ...described, allOf: conditions }
}

/** Replaces an `anyOf` or `allOf` that has a single member with that member, unless keywords would collide. */
const flat = everywhere((schema) => {
  const described = withOwnWords(schema)
  const { allOf, anyOf, ...rest } = described
  if (allOf === undefined && Array.isArray(anyOf) && anyOf.length === 1) return { ...anyOf[0], ...rest }
  if (anyOf === undefined && Array.isArray(allOf) && allOf.length === 1 && isSchema(allOf[0])) {
    const [only] = allOf
    const fits = "$ref" in only ? isOfWords(rest) : !Object.keys(only).some((name) => name in rest)
    if (fits) return { ...only, ...rest }
  }
  return described
})

const isNever = (schema: unknown): boolean =>
  isSchema(schema) && isSchema(schema["not"]) && Object.keys(schema["not"]).length === 0

const withoutNever = (kind: Schema): Schema => {
  const { properties } = kind
  return isSchema(properties)
    ? { ...kind, properties: Object.fromEntries(Object.entries(properties).filter(([, member]) => !isNever(member))) }
    : kind
}

/**
 * Replaces `anyOf` with `oneOf` if the alternatives are mutually exclusive, so that they are mutually exclusive in
 * generated types, too.
 */
const exclusive = everywhere((schema) => {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || !anyOf.every(isSchema)) return schema
  const kinds = anyOf.map(withoutNever)
  return kinds.some((kind, index) => JSON.stringify(kind) !== JSON.stringify(anyOf[index]))
    ? { ...rest, oneOf: kinds }
    : schema
})

/** Adds the names of all components that a value refers to, even indirectly. */
const collectReferences = (value: unknown, schemas: JsonSchema.Definitions, names: Set<string>): void => {
  for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (name === undefined || names.has(name)) continue
    names.add(name)
    collectReferences(schemas[name], schemas, names)
  }
}

const referenceOf = (schema: unknown): string | undefined =>
  isSchema(schema) && typeof schema["$ref"] === "string" ? schema["$ref"] : undefined

export const resolveReference = (schema: unknown, schemas: Schemas): Schema => {
  const name = referenceOf(schema)?.slice("#/components/schemas/".length)
  const found = name === undefined ? schema : schemas[name]
  return isSchema(found) ? found : {}
}

const valuesOf = (kind: unknown, property: string, schemas: JsonSchema.Definitions): ReadonlyArray<unknown> => {
  const object = resolveReference(kind, schemas)
  if (!isSchema(object["properties"])) return []
  const { required } = object
  const value = resolveReference(object["properties"][property], schemas)
  return Array.isArray(required) && required.includes(property) && Array.isArray(value["enum"]) ? value["enum"] : []
}

const discriminators = ["type", "insuranceType"]

const discriminatorOf = (kinds: ReadonlyArray<unknown>, schemas: JsonSchema.Definitions) => {
  for (const propertyName of discriminators) {
    const mapping = kinds.map((kind) => ({
      reference: referenceOf(kind),
      values: valuesOf(kind, propertyName, schemas)
    }))
    if (mapping.every(({ reference, values }) => reference !== undefined && values.length > 0)) {
      return {
        propertyName,
        mapping: Object.fromEntries(
          mapping.flatMap(({ reference, values }) => values.map((value) => [String(value), reference]))
        )
      }
    }
  }
  return undefined
}

const discriminated = (schemas: JsonSchema.Definitions) =>
  everywhere((schema) => {
    const { anyOf, ...rest } = schema
    const discriminator = Array.isArray(anyOf) ? discriminatorOf(anyOf, schemas) : undefined
    return discriminator === undefined ? schema : { ...rest, oneOf: anyOf, discriminator }
  })

/** Removes values from enumerations and from their descriptions. */
export const withoutEnumValues = (values: ReadonlyArray<string>) =>
  everywhere((schema) => {
    const { description, enum: listed } = schema
    if (!Array.isArray(listed) || !listed.some((value) => values.includes(value))) return schema
    const isAbout = (line: string) => values.some((value) => line.startsWith(`- \`${value}\`:`))
    return {
      ...schema,
      enum: listed.filter((value) => !values.includes(value)),
      ...(typeof description === "string" && {
        description: description
          .split("\n")
          .filter((line) => !isAbout(line))
          .join("\n")
      })
    }
  })

/**
 * Completes the schemas of a document. `requests` are its request bodies. The schemas that occur in request bodies keep
 * forbidding unknown members; all other schemas allow them.
 */
export const completeSchemas = (schemas: JsonSchema.Definitions, requests: ReadonlyArray<unknown>) => {
  const requested = new Set<string>()
  collectReferences(requests, schemas, requested)
  const improved = discriminated(schemas)
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      makePatternsPortable(improved(exclusive(flat(requested.has(name) ? schema : opened(schema)))))
    ])
  )
}
