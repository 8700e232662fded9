/**
 * The work of a run: `full` for figures, `long` for figures that take minutes each, and `smoke` for a second of each part,
 * which only shows that the part works.
 */
export type Effort = "smoke" | "full" | "long"
