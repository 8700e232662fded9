/** The sequence of API versions, from oldest to newest. The newest version is called the head (spec 9). */
import { Schema } from "effect"
import type { CollectionStatus } from "../collections/CollectionStatus.ts"
import * as Annotations from "../shared/Annotations.ts"
import * as StatusChanges from "./changes/StatusChanges.ts"
import type { ReplacedVersion, VersionChange } from "./changes/VersionChange.ts"

type OldStatusOf<Replaced extends ReplacedVersion> = Replaced extends { readonly statuses: { readonly old: infer Old } }
  ? keyof Old & string
  : never

export interface Versions<Name extends string = string, Head extends string = string, Status extends string = string> {
  /** All supported versions, oldest first. */
  readonly running: readonly [Name, ...Array<Name>]
  /** The newest version. The service works with its types. */
  readonly head: Head
  /** The oldest supported version, and the default for requests that name none. */
  readonly lowest: Name
  readonly schema: Schema.Literals<readonly [Name, ...Array<Name>]>
  readonly successorOf: (version: string) => Name | undefined
  /** Returns what changed between the previous version and this one. Empty for the oldest version. */
  readonly changes: (version: string) => ReadonlyArray<VersionChange>
  readonly statuses: StatusChanges.VersionedStatuses<Status>
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/**
 * Builds the sequence from the replaced versions (oldest first) and the newest version's name.
 *
 * @throws if a name is not a date, or is not after the previous one.
 */
export const make = <const Replaced extends ReadonlyArray<ReplacedVersion>, const Head extends string>(
  replaced: Replaced,
  head: Head
): Versions<Replaced[number]["version"] | Head, Head, CollectionStatus | OldStatusOf<Replaced[number]>> => {
  type Name = Replaced[number]["version"] | Head
  type Status = CollectionStatus | OldStatusOf<Replaced[number]>
  const names: ReadonlyArray<Name> = [...replaced.map(({ version }) => version), head]
  const wrong = names.find((name, index) => !isDate(name) || (names[index - 1] ?? "") >= name)
  if (wrong !== undefined) throw new Error(`version ${wrong} must be a date later than the previous version`)
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
      description: Annotations.describeValues(
        "A running version of the API, identified by its date.",
        Object.fromEntries(standings)
      )
    }),
    successorOf: (version) => successors.get(version),
    changes: (version) => brought.get(version) ?? [],
    // StatusChanges returns plain strings, all of which are statuses of supported versions.
    statuses: StatusChanges.combineStatuses(replaced) as StatusChanges.VersionedStatuses<Status>
  }
}
