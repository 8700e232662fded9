/**
 * The status of a collection as every running version shows it: the table of the newest version, and what the replaced
 * ones changed. Users find it as `@sheaf/domain/CollectionStatus`.
 */
import { versions } from "./Running.ts"
import type { ApiVersion } from "./ApiVersion.ts"
import type * as StatusChanges from "./StatusChanges.ts"

export { CollectionStatus, initial } from "../collections/CollectionStatus.ts"
export type { StatusClass } from "../collections/CollectionStatus.ts"

/** The thirty statuses of spec 3.1, in the order of the table there. */
export const { all, canTransition, describe, isFinal, isOutcome, meanings, project, returnedBy } = versions.statuses

/** A status of any version. */
export type AnyStatus = (typeof all)[number]

/** The audience of an answer: its version and the market of the company decide what is shown. */
export type Audience = StatusChanges.Audience<ApiVersion>
