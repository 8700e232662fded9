/** The dated versions of the interface: which run, which is the newest, which answers when none is asked for (spec 9). */
import { Schema } from "effect"
import { versions } from "./Running.ts"

/** A running version, as a client names it in the header `Service-Version`. */
export const ApiVersion = versions.schema
export type ApiVersion = typeof ApiVersion.Type

export const { changes, head, lowest, running, successorOf } = versions

/** Whether `text` names a running version. */
export const isRunning: (text: string) => text is ApiVersion = Schema.is(ApiVersion) as (
  text: string
) => text is ApiVersion // Schema.is narrows from unknown; callers always hold a string
