/** Compares OpenAPI documents: first the operations, then the components. */
import { additive, breaking, byName } from "./Difference.ts"
import type { Compare, Context, Difference, Direction } from "./Difference.ts"
import { areEqual, isObject, objectAt, objectOf } from "./Json.ts"
import type { JsonObject } from "./Json.ts"
import { compareHeader, compareOperations, compareParameter } from "./OperationDifferences.ts"
import { compareSchemas } from "./SchemaDifferences.ts"
import * as Structure from "./Structure.ts"
import { directionsOf, isMethod, operationsOf, renamesBetween, schemasOf } from "./Usage.ts"

/** An old operation and its replacement, as `METHOD /path`. The documents do not show this relation. */
export type Moved = readonly [from: string, to: string]

const ofOperations = (context: Context, moves: ReadonlyArray<Moved>): ReadonlyArray<Difference> => {
  const [old, now] = [operationsOf(context.before), operationsOf(context.after)]
  const targets = new Map([...Array.from(old.keys(), (name) => [name, name] as const), ...moves])
  const reached = new Set(Array.from(old.keys(), (name) => targets.get(name)))
  return [
    ...Array.from(old).flatMap(([name, operation]) => {
      const target = targets.get(name) ?? name
      const other = now.get(target)
      if (other === undefined) return [breaking(name, "is removed")]
      const moved = target === name ? [] : [breaking(target, `replaces \`${name}\``)]
      return [...moved, ...compareOperations(target, operation, other, context)]
    }),
    ...Array.from(now.keys())
      .filter((name) => !reached.has(name))
      .map((name) => additive(name, "is new"))
  ]
}

const bothWays: ReadonlySet<Direction> = new Set(["request", "response"])

/**
 * Returns the directions that occur in both documents. Without a common direction, returns the directions of both
 * documents, or all directions if the schema is unused.
 */
const sharedDirections = (
  before: ReadonlySet<Direction> = new Set(),
  after: ReadonlySet<Direction> = new Set()
): ReadonlySet<Direction> => {
  const all = [...before, ...after]
  const shared = all.filter((direction) => before.has(direction) && after.has(direction))
  if (shared.length > 0) return new Set(shared)
  return all.length > 0 ? new Set(all) : bothWays
}

const ofSchemas = (context: Context): ReadonlyArray<Difference> => {
  const { after, before, renames } = context
  const [oldDirections, nowDirections] = [directionsOf(before), directionsOf(after)]
  const oldNames = new Map(Array.from(renames, ([from, to]) => [to, from]))
  const old = Object.entries(schemasOf(before)).map(([name, schema]) => [renames.get(name) ?? name, schema])
  return byName(Object.fromEntries(old), schemasOf(after), (name, from, to) => {
    if (from === undefined) return [additive(name, "is a new schema")]
    if (to === undefined) return [breaking(name, "is no longer a schema")]
    const oldName = oldNames.get(name) ?? name
    const directions = sharedDirections(oldDirections.get(oldName), nowDirections.get(name))
    const renamed = oldName === name ? [] : [breaking(name, `is the new name of \`${oldName}\``)]
    return [...renamed, ...compareSchemas(name, from, to, { ...context, directions })]
  })
}

const compareScheme: Compare = (at, before, after) =>
  areEqual(before, after) ? [] : [breaking(at, "has a different definition")]

const parts: Readonly<Record<string, readonly [name: string, compare: Compare]>> = {
  parameters: ["parameter", compareParameter],
  headers: ["header", compareHeader],
  securitySchemes: ["credential", compareScheme]
}

const ofParts = (context: Context): ReadonlyArray<Difference> =>
  Object.entries(parts).flatMap(([kind, [word, compare]]) => {
    const [before, after] = [context.before, context.after].map((document) => objectAt(document, "components", kind))
    return byName(objectOf(before), objectOf(after), (name, old, now) => {
      const at = `${word} ${name}`
      if (old === undefined) return [additive(at, "is new")]
      if (now === undefined) return [breaking(at, "is removed")]
      return compare(at, objectOf(old), objectOf(now), context)
    })
  })

/** Compares the texts of the parts in both documents. */
const ofWords = (before: JsonObject, after: JsonObject): ReadonlyArray<Difference> => {
  const now = Structure.wordsOf(after)
  return Array.from(Structure.wordsOf(before))
    .filter(([at, words]) => now.has(at) && !areEqual(words, now.get(at)))
    .map(([at]) => ({ at, sentence: "has new wording", verdict: "DOCUMENTATION" }))
}

/** Compares the remaining parts. This module does not know their meaning, but programs may depend on them. */
const ofTheRest = (before: JsonObject, after: JsonObject): ReadonlyArray<Difference> => {
  const rest = (document: JsonObject) => {
    const { components, paths, ...others } = document
    const known = new Set(["schemas", ...Object.keys(parts)])
    const unknown = Object.entries(objectOf(components)).filter(([kind]) => !known.has(kind))
    const items = Object.entries(objectOf(paths)).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(objectOf(item)).filter(([name]) => !isMethod(name)))
    ])
    const withOthers = items.filter(([, item]) => isObject(item) && Object.keys(item).length > 0)
    return { ...others, ...Object.fromEntries(unknown), ...Object.fromEntries(withOthers) }
  }
  return byName(rest(before), rest(after), (name, old, now) =>
    areEqual(old, now) ? [] : [breaking(name, "has changed")]
  )
}

const distinct = (differences: ReadonlyArray<Difference>): ReadonlyArray<Difference> =>
  Array.from(new Map(differences.map((difference) => [`${difference.at} ${difference.sentence}`, difference])).values())

/** Returns each difference between `before` and `after` once, in document order. */
export const between = (
  before: JsonObject,
  after: JsonObject,
  moves: ReadonlyArray<Moved> = []
): ReadonlyArray<Difference> => {
  const [old, now] = [Structure.of(before), Structure.of(after)]
  const context: Context = { before: old, after: now, directions: bothWays, renames: renamesBetween(old, now) }
  return distinct([
    ...ofOperations(context, moves),
    ...ofSchemas(context),
    ...ofParts(context),
    ...ofTheRest(old, now),
    ...ofWords(before, after)
  ])
}
