/**
 * The length of a run: `full` for figures, `long` for figures that take minutes each, and `smoke` to check that each
 * part works, in about a second per part.
 */
export type Effort = "smoke" | "full" | "long"
