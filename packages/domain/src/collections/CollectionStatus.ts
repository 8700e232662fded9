/**
 * A collection's statuses, as data: `statuses.json` holds the table in spec 3.1 and the transitions in spec 3.3. The
 * names come from the newest version. `versions/AnyStatus` adds the names from older versions.
 */
import type { CountedEnd } from "../companies/SuccessRate.ts"
import * as Lifecycle from "../shared/Lifecycle.ts"
import * as Annotations from "../shared/Annotations.ts"
import rows from "./statuses.json" with { type: "json" }

/** All classes except IN_PROGRESS and WAITING_FOR_USER are final. */
const classes = ["IN_PROGRESS", "WAITING_FOR_USER", "OUTCOME", "FAILURE", "BLOCKING"] as const

/**
 * The rows of spec 3.1 and 7. Besides its listed successors, every nonfinal status can be followed by three failures
 * (spec 2.5, 3.3).
 */
export const statusTable = Lifecycle.makeTable(rows, classes, [
  "FAILED",
  "THIRD_PARTY_ERROR",
  "AUTHENTICATION_MISMATCH"
])

export const { all, canTransition, describe, isFinal } = statusTable

export const CollectionStatus = Annotations.literals(
  "The status of a collection. New values can be added without a new API version. If the status is unknown, " +
    "treat the collection as in progress while `pollingInterval` is present, and as failed otherwise.",
  statusTable.meanings
).annotate({ identifier: "CollectionStatusValue" })
export type CollectionStatus = typeof CollectionStatus.Type

export type StatusClass = ReturnType<typeof describe>["class"]

export const initialStatus = "RUNNING" satisfies CollectionStatus

/**
 * Once a collection has this status, its login has succeeded, and a newer collection in the same session no longer
 * supersedes it (spec 2.1).
 */
export const firstStatusAfterLogin = "COLLECTING" satisfies CollectionStatus

/** The statuses in which an electronic-ID order can be open, because the person has not authenticated yet (spec 8). */
export const unauthenticatedStatuses: ReadonlyArray<CollectionStatus> = [
  "RUNNING",
  "CUSTOMER_ENROLLMENT_CHECK",
  "LOGIN",
  "WAITING_FOR_USER_ACTION"
]

/** Returns true if clients can fetch data in this status (spec 10). */
export const isOutcome = (status: CollectionStatus): boolean => describe(status).class === "OUTCOME"

export const failureStatuses: ReadonlyArray<CollectionStatus> = ["FAILED", "THIRD_PARTY_ERROR", "FAILED_PDF_PARSE"]

/**
 * Returns whether a collection that ends in this status counts as the company's success or failure, or `undefined` if
 * it counts as neither.
 */
export const countedEndOf = (status: CollectionStatus): CountedEnd | undefined =>
  isOutcome(status) ? "SUCCEEDED" : failureStatuses.includes(status) ? "FAILED" : undefined
