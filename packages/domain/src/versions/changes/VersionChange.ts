/**
 * Describes replaced versions of the API. Each has a date and the changes that the next version made (spec 9). Each
 * change has a file in the replaced version's folder. The file contains the change's description and, if the wire
 * format changed, a codec and the codec's losses.
 */
import type { StatusChanges } from "./StatusChanges.ts"

/** A part of a value that the other version cannot express. */
export interface CodecLoss<A> {
  readonly description: string
  /** A value that loses only this part in a round trip through the other version. */
  readonly example: A
  /**
   * Returns what remains of a value after a round trip through the other version; if nothing is lost, returns the same
   * object.
   */
  readonly forget: (value: A) => A
}

export interface VersionChange {
  readonly title: string
  /** What clients notice, and why the change was made. */
  readonly description: string
  /** The affected routes in either version, as `METHOD /path`. */
  readonly affects: ReadonlyArray<string>
  readonly losses: ReadonlyArray<string>
}

export interface ReplacedVersion<Name extends string = string> {
  readonly version: Name
  readonly changes: ReadonlyArray<VersionChange>
  readonly statuses?: StatusChanges
  /**
   * Converts an event's content from the next version to this one. The event's `version` must already name this
   * version.
   */
  readonly encodeEvent?: (event: unknown) => unknown
}

export const describeLosses = (losses: ReadonlyArray<{ readonly description: string }>): ReadonlyArray<string> =>
  losses.map(({ description }) => description)

export const applyToEach = <A>({ description, example, forget }: CodecLoss<A>): CodecLoss<ReadonlyArray<A>> => ({
  description,
  example: [example],
  forget: (entries) => {
    const rest = entries.map(forget)
    return rest.every((entry, index) => entry === entries[index]) ? entries : rest
  }
})

export const applyLosses = <A>(losses: ReadonlyArray<CodecLoss<A>>, value: A): A =>
  losses.reduce((rest, { forget }) => forget(rest), value)
