/** Log annotations for failures, which never quote error messages, because those may contain personal data (spec 7). */
import { summarizeFailures } from "@sheaf/ports"
import { Effect } from "effect"
import type { Cause } from "effect"

/** Annotates log lines with `context` and the kinds of failure in `cause`. */
export const withFailureAnnotations = (cause: Cause.Cause<unknown>, context: Readonly<Record<string, string>> = {}) =>
  Effect.annotateLogs({ ...context, failures: summarizeFailures(cause) })
