/**
 * Compares JSON Schemas member by member. The documents tell clients to expect additions to responses. A new member,
 * enum value or kind therefore breaks no client, but removing one can.
 */
import { added, additive, breaking, byName, comparePresence, narrowed, widened } from "./Difference.ts"
import type { Compare, Context, Difference } from "./Difference.ts"
import { areEqual, canonical, isObject, listOf, objectOf, textsOf } from "./Json.ts"
import type { JsonObject } from "./Json.ts"
import { nameIn, referenceOf } from "./Usage.ts"

const inWords = (value: unknown): string => {
  const reference = referenceOf(value)
  if (reference !== undefined) return reference
  if (isObject(value) && typeof value["type"] === "string") return value["type"]
  return typeof value === "string" ? value : canonical(value)
}

const listed = (names: ReadonlyArray<string>): string => names.map((name) => `\`${name}\``).join(", ")

/** Returns the values by name, to compare lists regardless of order. */
const named = (values: ReadonlyArray<unknown>, nameOf: (value: unknown) => string): JsonObject =>
  Object.fromEntries(values.map((value) => [nameOf(value), value]))

const choicesOf = (schema: JsonObject) => ("const" in schema ? [schema["const"]] : listOf(schema["enum"]))

/** Returns true if the only choice is a version. Such a member has the name of its document's version. */
const isVersion = ([choice, ...more]: ReadonlyArray<unknown>): boolean =>
  more.length === 0 && typeof choice === "string" && /^\d{4}-\d{2}-\d{2}$/.test(choice)

const compareEnum: Compare = (at, before, after) => {
  const [old, now] = [choicesOf(before), choicesOf(after)]
  if (isVersion(old) && isVersion(now)) return []
  if (old.length === 0 && now.length > 0) return [breaking(at, `is one of ${listed(now.map(inWords))}`)]
  if (now.length === 0 && old.length > 0) return [breaking(at, "can have any value")]
  return byName(named(old, canonical), named(now, canonical), (_, from, to) => {
    if (to === undefined) return [breaking(`${at}.${inWords(from)}`, "is no longer a value")]
    return from === undefined ? [additive(`${at}.${inWords(to)}`, "is a new value")] : []
  })
}

const kindsOf = (schema: JsonObject): ReadonlyArray<unknown> => listOf(schema["oneOf"] ?? schema["anyOf"])

const compareType: Compare = (at, before, after, context) => {
  const [old, now] = [before["type"], after["type"]]
  // Unions are compared kind by kind, because each kind has its own type.
  if (areEqual(old, now) || kindsOf(before).length > 0 || kindsOf(after).length > 0) return []
  if (old === "integer" && now === "number") return [widened(at, "can have decimals", context)]
  if (old === "number" && now === "integer") return [narrowed(at, "no longer has decimals", context)]
  const name = (type: unknown) => (type === undefined ? "anything" : inWords(type))
  return [breaking(at, `is \`${name(now)}\` instead of \`${name(old)}\``)]
}

/** The bounds that allow more when they are higher. */
const upper = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"]

/** The bounds that allow less when they are higher. */
const lower = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"]

const compareBounds: Compare = (at, before, after, context) =>
  [...upper, ...lower].flatMap((bound) => {
    const [old, now] = [before[bound], after[bound]]
    if (old === now) return []
    const reachOf = (value: unknown) =>
      typeof value === "number" ? (upper.includes(bound) ? value : -value) : Number.POSITIVE_INFINITY
    const words = now === undefined ? `no longer has the \`${bound}\`` : `has the \`${bound}\` ${inWords(now)}`
    const instead = now !== undefined && old !== undefined ? ` instead of ${inWords(old)}` : ""
    return [(reachOf(now) < reachOf(old) ? narrowed : widened)(at, words + instead, context)]
  })

/**
 * Constraints that can only narrow a schema. A changed constraint counts as breaking, because its effect is unknown.
 */
const conditions = ["pattern", "format", "uniqueItems", "multipleOf", "contentEncoding", "contentMediaType", "not"]

const compareConditions: Compare = (at, before, after, context) =>
  conditions.flatMap((condition) => {
    const [old, now] = [before[condition], after[condition]]
    if (areEqual(old, now)) return []
    if (now === undefined) return [widened(at, `no longer has the \`${condition}\``, context)]
    const words = `has the \`${condition}\` ${inWords(now)}`
    return [old === undefined ? narrowed(at, words, context) : breaking(at, `${words} instead of ${inWords(old)}`)]
  })

const compareProperties: Compare = (at, before, after, context) =>
  byName(objectOf(before["properties"]), objectOf(after["properties"]), (name, from, to) => {
    const inside = `${at}.${name}`
    const [was, is] = [textsOf(before["required"]).includes(name), textsOf(after["required"]).includes(name)]
    if (from === undefined) return [added(inside, is, context)]
    if (to === undefined) return [breaking(inside, "is removed")]
    return [...comparePresence(inside, was, is, context), ...compareSchemas(inside, from, to, context)]
  })

/** Returns the required members that are not properties. */
const requiredElsewhere = (schema: JsonObject): ReadonlyArray<string> =>
  textsOf(schema["required"])
    .filter((name) => !(name in objectOf(schema["properties"])))
    .toSorted()

const compareRequired: Compare = (at, before, after) =>
  areEqual(requiredElsewhere(before), requiredElsewhere(after)) ? [] : [breaking(at, "requires other members")]

const compareClosing: Compare = (at, before, after, context) => {
  const [old, now] = [before["additionalProperties"], after["additionalProperties"]]
  if (areEqual(old, now)) return []
  if (isObject(old) && isObject(now)) return compareSchemas(`${at}.*`, old, now, context)
  if (now === false) return [narrowed(at, "no longer accepts other members", context)]
  if (old === false) return [additive(at, "accepts other members")]
  return [breaking(at, "accepts other values for further members")]
}

const compareItems: Compare = (at, before, after, context) =>
  areEqual(before["items"], after["items"]) ? [] : compareSchemas(`${at}[]`, before["items"], after["items"], context)

const nameOfKind = (kind: unknown): string => {
  const required = textsOf(objectOf(kind)["required"])
  return referenceOf(kind) ?? (required.length > 0 ? `{${required.join(", ")}}` : inWords(kind))
}

const compareKinds: Compare = (at, before, after, context) => {
  const [old, now] = [kindsOf(before), kindsOf(after)]
  if (old.length === 0 && now.length > 0) return [breaking(at, `is one of ${listed(now.map(nameOfKind))}`)]
  if (now.length === 0 && old.length > 0) {
    return [breaking(at, `is of a single kind instead of ${listed(old.map(nameOfKind))}`)]
  }
  const renamed = (kind: unknown) => context.renames.get(nameOfKind(kind)) ?? nameOfKind(kind)
  const [wasExact, isExact] = ["oneOf" in before, "oneOf" in after]
  return [
    ...(isExact && !wasExact ? [narrowed(at, "must match exactly one of its kinds", context)] : []),
    ...(wasExact && !isExact ? [widened(at, "can match several of its kinds", context)] : []),
    ...byName(named(old, renamed), named(now, nameOfKind), (name, from, to) => {
      if (from === undefined) return [additive(`${at}.${name}`, "is a new kind")]
      const inside = `${at}.${nameOfKind(from)}`
      return to === undefined
        ? [breaking(inside, "is no longer one of the kinds")]
        : compareSchemas(inside, from, to, context)
    })
  ]
}

const renamedIn = (value: unknown, renames: Context["renames"]): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamedIn(item, renames))
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamedIn(member, renames)]))
  }
  const name = nameIn(value)
  return name === undefined ? value : String(value).replace(name, renames.get(name) ?? name)
}

/** Compares discriminators: the member that identifies the kind, and the kind for each of its values. */
const compareDiscriminator: Compare = (at, before, after, { renames }) => {
  const [old, now] = [objectOf(before["discriminator"]), objectOf(after["discriminator"])]
  if (old["propertyName"] !== now["propertyName"]) {
    if (now["propertyName"] === undefined) return [breaking(at, "has no member that identifies the kind")]
    return [breaking(at, `identifies its kinds by \`${inWords(now["propertyName"])}\``)]
  }
  return byName(objectOf(renamedIn(old["mapping"], renames)), objectOf(now["mapping"]), (value, from, to) => {
    if (areEqual(from, to)) return []
    const inside = `${at}.${value}`
    if (to === undefined) return [breaking(inside, "no longer selects a kind")]
    return [(from === undefined ? additive : breaking)(inside, `selects the kind \`${nameIn(to) ?? inWords(to)}\``)]
  })
}

/** Compares all other members literally. */
export const compareOthers =
  (...known: ReadonlyArray<string>): Compare =>
  (at, before, after, { renames }) =>
    byName(before, after, (name, old, now) =>
      known.includes(name) || areEqual(renamedIn(old, renames), now)
        ? []
        : [breaking(at, `has a different \`${name}\``)]
    )

const ofValues = ["$ref", "type", "enum", "const", "items"]
const ofObjects = ["properties", "required", "additionalProperties"]
const ofKinds = ["oneOf", "anyOf", "discriminator"]

const comparisons: ReadonlyArray<Compare> = [
  compareRequired,
  compareType,
  compareEnum,
  compareBounds,
  compareConditions,
  compareClosing,
  compareKinds,
  compareDiscriminator,
  compareProperties,
  compareItems,
  compareOthers(...ofValues, ...ofObjects, ...ofKinds, ...upper, ...lower, ...conditions)
]

/** Compares two schemas. Skips equal references, because named schemas are compared separately. */
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
    return [breaking(at, `is \`${to}\` instead of \`${from}\``)]
  }
  if (now !== undefined) return []
  return comparisons.flatMap((compare) => compare(at, objectOf(before), objectOf(after), context))
}
