/** One difference between two OpenAPI documents, and what it means to the programs of clients. */
import type { JsonObject } from "./Json.ts"

/**
 * - BREAKING: a program that was right before may fail, or its generated code changes.
 * - ADDITIVE: every program goes on as before.
 * - DOCUMENTATION: only people see it.
 */
export type Verdict = "BREAKING" | "ADDITIVE" | "DOCUMENTATION"

export interface Difference {
  /** An operation with what is in it (`POST /collections 201 header location`), or a schema (`Fees.personalized`). */
  readonly at: string
  /** What is so since the difference, to be read after `at`. */
  readonly sentence: string
  readonly verdict: Verdict
}

/** Where a schema is used: what narrows a request widens an answer, seen by a client. */
export type Direction = "request" | "response"

export interface Context {
  /** The older document, without its words. */
  readonly before: JsonObject
  /** The newer document, without its words. */
  readonly after: JsonObject
  readonly directions: ReadonlySet<Direction>
  /** The names of schemas in the newer document, by their names in the older one. */
  readonly renames: ReadonlyMap<string, string>
}

/** Compares a part of the older document with the part of the newer one that stands in the same place. */
export type Compare = (at: string, before: JsonObject, after: JsonObject, context: Context) => ReadonlyArray<Difference>

export const breaking = (at: string, sentence: string): Difference => ({ at, sentence, verdict: "BREAKING" })

export const additive = (at: string, sentence: string): Difference => ({ at, sentence, verdict: "ADDITIVE" })

/** The service accepts, or sends, less than before. */
export const narrowed = (at: string, sentence: string, { directions }: Context): Difference =>
  directions.has("request") ? breaking(at, sentence) : additive(at, sentence)

/** The service accepts, or sends, more than before. */
export const widened = (at: string, sentence: string, { directions }: Context): Difference =>
  directions.has("response") ? breaking(at, sentence) : additive(at, sentence)

/** Compares what two objects have under each name of either; `undefined` stands for a name that one of them lacks. */
export const byName = (
  before: JsonObject,
  after: JsonObject,
  compare: (name: string, old: unknown, now: unknown) => ReadonlyArray<Difference>
): ReadonlyArray<Difference> =>
  Object.keys({ ...before, ...after }).flatMap((name) => compare(name, before[name], after[name]))

/** Compares a part that can be optional, such as a member or a parameter, where `old` and `now` are whether it must be there. */
export const comparePresence = (
  at: string,
  old: boolean,
  now: boolean,
  context: Context
): ReadonlyArray<Difference> => {
  if (old === now) return []
  return [now ? narrowed(at, "is required", context) : widened(at, "may be left out", context)]
}

/** A part that only the newer document has. */
export const added = (at: string, isRequired: boolean, context: Context): Difference =>
  isRequired ? narrowed(at, "is new and required", context) : additive(at, "is new")

export const isStructural = ({ verdict }: Difference): boolean => verdict !== "DOCUMENTATION"

export const inLine = ({ at, sentence, verdict }: Difference): string => `${verdict} ${at} ${sentence}`
