/** Compares OpenAPI documents: first the operations, then the components. */
import { additive, breaking, byName } from "./Difference.ts"
import type { Context, Difference, Direction } from "./Difference.ts"
import { areEqual, isObject, objectAt, objectOf } from "./Json.ts"
import type { JsonObject } from "./Json.ts"
import { compareOperations } from "./OperationDifferences.ts"
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

const credentialsOf = (document: JsonObject): JsonObject => objectAt(document, "components", "securitySchemes")

const ofCredentials = ({ after, before }: Context): ReadonlyArray<Difference> =>
  byName(credentialsOf(before), credentialsOf(after), (name, old, now) => {
    const at = `credential ${name}`
    if (old === undefined) return [additive(at, "is new")]
    if (now === undefined) return [breaking(at, "is removed")]
    return areEqual(old, now) ? [] : [breaking(at, "has a different definition")]
  })

/** Compares the remaining parts. This module does not know their meaning, but programs may depend on them. */
const ofTheRest = (before: JsonObject, after: JsonObject): ReadonlyArray<Difference> => {
  const rest = (document: JsonObject) => {
    const { components, paths, ...others } = document
    const known = new Set(["schemas", "securitySchemes"])
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
    ...ofCredentials(context),
    ...ofTheRest(old, now)
  ])
}
