/** Log annotations for failures. They never quote an error's message, which can hold personal data (decisions 12). */
import { failuresOf } from "@sheaf/ports"
import { Effect } from "effect"
import type { Cause } from "effect"

/** Annotates log lines with the kinds of the failures in `cause`, and with `context`. */
export const withFailures = (cause: Cause.Cause<unknown>, context: Readonly<Record<string, string>> = {}) =>
  Effect.annotateLogs({ ...context, failures: failuresOf(cause) })
