/** The dated versions of the interface: which run, which is the newest, which answers when none is asked for (spec 9). */
import { Schema } from "effect"
import type { VersionChange } from "./VersionChange.ts"
import { versions } from "./Running.ts"
import * as Words from "../Words.ts"

const meanings = versions.running.map((version, index): readonly [string, string] => {
  const next = versions.running[index + 1]
  const standing = next === undefined ? "The newest." : `Deprecated: ${next} has replaced it.`
  return [version, index === 0 ? `${standing} It answers when a request names none.` : standing]
})

/** A running version, as a client names it in the header `Service-Version`. */
export const ApiVersion = Schema.Literals(versions.running).annotate({
  identifier: "ApiVersion",
  description: Words.withValues("A running version of the interface, named by its date.", Object.fromEntries(meanings))
})
export type ApiVersion = typeof ApiVersion.Type

/** Every running version, oldest first. */
export const running: ReadonlyArray<ApiVersion> = versions.running

/** The version in whose terms the service itself is written. */
export const head: ApiVersion = versions.head

/** The version that answers when a request names none (spec 9: "the lowest running version"). */
export const lowest: ApiVersion = versions.lowest

/** What a version changed in the one before it, for people who move to it (decisions 13); nothing for the oldest. */
export const changes: (version: ApiVersion) => ReadonlyArray<VersionChange> = versions.changes

/** Whether `text` names a running version. */
export const isRunning: (text: string) => text is ApiVersion = Schema.is(ApiVersion) as (
  text: string
) => text is ApiVersion // Schema.is narrows from unknown; callers always hold a string
