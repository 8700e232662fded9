/** A consent's statuses, and the transitions between them (spec 2.4, 3.4). */
import * as Lifecycle from "../shared/Lifecycle.ts"
import * as Annotations from "../shared/Annotations.ts"
import rows from "./statuses.json" with { type: "json" }

/**
 * The six statuses of spec 2.4, in order. The class OUTCOME is final for collections but not for consents, because a
 * consent in this class is in force.
 */
export const statusTable = Lifecycle.makeTable(rows, ["IN_PROGRESS", "WAITING_FOR_USER", "OUTCOME", "ENDED", "FAILURE"])

export const { all, canTransition, describe, isFinal } = statusTable

export const ConsentStatus = Annotations.literals(
  "The status of a consent. Accounts can be read only in AUTHORIZED.",
  statusTable.meanings
).annotate({ identifier: "ConsentStatusValue" })
export type ConsentStatus = typeof ConsentStatus.Type

export const initialStatus = "INITIATED" satisfies ConsentStatus

/** The statuses in which an electronic-ID order can be open, because the person has not authenticated yet (spec 8). */
export const unauthenticatedStatuses: ReadonlyArray<ConsentStatus> = ["INITIATED", "AWAITING_AUTHORIZATION"]

export const isUsable = (status: ConsentStatus): boolean => status === "AUTHORIZED"

/** Returns a consent's status at `now`. The stored status can be out of date if the consent has just expired. */
export const statusAt = (
  { expiresAt, status }: { readonly expiresAt: number; readonly status: ConsentStatus },
  now: number
): ConsentStatus => (isUsable(status) && now >= expiresAt ? "EXPIRED" : status)
