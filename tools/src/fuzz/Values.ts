/** Values that match a published schema, and JSON texts that differ from such a value in one place. */
import { Arbitrary, JsonSchema, SchemaRepresentation } from "effect"
import { integerBelow, oneOf, pick } from "./Arbitraries.ts"
import * as EdgeValues from "./EdgeValues.ts"

/** The part of JSON Schema that the published documents use (OpenAPI 3.1, JSON Schema 2020-12). */
export interface PublishedSchema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly examples?: ReadonlyArray<unknown>
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly items?: PublishedSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, PublishedSchema>>
  readonly required?: ReadonlyArray<string>
  readonly maxProperties?: number
  readonly additionalProperties?: PublishedSchema | boolean
  readonly oneOf?: ReadonlyArray<PublishedSchema>
  readonly anyOf?: ReadonlyArray<PublishedSchema>
  readonly allOf?: ReadonlyArray<PublishedSchema>
}

export type NamedSchemas = Readonly<Record<string, PublishedSchema>>

export const resolveSchema = (schema: PublishedSchema, named: NamedSchemas): PublishedSchema => {
  const { $ref, allOf = [], ...own } = schema
  const target = $ref === undefined ? [] : [named[$ref.split("/").at(-1) ?? ""] ?? {}]
  return [...target, ...allOf].reduce<PublishedSchema>(
    (whole, part) => ({ ...resolveSchema(part, named), ...whole }),
    own
  )
}

/**
 * Takes half of the strings from the examples of the schema, because patterns cannot express rules such as check
 * digits.
 */
const withExamples = ({ examples, ...schema }: JsonSchema.JsonSchema): JsonSchema.JsonSchema =>
  schema["type"] === "string" && Array.isArray(examples) ? { anyOf: [schema, { enum: examples }] } : schema

/**
 * A value that matches the schema. It contains no lone surrogates: schemas allow them, but the service rejects them.
 */
export const matchingValue = (schema: PublishedSchema, named: NamedSchemas): Arbitrary.Arbitrary<unknown> => {
  const document = JsonSchema.fromSchemaOpenApi3_1({ ...schema, $defs: named })
  const imported = SchemaRepresentation.fromJsonSchemaDocument(document, { patterns: "apply", onEnter: withExamples })
  return Arbitrary.map(Arbitrary.schema(imported), (value) => mapStrings(value, "", (text) => text.toWellFormed()))
}

export const mapStrings = (value: unknown, name: string, change: (text: string, name: string) => string): unknown => {
  if (typeof value === "string") return change(value, name)
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, name, change))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapStrings(member, key, change)]))
}

export const stringsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

const alternatives = (schema: PublishedSchema, named: NamedSchemas): ReadonlyArray<PublishedSchema> => {
  const resolved = resolveSchema(schema, named)
  const inner = [...(resolved.oneOf ?? []), ...(resolved.anyOf ?? [])]
  return [resolved, ...inner.flatMap((each) => alternatives(each, named))]
}

interface Place {
  readonly path: ReadonlyArray<number>
  readonly value: unknown
  readonly schemas: ReadonlyArray<PublishedSchema>
}

/**
 * Returns every place in a value, beginning with the whole value. A place is a list of steps, each the name of a member
 * or the index of an item.
 */
export const placesIn = (value: unknown, schema: PublishedSchema, named: NamedSchemas): ReadonlyArray<Place> => {
  const schemas = alternatives(schema, named)
  const schemaOf = (name: string): PublishedSchema => {
    const {
      items,
      properties,
      additionalProperties: others
    } = schemas.find((each) => each.items !== undefined || each.properties?.[name] !== undefined) ??
    schemas.at(-1) ??
    {}
    return (Array.isArray(value) ? items : (properties?.[name] ?? (typeof others === "object" ? others : {}))) ?? {}
  }
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : []
  const inside = entries.flatMap(([name, member], step) =>
    placesIn(member, schemaOf(name), named).map((place) => ({ ...place, path: [step, ...place.path] }))
  )
  return [{ path: [], value, schemas }, ...inside]
}

/**
 * Writes a value as JSON, but replaces the text at one place with `text`. If `text` is `undefined`, omits that place.
 */
export const stringifyWithReplacement = (
  value: unknown,
  [step, ...rest]: Place["path"],
  text: string | undefined
): string | undefined => {
  if (step === undefined || typeof value !== "object" || value === null) return text
  const inside = Object.entries(value).flatMap(([name, member], index) => {
    const written = index === step ? stringifyWithReplacement(member, rest, text) : JSON.stringify(member)
    if (written === undefined) return []
    return [Array.isArray(value) ? written : `${JSON.stringify(name)}:${written}`]
  })
  return Array.isArray(value) ? `[${inside.join()}]` : `{${inside.join()}}`
}

const stretched = (text: string, length: number): string => {
  const middle = Math.floor(text.length / 2)
  const filler = (text[middle] ?? "a").repeat(Math.max(0, length - text.length))
  return (text.slice(0, middle) + filler + text.slice(middle)).slice(0, length)
}

const max = 20_000

const around = (...limits: ReadonlyArray<number | undefined>): ReadonlyArray<number> =>
  limits.flatMap((limit) => (limit === undefined ? [] : [limit - 1, limit, limit + 1]))

const lengthsAround = (...limits: ReadonlyArray<number | undefined>): ReadonlyArray<number> =>
  [0, ...around(...limits)].filter((length) => length >= 0 && length <= max)

/** Returns values at the limits of a schema and next to them, and every enumerated value. */
export const edgeValues = (schema: PublishedSchema, value: unknown): ReadonlyArray<unknown> => [
  ...(schema.enum ?? []),
  ...(schema.type === "boolean" ? [true, false] : []),
  ...around(schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum),
  ...(typeof value === "string"
    ? lengthsAround(schema.minLength, schema.maxLength).map((length) => stretched(value, length))
    : []),
  ...(Array.isArray(value)
    ? lengthsAround(schema.minItems, schema.maxItems).map((length) =>
        Array.from({ length }, (_, index) => value[index % value.length] ?? null)
      )
    : []),
  ...(schema.maxProperties === undefined
    ? []
    : around(schema.maxProperties).map((length) =>
        Object.fromEntries(Array.from({ length }, (_, index) => [`MEMBER_${index}`, "text"]))
      ))
]

const variantsOf = (value: unknown, name: string): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  const key = JSON.stringify(name)
  const all = Object.entries(value).map(([member, inner]) => [member, JSON.stringify(inner)] as const)
  const items = all.map(([, text]) => text)
  if (Array.isArray(value)) {
    const filled = (length: number) => Array.from({ length }, (_, index) => items[index % items.length] ?? "null")
    return [[...items, ...items], [...items, "null"], filled(21), filled(400)].map((each) => `[${each.join()}]`)
  }
  const members = all.map(([member, text]) => `${JSON.stringify(member)}:${text}`)
  const renamed = (rename: (member: string) => string) =>
    all.map(([member, text]) => `${JSON.stringify(rename(member))}:${text}`)
  return [
    [...members, `${key}:"unknown"`],
    [`${key}:{${key}:[]}`, ...members],
    members.toReversed(),
    renamed((member) => member.toUpperCase()),
    renamed((member) => ` ${member}`),
    [...members, ...members.slice(0, 1)],
    [...members, ...all.slice(0, 1).map(([member]) => `${JSON.stringify(member)}:null`)],
    [...all.slice(0, 1).map(([member, text]) => `${JSON.stringify(member)}:${text}${text}`), ...members.slice(1)]
  ].map((each) => `{${each.join()}}`)
}

export type ValueMutation = (place: Place) => string | undefined

const among = <A>(all: ReadonlyArray<A>, index: number): A | undefined => all[index % Math.max(1, all.length)]

const put = oneOf<ValueMutation>(
  Arbitrary.Constant(() => undefined),
  Arbitrary.map(pick(EdgeValues.strings), (text) => () => JSON.stringify(text)),
  Arbitrary.map(pick(EdgeValues.jsonValues), (text) => () => text),
  Arbitrary.map(integerBelow(40), (index) => ({ schemas, value }: Place) => {
    const all = schemas.flatMap((schema) => edgeValues(schema, value))
    return JSON.stringify(among(all, index) ?? null)
  }),
  Arbitrary.map(
    Arbitrary.all([integerBelow(8), pick(EdgeValues.memberNames)]),
    ([index, name]) =>
      ({ value }: Place) =>
        among(variantsOf(value, name), index) ?? "null"
  )
)

export const mutatedValue: Arbitrary.Arbitrary<
  (value: unknown, schema: PublishedSchema, named: NamedSchemas) => string
> = Arbitrary.map(Arbitrary.all([integerBelow(100), put]), ([index, put]) => (value, schema, named) => {
  const place = among(placesIn(value, schema, named), index)
  return place === undefined ? "" : (stringifyWithReplacement(value, place.path, put(place)) ?? "")
})
