/**
 * The status of a collection as every running version shows it: the table of the newest version, and what the replaced
 * ones changed. Users find it as `@sheaf/domain/CollectionStatus`.
 */
import type { Market } from "../companies/Market.ts"
import type { ApiVersion } from "./ApiVersion.ts"
import { versions } from "./Running.ts"
import type { Description } from "./StatusChanges.ts"

export { CollectionStatus, initial } from "../collections/CollectionStatus.ts"
export type { StatusClass } from "../collections/CollectionStatus.ts"

const { statuses } = versions

/** A status of any version. */
export const AnyStatus = statuses.schema
export type AnyStatus = typeof AnyStatus.Type

/** The audience of an answer: its version and the market of the company decide what is shown. */
export interface Audience {
  readonly version: ApiVersion
  /** Absent for companies outside the known markets. */
  readonly market?: Market | undefined
}

/** The thirty statuses of spec 3.1, in the order of the table there. */
export const all: ReadonlyArray<AnyStatus> = statuses.all

/** Returns what a person reads of a status. */
export const describe: (status: AnyStatus) => Description = statuses.describe

/** Returns whether a collection in this status has ended. */
export const isFinal: (status: AnyStatus) => boolean = statuses.isFinal

/** Returns whether data can be fetched in this status: the outcomes (decisions 10). */
export const isOutcome: (status: AnyStatus) => boolean = statuses.isOutcome

/** Returns whether a collection can go from one status to another: never out of a final status. */
export const canTransition: (from: AnyStatus, to: AnyStatus) => boolean = statuses.canTransition

/** Returns whether this audience ever sees the status. */
export const returnedBy: (status: AnyStatus, audience: Audience) => boolean = statuses.returnedBy

/** Returns the status that this audience sees for a collection in `status`; always one that is {@link returnedBy} it. */
export const project: (status: AnyStatus, audience: Audience) => AnyStatus = statuses.project
