/** Values that fit a published schema, and those at the edges of what fits. */
import { from, Members } from "./Json.ts"
import type { Json, Member } from "./Json.ts"
import * as Pattern from "./Pattern.ts"
import type { Random } from "./Random.ts"
import { branches, resolve } from "./Schema.ts"
import type { Named, Path, Schema } from "./Schema.ts"

export interface Source {
  readonly random: Random
  readonly named: Named
  /** The texts that the service itself has given a member or parameter of this name. */
  readonly known: (name: string) => ReadonlyArray<string>
}

/** One place of a value at which something else is put, or nothing. */
export interface Aim {
  readonly path: Path
  readonly put: (fitting: Json) => Json | undefined
}

const letters = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.\u00e5\u00e9\u0416\u4f60"]

const word = (random: Random, least: number, most: number): string =>
  Array.from({ length: random.int(least, most) }, () => random.pick(letters)).join("")

const patterned = (pattern: string, { maxLength = Infinity, minLength = 0 }: Schema, random: Random): string => {
  for (let attempt = 0; attempt < 50; attempt++) {
    const text = Pattern.text(pattern, random)
    if (text.length >= minLength && text.length <= maxLength) return text
  }
  return Pattern.text(pattern, random)
}

const freshText = (schema: Schema, random: Random): string => {
  const { maxLength = 1_000, minLength = 0, pattern } = schema
  if (pattern !== undefined) return patterned(pattern, schema, random)
  const usual = Math.max(minLength, Math.min(maxLength, 24))
  return word(random, Math.min(Math.max(minLength, 1), usual), random.chance(5) ? maxLength : usual)
}

const text = (schema: Schema, name: string, { known, random }: Source): string => {
  const seen = known(name)
  if (seen.length > 0 && random.chance(70)) return random.pick(seen)
  const examples = (schema.examples ?? []).filter((example) => typeof example === "string")
  return examples.length > 0 && random.chance(50) ? random.pick(examples) : freshText(schema, random)
}

const number = (schema: Schema, { random }: Source): number => {
  const { exclusiveMaximum = Infinity, exclusiveMinimum = -Infinity, maximum = 1e9, minimum = -1e9, type } = schema
  const least = Math.ceil(Math.max(minimum, exclusiveMinimum === -Infinity ? minimum : exclusiveMinimum + 1))
  const most = Math.floor(Math.min(maximum, exclusiveMaximum === Infinity ? maximum : exclusiveMaximum - 1))
  const usual = Math.max(least, Math.min(most, 200))
  const whole = random.chance(50) ? usual : random.int(least, most)
  return type === "integer" || random.chance(50) ? whole : Math.min(whole + 0.5, most)
}

/** What stands where a schema admits everything. */
const anything = (random: Random): Json =>
  random.pick<Json>([null, true, 0, -1.5, "", word(random, 0, 40), [], [1, "a", null], new Members([["a", []]])])

const object = (schema: Schema, source: Source, aim: Aim | undefined): Json => {
  const { additionalProperties, properties = {}, required = [] } = schema
  const { random } = source
  const [step, ...path] = aim?.path ?? []
  const members = Object.entries(properties).flatMap(([name, inner]): ReadonlyArray<Member> => {
    const isAim = aim !== undefined && step !== undefined && "member" in step && step.member === name
    if (!isAim && !required.includes(name) && !random.chance(50)) return []
    const value = generate(inner, source, isAim ? { ...aim, path } : undefined, name)
    return value === undefined ? [] : [[name, value]]
  })
  if (typeof additionalProperties !== "object") return new Members(members)
  const isAim = aim !== undefined && step !== undefined && "item" in step
  const others = Array.from({ length: random.int(isAim ? 1 : 0, 2) }, (_, index): Member => {
    const value = generate(additionalProperties, source, isAim && index === 0 ? { ...aim, path } : undefined)
    return [word(random, 1, 12), value ?? null]
  })
  return new Members([...members, ...others])
}

const array = (schema: Schema, source: Source, aim: Aim | undefined): Json => {
  const { items = {}, maxItems = Infinity, minItems = 0 } = schema
  const [, ...path] = aim?.path ?? []
  const least = Math.max(minItems, aim === undefined ? 0 : 1)
  const length = Math.max(least, Math.min(maxItems, source.random.int(least, least + 2)))
  return Array.from({ length }, (_, index) =>
    generate(items, source, aim !== undefined && index === 0 ? { ...aim, path } : undefined)
  ).filter((item) => item !== undefined)
}

const scalar = (schema: Schema, name: string, source: Source): Json => {
  switch (schema.type) {
    case "string":
      return text(schema, name, source)
    case "integer":
    case "number":
      return number(schema, source)
    case "boolean":
      return source.random.chance(50)
    case "null":
      return null
    default:
      return anything(source.random)
  }
}

const fitting = (schema: Schema, name: string, source: Source, aim: Aim | undefined): Json | undefined => {
  const choices = branches(schema)
  if (choices.length > 0) {
    const [step, ...path] = aim?.path ?? []
    const aimed = aim !== undefined && step !== undefined && "branch" in step ? choices[step.branch] : undefined
    return aimed === undefined || aim === undefined
      ? generate(source.random.pick(choices), source, undefined, name)
      : generate(aimed, source, { ...aim, path }, name)
  }
  if (schema.const !== undefined) return from(schema.const)
  if (schema.enum !== undefined) return from(source.random.pick(schema.enum))
  if (schema.properties !== undefined || schema.type === "object") return object(schema, source, aim)
  return schema.type === "array" ? array(schema, source, aim) : scalar(schema, name, source)
}

/**
 * A value that fits `schema`, as far as its keywords are read; with `aim`, one that does but for one place. `name` is what
 * the member or parameter is called that it is for. Nothing, when the aim leaves out the whole value.
 */
export const generate = (schema: Schema, source: Source, aim?: Aim, name = ""): Json | undefined => {
  const resolved = resolve(schema, source.named)
  const isThere = aim !== undefined && aim.path.length === 0
  const value = fitting(resolved, name, source, isThere ? undefined : aim)
  return isThere ? aim.put(value ?? null) : value
}

/** `text` made as long as that, out of itself. */
const stretched = (text: string, length: number): string => {
  const characters = text === "" ? ["a"] : [...text]
  const middle = Math.floor(characters.length / 2)
  const filler = (characters[middle] ?? "a").repeat(Math.max(0, length - text.length))
  return [...characters.slice(0, middle), filler, ...characters.slice(middle)].join("").slice(0, Math.max(0, length))
}

/** What a limit is tried with: it, and the values on both of its sides. */
const around = (limit: number | undefined): ReadonlyArray<number> =>
  limit === undefined ? [] : [limit - 1, limit, limit + 1]

/** Longer than this, an array or text is no boundary but a load. */
const longest = 20_000

const isSensible = (length: number): boolean => length >= 0 && length <= longest

/** The values at the edges of a schema, on both sides of them, and every value of an enumeration. */
export const edges = (schema: Schema, value: Json): ReadonlyArray<Json> => {
  const { exclusiveMaximum, exclusiveMinimum, maxItems, maxLength, maximum, minItems, minLength, minimum } = schema
  const lengths = [0, ...around(minLength), ...around(maxLength)].filter(isSensible)
  const sizes = [0, ...around(minItems), ...around(maxItems)].filter(isSensible)
  return [
    ...(schema.enum ?? []).map(from),
    ...(schema.type === "boolean" ? [true, false] : []),
    ...[minimum, maximum, exclusiveMinimum, exclusiveMaximum].flatMap(around),
    ...(typeof value === "string" ? lengths.map((length) => stretched(value, length)) : []),
    ...(Array.isArray(value)
      ? sizes.map((size) => Array.from({ length: size }, (_, index): Json => value[index % value.length] ?? null))
      : [])
  ]
}
