/** Log annotations for failures. They never quote error messages, which may contain personal data (spec 7). */
import { summarizeFailures } from "@sheaf/ports"
import { Effect } from "effect"
import type { Cause } from "effect"

export const withFailureAnnotations = (cause: Cause.Cause<unknown>, context: Readonly<Record<string, string>> = {}) =>
  Effect.annotateLogs({ ...context, failures: summarizeFailures(cause) })
