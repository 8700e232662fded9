/** One difference between two OpenAPI documents, and what it means to the programs of clients. */

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

/** Something that was accepted, or sent, is no more. */
export const narrowed = (directions: ReadonlySet<Direction>): Verdict =>
  directions.has("request") ? "BREAKING" : "ADDITIVE"

/** Something that was not accepted, or never sent, now is. */
export const widened = (directions: ReadonlySet<Direction>): Verdict =>
  directions.has("response") ? "BREAKING" : "ADDITIVE"

export const isStructural = ({ verdict }: Difference): boolean => verdict !== "DOCUMENTATION"

export const inLine = ({ at, sentence, verdict }: Difference): string => `${verdict} ${at} ${sentence}`
