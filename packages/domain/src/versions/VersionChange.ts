/**
 * What a version of the interface is made of (spec 9): a date, and the changes by which the next version replaced it.
 * A change is one file in the folder of the version that it ended: what and why in words, the codec where the wire
 * changed, and what the codec loses.
 */
import type { StatusChanges } from "./StatusChanges.ts"

/** Something of a value that the other version cannot say. */
export interface Loss<A> {
  /** For people: what is lost. */
  readonly description: string
  /** A value that this loss touches, and no other. */
  readonly example: A
  /** The value as it comes back from the other version; the very same object when this loss does not touch it. */
  readonly forget: (value: A) => A
}

/** One difference between a version and the next, in the terms of a person who moves from one to the other. */
export interface VersionChange {
  /** A sentence: what is so since the change. */
  readonly title: string
  /** What a client has to do differently, and why it was changed. */
  readonly description: string
  /** The routes where it is felt, `METHOD /path`, of either version. */
  readonly affects: ReadonlyArray<string>
  /** What cannot be said in the other version, out of the losses of the codec; empty where nothing is lost. */
  readonly losses: ReadonlyArray<string>
}

/** A version that a newer one has replaced: everything that its folder declares beside the codecs. */
export interface ReplacedVersion<Name extends string = string> {
  readonly version: Name
  /** What the next version changed. */
  readonly changes: ReadonlyArray<VersionChange>
  /** The statuses that the next version changed; absent if none. */
  readonly statuses?: StatusChanges
}

/** The descriptions of losses, for the text of a change. */
export const inWords = (losses: ReadonlyArray<{ readonly description: string }>): ReadonlyArray<string> =>
  losses.map(({ description }) => description)

/** What is left of a value when all that is lost is forgotten. */
export const forgetAll = <A>(losses: ReadonlyArray<Loss<A>>, value: A): A =>
  losses.reduce((rest, { forget }) => forget(rest), value)
