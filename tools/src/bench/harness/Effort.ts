/**
 * The length of a run: `full` for figures, `long` for figures that take minutes each, and `smoke` for about a second
 * per part, which only shows that each part works.
 */
export type Effort = "smoke" | "full" | "long"
