/**
 * Replaced versions of the interface: a date, and the changes that the next version made (spec 9). Each change has a
 * file in the replaced version's folder: its description, its codec if the wire changed, and the codec's losses.
 */
import type { StatusChanges } from "./StatusChanges.ts"

/** Information in a value that cannot be expressed in the other version. */
export interface CodecLoss<A> {
  /** The lost information, for people. */
  readonly description: string
  /** A value that has this loss and no other. */
  readonly example: A
  /** Returns the value after a round trip through the other version: the same object if this loss does not affect it. */
  readonly forget: (value: A) => A
}

/** A difference between a version and the next version, described for clients that upgrade. */
export interface VersionChange {
  /** A sentence about the new behavior. */
  readonly title: string
  /** The difference that clients see, and its reason. */
  readonly description: string
  /** The affected routes in either version, as `METHOD /path`. */
  readonly affects: ReadonlyArray<string>
  /** Descriptions of the codec's losses. */
  readonly losses: ReadonlyArray<string>
}

/** A replaced version: the contents of its folder, except the codecs. */
export interface ReplacedVersion<Name extends string = string> {
  readonly version: Name
  readonly changes: ReadonlyArray<VersionChange>
  /** The statuses that the next version changed, if any. */
  readonly statuses?: StatusChanges
  /** Encodes an event of the next version, with this version's name. */
  readonly encodeEvent?: (event: unknown) => unknown
}

export const describeLosses = (losses: ReadonlyArray<{ readonly description: string }>): ReadonlyArray<string> =>
  losses.map(({ description }) => description)

/** Returns the loss of a list whose entries have the loss. */
export const applyToEach = <A>({ description, example, forget }: CodecLoss<A>): CodecLoss<ReadonlyArray<A>> => ({
  description,
  example: [example],
  forget: (entries) => {
    const rest = entries.map(forget)
    return rest.every((entry, index) => entry === entries[index]) ? entries : rest
  }
})

/** Returns a value without the information that the losses remove. */
export const applyLosses = <A>(losses: ReadonlyArray<CodecLoss<A>>, value: A): A =>
  losses.reduce((rest, { forget }) => forget(rest), value)
