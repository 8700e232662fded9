/** The running versions as one line from the oldest to the head (spec 9): adding one is adding its folder to the line. */
import type { CollectionStatus } from "../collections/CollectionStatus.ts"
import * as StatusChanges from "./StatusChanges.ts"
import type { ReplacedVersion, VersionChange } from "./VersionChange.ts"

/** The statuses that only a replaced version has. */
type OldStatusOf<Replaced extends ReplacedVersion> = Replaced extends { readonly statuses: { readonly old: infer Old } }
  ? keyof Old & string
  : never

export interface Versions<Name extends string, Status extends string = string> {
  /** Every running version, oldest first. */
  readonly running: readonly [Name, ...Array<Name>]
  /** The version in whose terms the service itself is written. */
  readonly head: Name
  /** The version that answers when a request names none: the lowest running one. */
  readonly lowest: Name
  /** What this version changed in the one before it; empty for the oldest. */
  readonly changes: (version: Name) => ReadonlyArray<VersionChange>
  /** The statuses of a collection in all of these versions. */
  readonly statuses: StatusChanges.Statuses<Name, Status>
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
): Versions<Replaced[number]["version"] | Head, CollectionStatus | OldStatusOf<Replaced[number]>> => {
  type Name = Replaced[number]["version"] | Head
  type Status = CollectionStatus | OldStatusOf<Replaced[number]>
  const names: ReadonlyArray<Name> = [...replaced.map(({ version }) => version), head]
  const wrong = names.find((name, index) => !isDate(name) || (names[index - 1] ?? "") >= name)
  if (wrong !== undefined) throw new Error(`version ${wrong} is not a date after the one before it`)
  const [lowest = head, ...newer] = names
  const brought = new Map<Name, ReadonlyArray<VersionChange>>(
    replaced.map(({ changes }, index) => [names[index + 1] ?? head, changes])
  )
  return {
    running: [lowest, ...newer],
    head,
    lowest,
    changes: (version) => brought.get(version) ?? [],
    // They are composed as texts: all that come out are those of the head and the old ones of the folders.
    statuses: StatusChanges.make(replaced) as StatusChanges.Statuses<Name, Status>
  }
}
