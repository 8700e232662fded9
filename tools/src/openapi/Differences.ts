/**
 * Compares OpenAPI documents: their operations, their schemas, and the rest. The documents tell clients to expect
 * additions to responses, so a new member, enum value or kind breaks no client, but a removed one can.
 */
import { areEqual, isObject, objectAt, objectOf, stringsOf } from "./Json.ts"
import type { JsonObject } from "./Json.ts"
import {
  isMethod,
  isSuccessStatus,
  operationPart,
  operationsOf,
  referencedSchemaName,
  schemaPart,
  schemaNamesIn,
  schemasOf
} from "./Parts.ts"
import type { PartGroup, DocumentPart, DocumentParts } from "./Parts.ts"
import * as Structure from "./Structure.ts"

export interface Difference {
  readonly at: string
  /** What has changed. Completes a sentence that begins with `at`. */
  readonly sentence: string
  /** BREAKING if a correct program can fail, or if its generated code changes. Otherwise ADDITIVE. */
  readonly verdict: "ADDITIVE" | "BREAKING"
}

/**
 * An old operation and its replacement, each as `METHOD /path`. The documents do not say which operation replaces
 * another.
 */
export type RenamedOperation = readonly [from: string, to: string]

export const formatDifference = ({ at, sentence, verdict }: Difference): string => `${verdict} ${at} ${sentence}`

/** Where a schema is used. Clients break if a request schema becomes narrower or a response schema becomes wider. */
type Direction = "request" | "response"
type Directions = ReadonlySet<Direction>

type Told = readonly [effect: "ADDITIVE" | "BREAKING" | "NARROWED" | "WIDENED", sentence: string]

const differenceOf = (at: string, [effect, sentence]: Told, directions: Directions): Difference => {
  const breaksIf: Readonly<Record<Told[0], boolean>> = {
    ADDITIVE: false,
    BREAKING: true,
    NARROWED: directions.has("request"),
    WIDENED: directions.has("response")
  }
  return { at, sentence, verdict: breaksIf[effect] ? "BREAKING" : "ADDITIVE" }
}

const listed = (parts: ReadonlyArray<DocumentPart>): string => parts.map(({ words }) => `\`${words}\``).join(", ")

interface Meaning {
  readonly added: (part: DocumentPart) => Told | undefined
  readonly removed: (part: DocumentPart) => Told | undefined
  readonly some?: (parts: ReadonlyArray<DocumentPart>) => Told
  readonly none?: (parts: ReadonlyArray<DocumentPart>) => Told
  readonly direction?: Direction
}

const meaning = (added: Told | undefined, removed: Told | undefined, more: Partial<Meaning> = {}): Meaning => ({
  added: () => added,
  removed: () => removed,
  ...more
})

const required = ({ isRequired }: DocumentPart): Told =>
  isRequired ? ["NARROWED", "is new and required"] : ["ADDITIVE", "is new"]
const isRemoved: Told = ["BREAKING", "is removed"]

const groups: Readonly<Record<PartGroup, Meaning>> = {
  members: meaning(undefined, isRemoved, { added: required }),
  inputs: meaning(undefined, isRemoved, { added: required, direction: "request" }),
  headers: meaning(["ADDITIVE", "is new"], isRemoved),
  // Only changes to success responses are breaking: clients handle a new error status by its class, and removing an
  // error status breaks nothing.
  successes: meaning(["BREAKING", "is a new response"], ["BREAKING", "is no longer returned"], {
    direction: "response"
  }),
  failures: meaning(["ADDITIVE", "is a new response"], ["ADDITIVE", "is no longer returned"], {
    direction: "response"
  }),
  codes: meaning(["ADDITIVE", "can now occur"], ["ADDITIVE", "no longer occurs"]),
  content: {
    added: ({ words }) => ["ADDITIVE", `can be \`${words}\``],
    removed: ({ words }) => ["BREAKING", `can no longer be \`${words}\``],
    some: () => ["ADDITIVE", "has a body"],
    none: () => ["BREAKING", "no longer has a body"]
  },
  values: meaning(["ADDITIVE", "is a new value"], ["BREAKING", "is no longer a value"], {
    some: (parts) => ["BREAKING", `is one of ${listed(parts)}`],
    none: () => ["BREAKING", "can have any value"]
  }),
  kinds: meaning(["ADDITIVE", "is a new kind"], ["BREAKING", "is no longer one of the kinds"], {
    some: (parts) => ["BREAKING", `is one of ${listed(parts)}`],
    none: (parts) => ["BREAKING", `is of a single kind instead of ${listed(parts)}`]
  }),
  mapping: meaning(undefined, ["BREAKING", "no longer selects a kind"], {
    added: ({ words }) => ["ADDITIVE", `selects the kind \`${words}\``]
  }),
  items: {
    added: ({ words }) => ["BREAKING", `is \`${words}\` instead of \`anything\``],
    removed: ({ words }) => ["BREAKING", `is \`anything\` instead of \`${words}\``]
  },
  // Ignored here, because the facet `additionalProperties` already reports it.
  others: meaning(undefined, undefined)
}

type Compare = (old: unknown, now: unknown, before: DocumentPart, after: DocumentPart) => Told | undefined

const hasKinds = ({ groups: { kinds = {} } }: DocumentPart): boolean => Object.keys(kinds).length > 0

/** Compares an upper bound, or a lower bound if `sign` is negative. */
const boundBy =
  (sign: 1 | -1) =>
  (name: string): readonly [string, Compare] => [
    name,
    (old, now) => {
      const reachOf = (value: unknown) => (typeof value === "number" ? sign * value : Number.POSITIVE_INFINITY)
      const words = now === undefined ? `no longer has the \`${name}\`` : `has the \`${name}\` ${String(now)}`
      const instead = now !== undefined && old !== undefined ? ` instead of ${String(old)}` : ""
      return [reachOf(now) < reachOf(old) ? "NARROWED" : "WIDENED", words + instead]
    }
  ]

/** A constraint that can only narrow a schema. Any change to it counts as breaking, because the effect is unknown. */
const condition = (name: string): readonly [string, Compare] => [
  name,
  (old, now) => {
    if (now === undefined) return ["WIDENED", `no longer has the \`${name}\``]
    const words = `has the \`${name}\` ${String(now)}`
    return old === undefined ? ["NARROWED", words] : ["BREAKING", `${words} instead of ${String(old)}`]
  }
]

const nameOfType = (type: unknown): string => (type === undefined ? "anything" : String(type))

const facets: Readonly<Record<string, Compare>> = {
  operationId: (_, now) => ["BREAKING", `is called \`${String(now)}\` in generated code`],
  kind: (_, __, ___, { words }) => ["BREAKING", `selects the kind \`${words}\``],
  required: () => ["BREAKING", "requires other members"],
  type: (old, now, before, after) => {
    // Ignores the types of unions, because unions are compared kind by kind and each kind has its own type.
    if (hasKinds(before) || hasKinds(after)) return undefined
    if (old === "integer" && now === "number") return ["WIDENED", "can have decimals"]
    if (old === "number" && now === "integer") return ["NARROWED", "no longer has decimals"]
    return ["BREAKING", `is \`${nameOfType(now)}\` instead of \`${nameOfType(old)}\``]
  },
  oneOf: (_, isExact, before, after) => {
    if (!hasKinds(before) || !hasKinds(after)) return undefined
    return isExact === true
      ? ["NARROWED", "must match exactly one of its kinds"]
      : ["WIDENED", "can match several of its kinds"]
  },
  additionalProperties: (old, now) => {
    if (now === false) return ["NARROWED", "no longer accepts other members"]
    if (old === false) return ["ADDITIVE", "accepts other members"]
    return ["BREAKING", "accepts other values for further members"]
  },
  discriminator: (_, now) => [
    "BREAKING",
    now === undefined ? "has no member that identifies the kind" : `identifies its kinds by \`${String(now)}\``
  ],
  ...Object.fromEntries(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"].map(boundBy(1))),
  ...Object.fromEntries(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"].map(boundBy(-1))),
  ...Object.fromEntries(
    ["pattern", "format", "uniqueItems", "multipleOf", "contentEncoding", "contentMediaType", "not"].map(condition)
  )
}

/** `undefined` means a missing member. */
const byName = <A>(
  before: Readonly<Record<string, A>>,
  after: Readonly<Record<string, A>>,
  compare: (name: string, old: A | undefined, now: A | undefined) => ReadonlyArray<Difference>
): ReadonlyArray<Difference> =>
  Object.keys({ ...before, ...after }).flatMap((name) => compare(name, before[name], after[name]))

const compareSecurity: Compare = (before, after) => {
  const [old, now] = [stringsOf(before), stringsOf(after)]
  const isOpen = now.length === 0 || now.includes("{}")
  const isWider = isOpen || (old.length > 0 && old.every((way) => now.includes(way)))
  const sentence = isOpen ? "needs no credential" : `requires the credential ${now.join(" or ")}`
  return [isWider ? "ADDITIVE" : "BREAKING", sentence]
}

const compareFacet = (
  name: string,
  before: DocumentPart,
  after: DocumentPart,
  directions: Directions
): ReadonlyArray<Difference> => {
  const [old, now] = [before.facets[name], after.facets[name]]
  if (areEqual(old, now)) return []
  const isSecurity = name === "security"
  const other: Compare = () => ["BREAKING", `has a different \`${name}\``]
  const told = (isSecurity ? compareSecurity : (facets[name] ?? other))(old, now, before, after)
  return told === undefined ? [] : [differenceOf(isSecurity ? `${after.at} security` : after.at, told, directions)]
}

const compareGroup = (
  group: PartGroup,
  before: DocumentPart,
  after: DocumentPart,
  directions: Directions
): ReadonlyArray<Difference> => {
  const { added, direction, none, removed, some } = groups[group]
  const [old, now]: ReadonlyArray<DocumentParts> = [before.groups[group] ?? {}, after.groups[group] ?? {}]
  if (old === undefined || now === undefined) return []
  const [from, to] = [Object.values(old), Object.values(now)]
  const inside: Directions = direction === undefined ? directions : new Set([direction])
  if (some !== undefined && from.length === 0 && to.length > 0) return [differenceOf(after.at, some(to), inside)]
  if (none !== undefined && to.length === 0 && from.length > 0) return [differenceOf(after.at, none(from), inside)]
  return byName(old, now, (_, one, other) => {
    if (one !== undefined && other !== undefined) return compare(one, other, inside)
    const told = one === undefined ? other && added(other) : removed(one)
    return told === undefined ? [] : [differenceOf((other ?? one ?? after).at, told, inside)]
  })
}

const compare = (before: DocumentPart, after: DocumentPart, directions: Directions): ReadonlyArray<Difference> => {
  const presence: Told = after.isRequired ? ["NARROWED", "is required"] : ["WIDENED", "is optional"]
  const isKept = before.isRequired === after.isRequired
  const found = isKept ? [] : [differenceOf(after.at, presence, directions)]
  if (before.reference !== after.reference) {
    const wordsOf = ({ reference = "a schema without a name", words }: DocumentPart): string =>
      before.words === after.words ? reference : words
    const told: Told = ["BREAKING", `is \`${wordsOf(after)}\` instead of \`${wordsOf(before)}\``]
    return [...found, differenceOf(after.at, told, directions)]
  }
  const names = Object.keys({ ...before.facets, ...after.facets })
  return [
    ...found,
    ...names.flatMap((name) => compareFacet(name, before, after, directions)),
    ...Object.keys(groups).flatMap((group) => compareGroup(group as PartGroup, before, after, directions))
  ]
}

const breaking = (at: string, sentence: string): Difference => ({ at, sentence, verdict: "BREAKING" })
const additive = (at: string, sentence: string): Difference => ({ at, sentence, verdict: "ADDITIVE" })

/** Returns the success status that is in `responses` but not in `others`, if there is exactly one. */
const ownSuccess = (responses: JsonObject, others: JsonObject): string | undefined => {
  const own = Object.keys(responses).filter((status) => isSuccessStatus(status) && !(status in others))
  return own.length === 1 ? own[0] : undefined
}

const none: Directions = new Set()

const compareOperations = (at: string, before: JsonObject, after: JsonObject): ReadonlyArray<Difference> => {
  const [old, now] = [objectOf(before["responses"]), objectOf(after["responses"])]
  const [from, to] = [ownSuccess(old, now), ownSuccess(now, old)]
  if (from === undefined || to === undefined) return compare(operationPart(at, before), operationPart(at, after), none)
  const { [from]: moved, ...others } = old
  return [
    breaking(`${at} ${to}`, `is the success status instead of ${from}`),
    ...compareOperations(at, { ...before, responses: { ...others, [to]: moved } }, after)
  ]
}

const ofOperations = (
  before: JsonObject,
  after: JsonObject,
  moves: ReadonlyArray<RenamedOperation>
): ReadonlyArray<Difference> => {
  const [old, now] = [operationsOf(before), operationsOf(after)]
  const targets = new Map([...Array.from(old.keys(), (name) => [name, name] as const), ...moves])
  const reached = new Set(Array.from(old.keys(), (name) => targets.get(name)))
  return [
    ...Array.from(old).flatMap(([name, operation]) => {
      const target = targets.get(name) ?? name
      const other = now.get(target)
      if (other === undefined) return [breaking(name, "is removed")]
      const moved = target === name ? [] : [breaking(target, `replaces \`${name}\``)]
      return [...moved, ...compareOperations(target, operation, other)]
    }),
    ...Array.from(now.keys())
      .filter((name) => !reached.has(name))
      .map((name) => additive(name, "is new"))
  ]
}

const directionsOf = (document: JsonObject): ((schema: string) => ReadonlyArray<Direction>) => {
  const operations = Array.from(operationsOf(document).values())
  const inputs = operations.map(({ parameters, requestBody }) => [parameters, requestBody])
  const requested = schemaNamesIn(document, inputs)
  const answered = schemaNamesIn(
    document,
    operations.map(({ responses }) => responses)
  )
  return (schema) => [
    ...(requested.has(schema) ? ["request" as const] : []),
    ...(answered.has(schema) ? ["response" as const] : [])
  ]
}

/** `renames` maps each renamed schema of the newer document to its older name. */
const ofSchemas = (before: JsonObject, after: JsonObject, renames: Renames): ReadonlyArray<Difference> => {
  const [oldDirections, nowDirections] = [directionsOf(before), directionsOf(after)]
  return byName(schemasOf(before), schemasOf(after), (name, old, now) => {
    if (old === undefined) return [additive(name, "is a new schema")]
    if (now === undefined) return [breaking(name, "is no longer a schema")]
    const [one, other] = [oldDirections(name), nowDirections(name)]
    // Compares the schema for the directions (request or response) in which both documents use it. If there are none,
    // takes the directions from either document. If neither document uses the schema, compares it for both directions.
    const shared = one.filter((direction) => other.includes(direction))
    const any = shared.length > 0 ? shared : [...one, ...other]
    const directions = new Set<Direction>(any.length > 0 ? any : ["request", "response"])
    const oldName = renames.get(name)
    return [
      ...(oldName === undefined ? [] : [breaking(name, `is the new name of \`${oldName}\``)]),
      ...compare(schemaPart(name, old), schemaPart(name, now), directions)
    ]
  })
}

/** Compares the parts of the documents that no other function here compares. Programs may depend on them, too. */
const ofTheRest = (before: JsonObject, after: JsonObject): ReadonlyArray<Difference> => {
  const rest = (document: JsonObject) => {
    const { components, paths, ...others } = document
    const { schemas: _, securitySchemes: __, ...unknown } = objectOf(components)
    const items = Object.entries(objectOf(paths)).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(objectOf(item)).filter(([name]) => !isMethod(name)))
    ])
    return {
      ...others,
      ...unknown,
      ...Object.fromEntries(items.filter(([, item]) => isObject(item) && Object.keys(item).length > 0))
    }
  }
  const credentials = (document: JsonObject) => objectAt(document, "components", "securitySchemes")
  return [
    ...byName(credentials(before), credentials(after), (name, old, now) => {
      const at = `credential ${name}`
      if (old === undefined) return [additive(at, "is new")]
      if (now === undefined) return [breaking(at, "is removed")]
      return areEqual(old, now) ? [] : [breaking(at, "has a different definition")]
    }),
    ...byName<unknown>(rest(before), rest(after), (name, old, now) =>
      areEqual(old, now) ? [] : [breaking(name, "has changed")]
    )
  ]
}

type Renames = ReadonlyMap<string, string>

const pairsIn = (before: unknown, after: unknown): ReadonlyArray<readonly [string, string]> => {
  const [old, now] = [referencedSchemaName(before), referencedSchemaName(after)]
  if (old !== undefined && now !== undefined) return [[old, now]]
  if (typeof before !== "object" || before === null || typeof after !== "object" || after === null) return []
  const others = new Map(Object.entries(after))
  return Object.entries(before).flatMap(([name, member]) => pairsIn(member, others.get(name)))
}

/**
 * A schema of the older document and one of the newer count as the same renamed schema if they are used in the same
 * place and each name occurs in only one of the documents.
 */
const renamesBetween = (before: JsonObject, after: JsonObject): Renames => {
  const [old, now] = [schemasOf(before), schemasOf(after)]
  const renames = new Map<string, string>()
  const queue = [...pairsIn(old, now), ...pairsIn(before["paths"], after["paths"])]
  for (const [from, to] of queue) {
    if (from in now || to in old || renames.has(to) || [...renames.values()].includes(from)) continue
    renames.set(to, from)
    queue.push(...pairsIn(old[from], now[to]))
  }
  return renames
}

const renamed = (document: JsonObject, renames: Renames): JsonObject => {
  const newNames = new Map(Array.from(renames, ([to, from]) => [from, to]))
  const inside = (value: unknown): unknown => {
    if (typeof value === "string") {
      const [, prefix = "", name = ""] = /^(#\/components\/schemas\/)(.+)$/.exec(value) ?? []
      return prefix === "" ? value : prefix + (newNames.get(name) ?? name)
    }
    if (Array.isArray(value)) return value.map(inside)
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inside(member)]))
  }
  const schemas = Object.entries(schemasOf(document)).map(([name, schema]) => [newNames.get(name) ?? name, schema])
  const components = { ...objectOf(document["components"]), schemas: Object.fromEntries(schemas) }
  return objectOf(inside({ ...document, components }))
}

/** Returns each difference once, in the order of the document. */
export const compareDocuments = (
  before: JsonObject,
  after: JsonObject,
  moves: ReadonlyArray<RenamedOperation> = []
): ReadonlyArray<Difference> => {
  const [original, now] = [Structure.structureOf(before), Structure.structureOf(after)]
  const renames = renamesBetween(original, now)
  const old = renamed(original, renames)
  const all = [...ofOperations(old, now, moves), ...ofSchemas(old, now, renames), ...ofTheRest(old, now)]
  return Array.from(new Map(all.map((each) => [formatDifference(each), each])).values())
}
