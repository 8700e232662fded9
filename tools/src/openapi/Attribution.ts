/** Assigns each difference in a version's document to exactly one of the version's changes (spec 9). */
import type { VersionChange } from "@sheaf/domain/versions/VersionChange"
import * as Differences from "./Differences.ts"
import type { Difference } from "./Differences.ts"
import type { JsonObject } from "./Json.ts"

/** The facts about two consecutive versions that their documents do not contain. */
export interface Attribution {
  /** The operations that replaced others. */
  readonly moves: ReadonlyArray<Differences.Moved>
  /**
   * The operations, schemas or parts that each change affects. A difference belongs to the change with the longest
   * match.
   */
  readonly places: ReadonlyArray<readonly [VersionChange, ReadonlyArray<string>]>
}

export interface Attributed {
  /** The differences that each change causes, by the change's title. */
  readonly facts: ReadonlyMap<string, ReadonlyArray<Difference>>
  /** The faults in the assignment, one sentence each. */
  readonly problems: ReadonlyArray<string>
}

/** Returns true if `at` is `place` or lies within it. */
const liesIn = (at: string, place: string): boolean =>
  at === place || [" ", ".", "["].some((separator) => at.startsWith(place + separator))

const titlesOf = (at: string, { places }: Attribution): ReadonlyArray<string> => {
  const fitting = places.flatMap(([{ title }, all]) =>
    all.filter((place) => liesIn(at, place)).map((place) => ({ title, place }))
  )
  const longest = Math.max(...fitting.map(({ place }) => place.length))
  return fitting.filter(({ place }) => place.length === longest).map(({ title }) => title)
}

/** Returns the structural differences between the documents of two consecutive versions, by change. */
export const attribute = (before: JsonObject, after: JsonObject, attribution: Attribution): Attributed => {
  const differences = Differences.between(before, after, attribution.moves)
  const owned = differences.map((difference) => ({ difference, titles: titlesOf(difference.at, attribution) }))
  const used = (place: string) => differences.some(({ at }) => liesIn(at, place))
  return {
    facts: new Map(
      attribution.places.map(([{ title }]) => [
        title,
        owned.filter(({ titles }) => titles[0] === title).map(({ difference }) => difference)
      ])
    ),
    problems: [
      ...owned
        .filter(({ titles }) => titles.length !== 1)
        .map(({ difference: { at, sentence }, titles }) =>
          titles.length === 0
            ? `No change says that ${at} ${sentence}.`
            : `More than one change says that ${at} ${sentence}: ${titles.join(" ")}`
        ),
      ...attribution.places.flatMap(([{ title }, all]) =>
        all
          .filter((place) => !used(place))
          .map((place) => `Nothing differs at ${place}, although this change claims it: ${title}`)
      )
    ]
  }
}
