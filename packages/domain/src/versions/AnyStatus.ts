/** A collection's statuses in all supported versions. Published as `@sheaf/domain/CollectionStatus`. */
import type { ApiVersion } from "./ApiVersion.ts"
import { versions } from "./SupportedVersions.ts"
import type * as StatusChanges from "./changes/StatusChanges.ts"

export { CollectionStatus, countedEndOf, failureStatuses, initialStatus } from "../collections/CollectionStatus.ts"
export type { StatusClass } from "../collections/CollectionStatus.ts"

const { statuses } = versions

export const AnyStatus = statuses.schema
export type AnyStatus = typeof AnyStatus.Type

type Audience = StatusChanges.StatusAudience<ApiVersion>

/** The 30 statuses of spec 3.1, in the table's order. */
export const all: ReadonlyArray<AnyStatus> = statuses.all

export const describe: (status: AnyStatus) => StatusChanges.StatusDescription = statuses.describe

export const isFinal: (status: AnyStatus) => boolean = statuses.isFinal

/** Returns true if clients can fetch data in this status (spec 10). */
export const isOutcome: (status: AnyStatus) => boolean = statuses.isOutcome

export const canTransition: (from: AnyStatus, to: AnyStatus) => boolean = statuses.canTransition

export const returnedBy: (status: AnyStatus, audience: Audience) => boolean = statuses.returnedBy

/**
 * Returns the status that this audience sees for a collection in `status`. {@link returnedBy} returns true for the
 * resulting status.
 */
export const project: (status: AnyStatus, audience: Audience) => AnyStatus = statuses.project

export { firstStatusAfterLogin, unauthenticatedStatuses } from "../collections/CollectionStatus.ts"
