/** The supported API versions, the newest one, and the default for requests that name none (spec 9). */
import { Schema } from "effect"
import { versions } from "./SupportedVersions.ts"

export const ApiVersion = versions.schema
export type ApiVersion = typeof ApiVersion.Type

export const { changes, head, lowest: oldestVersion, running: supportedVersions, successorOf } = versions

export const isApiVersion: (text: string) => text is ApiVersion = Schema.is(ApiVersion) as (
  text: string
) => text is ApiVersion // `Schema.is` narrows from `unknown`, but callers always have a string
