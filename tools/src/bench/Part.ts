/** A named benchmark that the command line can select. */
import type { Figure } from "./Report.ts"

/**
 * The length of a run: `full` for figures, `long` for figures that take minutes each, and `smoke` to check that each
 * part works, in about a second per part.
 */
export type Effort = "smoke" | "full" | "long"

export interface Part {
  readonly name: string
  /** A line for `--list`. */
  readonly summary: string
  /**
   * True for a part that counts instead of measuring time. Load cannot change its figures, so it runs together with the
   * other parts.
   */
  readonly counts?: boolean
  /** True for a part that takes long. A run includes it only if the command line names it, or with `--smoke`. */
  readonly onRequest?: boolean
  readonly run: (effort: Effort) => Promise<ReadonlyArray<Figure>>
}

/** The reason why this machine cannot run a part. A part throws it, and the run continues without a failure. */
export class Skipped extends Error {}
