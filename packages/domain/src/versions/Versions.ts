/** Versions as one line from the oldest to the head (spec 9): a version joins the line with its folder. */
import { Schema } from "effect"
import type { CollectionStatus } from "../collections/CollectionStatus.ts"
import * as Words from "../Words.ts"
import * as StatusChanges from "./StatusChanges.ts"
import type { ReplacedVersion, VersionChange } from "./VersionChange.ts"

/** The statuses that only a replaced version has. */
type OldStatusOf<Replaced extends ReplacedVersion> = Replaced extends { readonly statuses: { readonly old: infer Old } }
  ? keyof Old & string
  : never

export interface Versions<Name extends string = string, Head extends string = string, Status extends string = string> {
  /** Every running version, oldest first. */
  readonly running: readonly [Name, ...Array<Name>]
  /** The version in whose terms the service itself is written. */
  readonly head: Head
  /** The version that answers when a request names none: the lowest running one. */
  readonly lowest: Name
  /** The names of the running versions, with words about each. */
  readonly schema: Schema.Literals<readonly [Name, ...Array<Name>]>
  /** Returns the version that replaced this one; `undefined` for the head. */
  readonly successorOf: (version: string) => Name | undefined
  /** Returns what this version changed in the one before it; empty for the oldest. */
  readonly changes: (version: string) => ReadonlyArray<VersionChange>
  /** The statuses of a collection in all of these versions. */
  readonly statuses: StatusChanges.Statuses<Status>
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/**
 * The line of versions out of the folders of the replaced ones, oldest first, and the name of the newest, which has no
 * folder.
 *
 * @throws when a name is no date, or the names do not rise.
 */
export const make = <const Replaced extends ReadonlyArray<ReplacedVersion>, const Head extends string>(
  replaced: Replaced,
  head: Head
): Versions<Replaced[number]["version"] | Head, Head, CollectionStatus | OldStatusOf<Replaced[number]>> => {
  type Name = Replaced[number]["version"] | Head
  type Status = CollectionStatus | OldStatusOf<Replaced[number]>
  const names: ReadonlyArray<Name> = [...replaced.map(({ version }) => version), head]
  const wrong = names.find((name, index) => !isDate(name) || (names[index - 1] ?? "") >= name)
  if (wrong !== undefined) throw new Error(`version ${wrong} is not a date after the one before it`)
  const [lowest = head, ...newer] = names
  const running: readonly [Name, ...Array<Name>] = [lowest, ...newer]
  const successors = new Map<string, Name>(newer.map((name, index) => [names[index] ?? lowest, name]))
  const brought = new Map<string, ReadonlyArray<VersionChange>>(
    replaced.map(({ changes }, index) => [names[index + 1] ?? head, changes])
  )
  const standings = running.map((version): readonly [string, string] => {
    const successor = successors.get(version)
    const standing = successor === undefined ? "The newest version." : `Deprecated. Replaced by ${successor}.`
    return [version, version === lowest ? `${standing} Requests without Service-Version use this version.` : standing]
  })
  return {
    running,
    head,
    lowest,
    schema: Schema.Literals(running).annotate({
      identifier: "ApiVersion",
      description: Words.withValues("A running version of the API, named by its date.", Object.fromEntries(standings))
    }),
    successorOf: (version) => successors.get(version),
    changes: (version) => brought.get(version) ?? [],
    // They are composed as texts: all that come out are those of the head and the old ones of the folders.
    statuses: StatusChanges.make(replaced) as StatusChanges.Statuses<Status>
  }
}
