/** Generates values that match a published schema, and values at or next to its limits. */
import { Arbitrary, Effect, JsonSchema, SchemaRepresentation } from "effect"
import { from, Members } from "./Json.ts"
import type { Json } from "./Json.ts"
import type { Random } from "../../workshop/driver/Random.ts"
import { branches, places, resolve } from "./Schema.ts"
import type { Named, Path, Schema } from "./Schema.ts"

export interface Source {
  readonly random: Random
  readonly named: Named
  /** Returns texts that the service has used for a member or parameter of this name. */
  readonly known: (name: string) => ReadonlyArray<string>
}

/** A place in a value, with its replacement. `undefined` omits the place. */
export interface Aim {
  readonly path: Path
  readonly put: (fitting: Json) => Json | undefined
}

interface Generator {
  readonly values: Arbitrary.Arbitrary<unknown>
  /** The names of members that have enumerated texts. The empty name stands for the whole value. */
  readonly choices: ReadonlySet<string>
}

/** Takes half of the texts from the schema's examples, because patterns cannot express rules such as check digits. */
const withExamples = ({ examples, ...schema }: JsonSchema.JsonSchema): JsonSchema.JsonSchema =>
  schema["type"] === "string" && Array.isArray(examples) ? { anyOf: [schema, { enum: examples }] } : schema

const makeGenerator = (schema: Schema, named: Named): Generator => {
  const document = JsonSchema.fromSchemaOpenApi3_1({ ...schema, $defs: named })
  const imported = SchemaRepresentation.fromJsonSchemaDocument(document, { patterns: "apply", onEnter: withExamples })
  const choices = places(schema, named).filter(
    ({ schema: inner }) => inner.const !== undefined || inner.enum !== undefined
  )
  return {
    values: Arbitrary.schema(imported),
    choices: new Set(choices.map(({ path }) => path.findLast((step) => "member" in step)?.member ?? ""))
  }
}

const generators = new WeakMap<Schema, Generator>()

const generatorOf = (schema: Schema, named: Named): Generator => {
  const generator = generators.get(schema) ?? makeGenerator(schema, named)
  generators.set(schema, generator)
  return generator
}

const fitting = (schema: Schema, { known, named, random }: Source, name: string): Json => {
  const { choices, values } = generatorOf(schema, named)
  const seed = random.int(0, 2 ** 31 - 1)
  const [value] = Effect.runSync(Arbitrary.sampleEffect(values, { count: 1, seed }))
  const json: unknown = JSON.parse(JSON.stringify(value), (key, member) => {
    if (typeof member !== "string") return member
    const texts = choices.has(key) ? [] : known(key === "" ? name : key)
    // The schema allows lone surrogates, but the service rejects them.
    return texts.length > 0 && random.chance(70) ? random.pick(texts) : member.toWellFormed()
  })
  return from(json)
}

/** Replaces one place in a value that matches `schema`. Generates missing members on the path to the place. */
const put = (schema: Schema, value: Json, { path, ...aim }: Aim, source: Source): Json | undefined => {
  const [step, ...rest] = path
  if (step === undefined) return aim.put(value)
  const inside = (inner: Schema, old: Json | undefined, name = "") =>
    put(inner, old ?? fitting(inner, source, name), { ...aim, path: rest }, source)
  const { additionalProperties, items = {}, properties = {}, ...others } = resolve(schema, source.named)
  if ("branch" in step) return inside(branches(others)[step.branch] ?? {}, undefined)
  if (Array.isArray(value)) {
    const [first, ...more]: ReadonlyArray<Json> = value
    return [inside(items, first), ...more].filter((item) => item !== undefined)
  }
  const entries = value instanceof Members ? value.entries : []
  const name = "member" in step ? step.member : (entries[0]?.[0] ?? "name")
  const inner = "member" in step ? properties[name] : additionalProperties
  const old = entries.find(([key]) => key === name)?.[1]
  const changed = inside(typeof inner === "object" ? inner : {}, old, name)
  const kept = entries.filter(([key]) => key !== name)
  return new Members(changed === undefined ? kept : [...kept, [name, changed]])
}

/**
 * Returns a value that matches `schema`, except for the place that `aim` replaces. If `aim` omits the whole value, the
 * result is `undefined`. `name` is the name of the member or parameter.
 */
export const generate = (schema: Schema, source: Source, aim?: Aim, name = ""): Json | undefined => {
  const value = fitting(schema, source, name)
  return aim === undefined ? value : put(schema, value, aim, source)
}

/** Repeats or cuts off a text's characters to reach a length. */
const stretched = (text: string, length: number): string => {
  const characters = text === "" ? ["a"] : [...text]
  const middle = Math.floor(characters.length / 2)
  const filler = (characters[middle] ?? "a").repeat(Math.max(0, length - text.length))
  return [...characters.slice(0, middle), filler, ...characters.slice(middle)].join("").slice(0, Math.max(0, length))
}

/** Adds members, or removes some, to reach a number of members. */
const crowded = ({ entries }: Members, size: number): Members => {
  const added = Array.from(
    { length: Math.max(0, size - entries.length) },
    (_, index) => [`MEMBER_${index}`, "text"] as const
  )
  return new Members([...entries, ...added].slice(0, size))
}

/** Returns a limit and its two neighbors. */
const around = (limit: number | undefined): ReadonlyArray<number> =>
  limit === undefined ? [] : [limit - 1, limit, limit + 1]

/** The longest array or text for testing a limit. */
const longest = 20_000

const isSensible = (length: number): boolean => length >= 0 && length <= longest

/** Returns values at or next to the limits of a schema, and every enumerated value. */
export const edges = (schema: Schema, value: Json): ReadonlyArray<Json> => {
  const { exclusiveMaximum, exclusiveMinimum, maxItems, maxLength, maximum, minItems, minLength, minimum } = schema
  const lengths = [0, ...around(minLength), ...around(maxLength)].filter(isSensible)
  const sizes = [0, ...around(minItems), ...around(maxItems)].filter(isSensible)
  return [
    ...(schema.enum ?? []).map(from),
    ...(schema.type === "boolean" ? [true, false] : []),
    ...[minimum, maximum, exclusiveMinimum, exclusiveMaximum].flatMap(around),
    ...(typeof value === "string" ? lengths.map((length) => stretched(value, length)) : []),
    ...(value instanceof Members ? around(schema.maxProperties).map((size) => crowded(value, size)) : []),
    ...(Array.isArray(value)
      ? sizes.map((size) => Array.from({ length: size }, (_, index): Json => value[index % value.length] ?? null))
      : [])
  ]
}
