/**
 * How one JSON Schema differs from another, member by member. Answers are open (what the document says of itself): a
 * further member, enum value or kind in an answer breaks nobody, one that is gone may be waited for.
 */
import { narrowed, widened } from "./Difference.ts"
import type { Difference, Direction, Verdict } from "./Difference.ts"
import { areEqual, canonical, isObject, listOf, objectOf, textsOf } from "./Json.ts"
import type { JsonObject } from "./Json.ts"

export interface Context {
  readonly directions: ReadonlySet<Direction>
  /** What schemas are called in the newer document, by what they were called. */
  readonly renames: ReadonlyMap<string, string>
}

const prefix = "#/components/schemas/"

/** What a schema refers to; nothing when it says itself what it is. */
export const referenceOf = (schema: unknown): string | undefined => {
  const reference = objectOf(schema)["$ref"]
  return typeof reference === "string" && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined
}

const inWords = (value: unknown): string => {
  const reference = referenceOf(value)
  if (reference !== undefined) return reference
  if (isObject(value) && typeof value["type"] === "string") return value["type"]
  return typeof value === "string" ? value : canonical(value)
}

const list = (values: ReadonlyArray<unknown>): string => values.map((value) => `\`${inWords(value)}\``).join(", ")

type Compare = (at: string, before: JsonObject, after: JsonObject, context: Context) => ReadonlyArray<Difference>

const compareEnum: Compare = (at, before, after) => {
  const [old, now] = [before, after].map((schema) => ("const" in schema ? [schema["const"]] : listOf(schema["enum"])))
  if (old === undefined || now === undefined || (old.length === 0 && now.length === 0)) return []
  const lacks = (values: ReadonlyArray<unknown>, value: unknown) => !values.some((other) => areEqual(other, value))
  if (old.length === 0) return [{ at, sentence: `is one of ${list(now)} now`, verdict: "BREAKING" }]
  if (now.length === 0) return [{ at, sentence: "may have any value now", verdict: "BREAKING" }]
  return [
    ...old
      .filter((value) => lacks(now, value))
      .map((value) => ({
        at: `${at}.${inWords(value)}`,
        sentence: "is a value no more",
        verdict: "BREAKING" as const
      })),
    ...now
      .filter((value) => lacks(old, value))
      .map((value) => ({ at: `${at}.${inWords(value)}`, sentence: "is a new value", verdict: "ADDITIVE" as const }))
  ]
}

const kindsOf = (schema: JsonObject): ReadonlyArray<unknown> => listOf(schema["oneOf"] ?? schema["anyOf"])

const compareType: Compare = (at, before, after, { directions }) => {
  const [old, now] = [before["type"], after["type"]]
  // What is of several kinds has a type in each of them.
  if (areEqual(old, now) || kindsOf(before).length > 0 || kindsOf(after).length > 0) return []
  if (old === "integer" && now === "number") {
    return [{ at, sentence: "may have decimals now", verdict: widened(directions) }]
  }
  if (old === "number" && now === "integer") {
    return [{ at, sentence: "has no decimals any more", verdict: narrowed(directions) }]
  }
  const name = (type: unknown) => (type === undefined ? "anything" : inWords(type))
  return [{ at, sentence: `is \`${name(now)}\` instead of \`${name(old)}\``, verdict: "BREAKING" }]
}

/** Bounds, and whether a higher value lets more through. */
const bounds: Readonly<Record<string, "upper" | "lower">> = {
  maximum: "upper",
  exclusiveMaximum: "upper",
  maxLength: "upper",
  maxItems: "upper",
  maxProperties: "upper",
  minimum: "lower",
  exclusiveMinimum: "lower",
  minLength: "lower",
  minItems: "lower",
  minProperties: "lower"
}

const compareBounds: Compare = (at, before, after, { directions }) =>
  Object.entries(bounds).flatMap(([bound, side]) => {
    const [old, now] = [before[bound], after[bound]]
    if (old === now) return []
    const none = side === "upper" ? Infinity : -Infinity
    const [from, to] = [old, now].map((value) => (typeof value === "number" ? value : none))
    const isTighter = side === "upper" ? Number(to) < Number(from) : Number(to) > Number(from)
    const words = now === undefined ? `has no \`${bound}\` any more` : `has the \`${bound}\` ${inWords(now)}`
    const instead = now !== undefined && old !== undefined ? ` instead of ${inWords(old)}` : ""
    return [{ at, sentence: words + instead, verdict: isTighter ? narrowed(directions) : widened(directions) }]
  })

/** What only narrows when it is there, and of which nobody can tell which of two is the narrower. */
const conditions = ["pattern", "format", "uniqueItems", "multipleOf", "contentEncoding", "contentMediaType", "not"]

const compareConditions: Compare = (at, before, after, { directions }) =>
  conditions.flatMap((condition): ReadonlyArray<Difference> => {
    const [old, now] = [before[condition], after[condition]]
    if (areEqual(old, now)) return []
    const to = `\`${condition}\` ${inWords(now)}`
    if (old === undefined) return [{ at, sentence: `has the ${to}`, verdict: narrowed(directions) }]
    if (now === undefined) {
      return [{ at, sentence: `has no \`${condition}\` any more`, verdict: widened(directions) }]
    }
    return [{ at, sentence: `has the ${to} instead of ${inWords(old)}`, verdict: "BREAKING" }]
  })

const isRequired = (schema: JsonObject, name: string): boolean => textsOf(schema["required"]).includes(name)

const compareProperty = (
  at: string,
  name: string,
  before: JsonObject,
  after: JsonObject,
  context: Context
): ReadonlyArray<Difference> => {
  const [old, now] = [objectOf(before["properties"]), objectOf(after["properties"])]
  const [was, is] = [isRequired(before, name), isRequired(after, name)]
  const inside = `${at}.${name}`
  if (!(name in old)) {
    const verdict: Verdict = is ? narrowed(context.directions) : "ADDITIVE"
    return [{ at: inside, sentence: is ? "is new and required" : "is new", verdict }]
  }
  if (!(name in now)) return [{ at: inside, sentence: "is gone", verdict: "BREAKING" }]
  const presence: ReadonlyArray<Difference> = [
    ...(is && !was ? [{ at: inside, sentence: "is required", verdict: narrowed(context.directions) }] : []),
    ...(was && !is ? [{ at: inside, sentence: "may be left out", verdict: widened(context.directions) }] : [])
  ]
  return [...presence, ...compareSchemas(inside, old[name], now[name], context)]
}

const compareProperties: Compare = (at, before, after, context) => {
  const names = new Set([...Object.keys(objectOf(before["properties"])), ...Object.keys(objectOf(after["properties"]))])
  return Array.from(names).flatMap((name) => compareProperty(at, name, before, after, context))
}

const compareClosing: Compare = (at, before, after, context) => {
  const [old, now] = [before["additionalProperties"], after["additionalProperties"]]
  if (areEqual(old, now)) return []
  if (isObject(old) && isObject(now)) return compareSchemas(`${at}.*`, old, now, context)
  if (now === false) {
    return [{ at, sentence: "takes no other members any more", verdict: narrowed(context.directions) }]
  }
  if (old === false) return [{ at, sentence: "takes other members", verdict: "ADDITIVE" }]
  return [{ at, sentence: "takes other values as further members", verdict: "BREAKING" }]
}

const compareItems: Compare = (at, before, after, context) =>
  areEqual(before["items"], after["items"]) ? [] : compareSchemas(`${at}[]`, before["items"], after["items"], context)

const nameOfKind = (kind: unknown): string => {
  const required = textsOf(objectOf(kind)["required"])
  return referenceOf(kind) ?? (required.length > 0 ? `{${required.join(", ")}}` : inWords(kind))
}

const compareKinds: Compare = (at, before, after, context) => {
  const [old, now] = [kindsOf(before), kindsOf(after)]
  const nowNamed = new Map(now.map((kind) => [nameOfKind(kind), kind]))
  const renamed = (kind: unknown) => context.renames.get(nameOfKind(kind)) ?? nameOfKind(kind)
  const oldNames = new Set(old.map(renamed))
  const names = (kinds: ReadonlyArray<unknown>) => kinds.map((kind) => `\`${nameOfKind(kind)}\``).join(", ")
  if (old.length === 0 && now.length > 0) return [{ at, sentence: `is one of ${names(now)}`, verdict: "BREAKING" }]
  if (now.length === 0 && old.length > 0) {
    return [{ at, sentence: `is of one kind instead of ${names(old)}`, verdict: "BREAKING" }]
  }
  const [wasExact, isExact] = ["oneOf" in before, "oneOf" in after]
  return [
    ...(isExact && !wasExact
      ? [{ at, sentence: "is of exactly one of its kinds", verdict: narrowed(context.directions) }]
      : []),
    ...(wasExact && !isExact
      ? [{ at, sentence: "may be of several of its kinds", verdict: widened(context.directions) }]
      : []),
    ...old.flatMap((kind): ReadonlyArray<Difference> => {
      const inside = `${at}.${nameOfKind(kind)}`
      const other = nowNamed.get(renamed(kind))
      return other === undefined
        ? [{ at: inside, sentence: "is one of its kinds no more", verdict: "BREAKING" }]
        : compareSchemas(inside, kind, other, context)
    }),
    ...Array.from(nowNamed.keys())
      .filter((name) => !oldNames.has(name))
      .map((name) => ({ at: `${at}.${name}`, sentence: "is a new kind", verdict: "ADDITIVE" as const }))
  ]
}

/** Members that are compared above; whatever else a schema says is compared as it is. */
const compared = new Set([
  "$ref",
  "type",
  "enum",
  "const",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "oneOf",
  "anyOf",
  "discriminator",
  ...Object.keys(bounds),
  ...conditions
])

const renamedIn = (value: unknown, renames: Context["renames"]): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamedIn(item, renames))
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamedIn(member, renames)]))
  }
  if (typeof value !== "string" || !value.startsWith(prefix)) return value
  return prefix + (renames.get(value.slice(prefix.length)) ?? value.slice(prefix.length))
}

/** A mapping says anew which kinds there are; only where it points to is its own. */
const compareDiscriminator: Compare = (at, before, after, { renames }) => {
  const [old, now] = [objectOf(before["discriminator"]), objectOf(after["discriminator"])]
  if (old["propertyName"] !== now["propertyName"]) {
    const name = now["propertyName"] === undefined ? "nothing" : `\`${inWords(now["propertyName"])}\``
    return [{ at, sentence: `has its kinds told apart by ${name}`, verdict: "BREAKING" }]
  }
  const [from, to] = [objectOf(renamedIn(old["mapping"], renames)), objectOf(now["mapping"])]
  return Object.keys({ ...from, ...to })
    .filter((value) => !areEqual(from[value], to[value]))
    .map((value): Difference => {
      const inside = `${at}.${value}`
      if (!(value in to)) return { at: inside, sentence: "tells of no kind any more", verdict: "BREAKING" }
      const kind = String(to[value]).slice(prefix.length)
      return { at: inside, sentence: `tells of a \`${kind}\``, verdict: value in from ? "BREAKING" : "ADDITIVE" }
    })
}

const compareRest: Compare = (at, before, after, { renames }) =>
  Object.keys({ ...before, ...after })
    .filter((name) => !compared.has(name))
    .filter((name) => !areEqual(renamedIn(before[name], renames), after[name]))
    .map((name) => ({ at, sentence: `has another \`${name}\``, verdict: "BREAKING" as const }))

const comparisons: ReadonlyArray<Compare> = [
  compareType,
  compareEnum,
  compareBounds,
  compareConditions,
  compareClosing,
  compareKinds,
  compareDiscriminator,
  compareProperties,
  compareItems,
  compareRest
]

const requiredElsewhere = (schema: JsonObject): JsonObject => {
  const named = objectOf(schema["properties"])
  const others = textsOf(schema["required"]).filter((name) => !(name in named))
  return { required: others.toSorted() }
}

/** How a schema differs; references of the same name are not followed: what they name is compared once, by its name. */
export const compareSchemas = (
  at: string,
  before: unknown,
  after: unknown,
  context: Context
): ReadonlyArray<Difference> => {
  const [old, now] = [referenceOf(before), referenceOf(after)]
  const renamed = old === undefined ? undefined : (context.renames.get(old) ?? old)
  if (renamed !== now) {
    const [from, to] = [before, after].map((schema) => (schema === undefined ? "anything" : inWords(schema)))
    return [{ at, sentence: `is \`${to}\` instead of \`${from}\``, verdict: "BREAKING" }]
  }
  if (now !== undefined) return []
  const [one, other] = [objectOf(before), objectOf(after)]
  const isMoved = !areEqual(requiredElsewhere(one), requiredElsewhere(other))
  return [
    ...(isMoved ? [{ at, sentence: "requires other members", verdict: "BREAKING" as const }] : []),
    ...comparisons.flatMap((compare) => compare(at, one, other, context))
  ]
}
