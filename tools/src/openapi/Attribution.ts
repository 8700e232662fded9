/**
 * Assigns each difference between the documents of two consecutive versions to exactly one of the changes between these
 * versions (spec 9).
 */
import * as Differences from "./Differences.ts"
import type { Difference } from "./Differences.ts"
import type { JsonObject } from "./Json.ts"

/** Facts about two consecutive versions that their documents do not contain. */
export interface Attribution {
  readonly moves: ReadonlyArray<Differences.RenamedOperation>
  /**
   * Maps the title of each change to its places: the operations, schemas or parts that the change affects. If a
   * difference lies in the places of several changes, it belongs to the change with the longest (most specific) place.
   */
  readonly places: Readonly<Record<string, ReadonlyArray<string>>>
}

export interface AttributedDifferences {
  readonly facts: ReadonlyMap<string, ReadonlyArray<Difference>>
  readonly problems: ReadonlyArray<string>
}

const liesIn = (at: string, place: string): boolean =>
  at === place || [" ", ".", "["].some((separator) => at.startsWith(place + separator))

export const attributeDifferences = (
  before: JsonObject,
  after: JsonObject,
  { moves, places }: Attribution
): AttributedDifferences => {
  const claims = Object.entries(places).flatMap(([title, all]) => all.map((place) => ({ title, place })))
  const owned = Differences.compareDocuments(before, after, moves).map((difference) => {
    const fitting = claims.filter(({ place }) => liesIn(difference.at, place))
    const longest = Math.max(...fitting.map(({ place }) => place.length))
    const titles = fitting.filter(({ place }) => place.length === longest).map(({ title }) => title)
    return { difference, titles }
  })
  const factsOf = (title: string) =>
    owned.filter(({ titles }) => titles[0] === title).map(({ difference }) => difference)
  return {
    facts: new Map(Object.keys(places).map((title) => [title, factsOf(title)])),
    problems: [
      ...owned.flatMap(({ difference: { at, sentence }, titles }) => {
        if (titles.length === 1) return []
        return titles.length === 0
          ? [`No change says that ${at} ${sentence}.`]
          : [`More than one change says that ${at} ${sentence}: ${titles.join(" ")}`]
      }),
      ...claims
        .filter(({ place }) => !owned.some(({ difference: { at } }) => liesIn(at, place)))
        .map(({ place, title }) => `Nothing differs at ${place}, although this change claims it: ${title}`)
    ]
  }
}
