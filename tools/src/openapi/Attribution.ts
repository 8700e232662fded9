/** Which change of a version each difference of its document belongs to: exactly one (decisions 13). */
import type { VersionChange } from "@sheaf/domain/versions/VersionChange"
import * as Differences from "./Differences.ts"
import { isStructural } from "./Difference.ts"
import type { Difference } from "./Difference.ts"
import type { JsonObject } from "./Json.ts"

/** What no document tells about a version and the one before it. */
export interface Attribution {
  /** The operations that replaced others. */
  readonly moves: ReadonlyArray<Differences.Moved>
  /** Where each change is seen: an operation or a schema, or a part of one. The longest place that fits decides. */
  readonly places: ReadonlyArray<readonly [VersionChange, ReadonlyArray<string>]>
}

export interface Attributed {
  /** The differences of each change, by its title. */
  readonly facts: ReadonlyMap<string, ReadonlyArray<Difference>>
  /** What is wrong with the attribution, a sentence each. */
  readonly problems: ReadonlyArray<string>
}

/** Whether `at` is the place, or lies in it. */
const liesIn = (at: string, place: string): boolean =>
  at === place || [" ", ".", "["].some((separator) => at.startsWith(place + separator))

const titlesOf = (at: string, { places }: Attribution): ReadonlyArray<string> => {
  const fitting = places.flatMap(([{ title }, all]) =>
    all.filter((place) => liesIn(at, place)).map((place) => ({ title, place }))
  )
  const longest = Math.max(...fitting.map(({ place }) => place.length))
  return fitting.filter(({ place }) => place.length === longest).map(({ title }) => title)
}

/** The structural differences between the documents of two neighbouring versions, each with its change. */
export const attribute = (before: JsonObject, after: JsonObject, attribution: Attribution): Attributed => {
  const differences = Differences.between(before, after, attribution.moves).filter(isStructural)
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
          .map((place) => `Nothing differs at ${place}, where this is to be seen: ${title}`)
      )
    ]
  }
}
