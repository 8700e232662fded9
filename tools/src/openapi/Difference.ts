/** A difference between the structures of two OpenAPI documents, and its effect on client programs. */
import type { JsonObject } from "./Json.ts"

/**
 * - BREAKING: a correct program can fail, or its generated code changes.
 * - ADDITIVE: every program keeps working.
 */
export type Verdict = "BREAKING" | "ADDITIVE"

export interface Difference {
  /** A place in an operation (`POST /collections 201 header location`) or in a schema (`Fees.personalized`). */
  readonly at: string
  /** The new state. It completes a sentence that begins with `at`. */
  readonly sentence: string
  readonly verdict: Verdict
}

/**
 * The direction in which a schema is used. Clients break if a request schema is narrowed or a response schema is
 * widened.
 */
export type Direction = "request" | "response"

export interface Context {
  /** The older document, without its texts. */
  readonly before: JsonObject
  /** The newer document, without its texts. */
  readonly after: JsonObject
  readonly directions: ReadonlySet<Direction>
  /** The new names of renamed schemas, by old name. */
  readonly renames: ReadonlyMap<string, string>
}

/** Compares the two documents at one place. */
export type Compare = (at: string, before: JsonObject, after: JsonObject, context: Context) => ReadonlyArray<Difference>

export const breaking = (at: string, sentence: string): Difference => ({ at, sentence, verdict: "BREAKING" })

export const additive = (at: string, sentence: string): Difference => ({ at, sentence, verdict: "ADDITIVE" })

/** Returns a difference after which the service accepts or sends less than before. */
export const narrowed = (at: string, sentence: string, { directions }: Context): Difference =>
  directions.has("request") ? breaking(at, sentence) : additive(at, sentence)

/** Returns a difference after which the service accepts or sends more than before. */
export const widened = (at: string, sentence: string, { directions }: Context): Difference =>
  directions.has("response") ? breaking(at, sentence) : additive(at, sentence)

/** Compares the members of two objects by name. `undefined` stands for a missing member. */
export const byName = (
  before: JsonObject,
  after: JsonObject,
  compare: (name: string, old: unknown, now: unknown) => ReadonlyArray<Difference>
): ReadonlyArray<Difference> =>
  Object.keys({ ...before, ...after }).flatMap((name) => compare(name, before[name], after[name]))

/** Compares whether a part, such as a member or parameter, is required. */
export const comparePresence = (
  at: string,
  old: boolean,
  now: boolean,
  context: Context
): ReadonlyArray<Difference> => {
  if (old === now) return []
  return [now ? narrowed(at, "is required", context) : widened(at, "is optional", context)]
}

/** Returns the difference for a part that only the newer document has. */
export const added = (at: string, isRequired: boolean, context: Context): Difference =>
  isRequired ? narrowed(at, "is new and required", context) : additive(at, "is new")

export const inLine = ({ at, sentence, verdict }: Difference): string => `${verdict} ${at} ${sentence}`
