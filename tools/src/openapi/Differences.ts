/** How one OpenAPI document differs from another: operation by operation, then what is named among the components. */
import type { Difference, Direction } from "./Difference.ts"
import { areEqual, isObject, objectAt, objectOf } from "./Json.ts"
import type { JsonObject } from "./Json.ts"
import { compareHeader, compareOperations, compareParameter } from "./OperationDifferences.ts"
import type { Documents } from "./OperationDifferences.ts"
import { compareSchemas } from "./SchemaDifferences.ts"
import * as Structure from "./Structure.ts"
import { directionsOf, renamesBetween, schemasOf } from "./Usage.ts"

/** An operation of the older document and the one that replaced it, as `METHOD /path`. No document can tell. */
export type Moved = readonly [from: string, to: string]

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"])

/** The operations of a document by `METHOD /path`. */
export const operationsOf = (document: JsonObject): ReadonlyMap<string, JsonObject> =>
  new Map(
    Object.entries(objectOf(document["paths"])).flatMap(([path, item]) =>
      Object.entries(objectOf(item))
        .filter(([method]) => methods.has(method))
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, objectOf(operation)])
    )
  )

const ofOperations = (documents: Documents, moves: ReadonlyArray<Moved>): ReadonlyArray<Difference> => {
  const [old, now] = [operationsOf(documents.before), operationsOf(documents.after)]
  const targets = new Map([...Array.from(old.keys(), (name) => [name, name] as const), ...moves])
  const reachedNames = new Set(Array.from(old.keys(), (name) => targets.get(name)))
  return [
    ...Array.from(old).flatMap(([name, operation]): ReadonlyArray<Difference> => {
      const target = targets.get(name) ?? name
      const other = now.get(target)
      if (other === undefined) return [{ at: name, sentence: "is gone", verdict: "BREAKING" }]
      const moved: ReadonlyArray<Difference> =
        target === name ? [] : [{ at: target, sentence: `replaces \`${name}\``, verdict: "BREAKING" }]
      return [...moved, ...compareOperations(target, operation, other, documents)]
    }),
    ...Array.from(now.keys())
      .filter((name) => !reachedNames.has(name))
      .map((name) => ({ at: name, sentence: "is new", verdict: "ADDITIVE" as const }))
  ]
}

const bothWays: ReadonlySet<Direction> = new Set(["request", "response"])

/** Where both documents use a schema; where either does, when they share nothing; everywhere, when nobody uses it. */
const sharedDirections = (before?: ReadonlySet<Direction>, after?: ReadonlySet<Direction>): ReadonlySet<Direction> => {
  const [old, now] = [Array.from(before ?? []), Array.from(after ?? [])]
  const shared = old.filter((direction) => now.includes(direction))
  if (shared.length > 0) return new Set(shared)
  return old.length + now.length > 0 ? new Set([...old, ...now]) : bothWays
}

const ofSchemas = ({ after, before, renames }: Documents): ReadonlyArray<Difference> => {
  const [old, now] = [schemasOf(before), schemasOf(after)]
  const [oldDirections, nowDirections] = [directionsOf(before), directionsOf(after)]
  const newNames = new Set(renames.values())
  return [
    ...Object.keys(old).flatMap((name): ReadonlyArray<Difference> => {
      const newName = renames.get(name) ?? name
      if (!(newName in now)) return [{ at: name, sentence: "is a schema no more", verdict: "BREAKING" }]
      const directions = sharedDirections(oldDirections.get(name), nowDirections.get(newName))
      const renamed: ReadonlyArray<Difference> =
        newName === name
          ? []
          : [{ at: newName, sentence: `is the schema that was called \`${name}\``, verdict: "BREAKING" }]
      return [...renamed, ...compareSchemas(newName, old[name], now[newName], { directions, renames })]
    }),
    ...Object.keys(now)
      .filter((name) => !(name in old) && !newNames.has(name))
      .map((name) => ({ at: name, sentence: "is a new schema", verdict: "ADDITIVE" as const }))
  ]
}

type CompareParts = (
  at: string,
  before: JsonObject,
  after: JsonObject,
  documents: Documents
) => ReadonlyArray<Difference>

const compareScheme: CompareParts = (at, before, after) =>
  areEqual(before, after) ? [] : [{ at, sentence: "works in another way", verdict: "BREAKING" }]

const parts: Readonly<Record<string, readonly [name: string, compare: CompareParts]>> = {
  parameters: ["parameter", compareParameter],
  headers: ["header", compareHeader],
  securitySchemes: ["credential", compareScheme]
}

const ofParts = (documents: Documents): ReadonlyArray<Difference> =>
  Object.entries(parts).flatMap(([kind, [word, compare]]) => {
    const old = objectAt(documents.before, "components", kind)
    const now = objectAt(documents.after, "components", kind)
    return Object.keys({ ...old, ...now }).flatMap((name): ReadonlyArray<Difference> => {
      const at = `${word} ${name}`
      if (!(name in old)) return [{ at, sentence: "is new", verdict: "ADDITIVE" }]
      if (!(name in now)) return [{ at, sentence: "is gone", verdict: "BREAKING" }]
      return compare(at, objectOf(old[name]), objectOf(now[name]), documents)
    })
  })

/** What is new, or gone, has no other words. */
const ofWords = (before: JsonObject, after: JsonObject): ReadonlyArray<Difference> => {
  const now = Structure.wordsOf(after)
  return Array.from(Structure.wordsOf(before))
    .filter(([at, words]) => now.has(at) && !areEqual(words, now.get(at)))
    .map(([at]) => ({ at, sentence: "is put in other words", verdict: "DOCUMENTATION" as const }))
}

/** Parts of which nothing is known but that a program may read them. */
const ofTheRest = (before: JsonObject, after: JsonObject): ReadonlyArray<Difference> => {
  const rest = (document: JsonObject) => {
    const { components, paths, ...others } = document
    const known = new Set(["schemas", ...Object.keys(parts)])
    const unknown = Object.entries(objectOf(components)).filter(([kind]) => !known.has(kind))
    const items = Object.entries(objectOf(paths)).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(objectOf(item)).filter(([name]) => !methods.has(name)))
    ])
    const withOthers = items.filter(([, item]) => isObject(item) && Object.keys(item).length > 0)
    return { ...others, ...Object.fromEntries(unknown), ...Object.fromEntries(withOthers) }
  }
  const [old, now]: ReadonlyArray<JsonObject> = [rest(before), rest(after)]
  return Object.keys({ ...old, ...now })
    .filter((name) => !areEqual(old?.[name], now?.[name]))
    .map((name) => ({ at: name, sentence: "is another", verdict: "BREAKING" as const }))
}

const distinct = (differences: ReadonlyArray<Difference>): ReadonlyArray<Difference> =>
  Array.from(new Map(differences.map((difference) => [`${difference.at} ${difference.sentence}`, difference])).values())

/** How `after` differs from `before`, each difference once, in the order of the documents. */
export const between = (
  before: JsonObject,
  after: JsonObject,
  moves: ReadonlyArray<Moved> = []
): ReadonlyArray<Difference> => {
  const [old, now] = [Structure.of(before), Structure.of(after)]
  const documents: Documents = { before: old, after: now, renames: renamesBetween(old, now) }
  return distinct([
    ...ofOperations(documents, moves),
    ...ofSchemas(documents),
    ...ofParts(documents),
    ...ofTheRest(old, now),
    ...ofWords(before, after)
  ])
}
