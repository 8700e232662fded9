/**
 * Log annotations for failures. They never quote an error's message, because it can contain personal data (spec
 * 7).
 */
import { summarizeFailures } from "@sheaf/ports"
import { Effect } from "effect"
import type { Cause } from "effect"

/** Annotates log lines with `context` and with the kinds of failures in `cause`. */
export const withFailureAnnotations = (cause: Cause.Cause<unknown>, context: Readonly<Record<string, string>> = {}) =>
  Effect.annotateLogs({ ...context, failures: summarizeFailures(cause) })
