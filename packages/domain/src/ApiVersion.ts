/** The dated versions of the interface: which run, which is the newest, which answers when none is asked for (spec 9). */
import { Schema } from "effect"

/** A running version, as a client names it in the header `Service-Version`. */
export const ApiVersion = Schema.Literals(["2025-01-01", "2026-04-01"]).annotate({
  identifier: "ApiVersion",
  description: "A running version of the interface, named by its date."
})
export type ApiVersion = typeof ApiVersion.Type

/** Every running version, oldest first. */
export const running: ReadonlyArray<ApiVersion> = ApiVersion.literals

/** The version in whose terms the service itself is written. */
export const head: ApiVersion = "2026-04-01"

/** The version that answers when a request names none (spec 9: "the lowest running version"). */
export const lowest: ApiVersion = "2025-01-01"

/** Whether `text` names a running version. */
export const isRunning: (text: string) => text is ApiVersion = Schema.is(ApiVersion) as (
  text: string
) => text is ApiVersion // Schema.is narrows from unknown; callers always hold a string
