/** Checks consents after a run with kills (spec 3.4; decisions 9). */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { Schema } from "effect"
import { seenViolations } from "./History.ts"

/** A recorded status of a consent. */
export interface Entry {
  readonly status: string
  readonly revision: number
  /** Milliseconds since 1970. */
  readonly since: number
}

/** A consent as its client sees it at the end. */
export interface Known {
  /** The possible final statuses. */
  readonly mayBe: ReadonlyArray<string>
  readonly status: string
  /** The statuses that the client saw, without repetitions. */
  readonly seen: ReadonlyArray<string>
  readonly revokedAt?: string
  /** The collections under the consent, if the service has a single clock. */
  readonly collections: ReadonlyArray<{ readonly status: string; readonly statusChangedAt: string }>
}

const statusOf = Schema.decodeUnknownSync(ConsentStatus.ConsentStatus)

const historyViolations = (history: ReadonlyArray<Entry>): ReadonlyArray<string> => [
  ...(history[0]?.status === ConsentStatus.initial ? [] : ["does not begin with INITIATED"]),
  ...history.slice(1).flatMap((entry, index) => {
    const before = history[index]
    if (before === undefined) return []
    return [
      ...(ConsentStatus.canTransition(statusOf(before.status), statusOf(entry.status))
        ? []
        : [`goes from ${before.status} to ${entry.status}`]),
      ...(entry.revision > before.revision ? [] : [`does not increase the revision above ${before.revision}`]),
      ...(entry.since >= before.since ? [] : [`goes back in time at revision ${entry.revision}`])
    ]
  })
]

const brought: ReadonlyArray<string> = ["COMPLETED", "COMPLETED_PARTIAL"]

/** Checks that no collection returned data after the revocation. */
const readingViolations = ({ collections, revokedAt }: Known): ReadonlyArray<string> =>
  collections.flatMap(({ status, statusChangedAt }) =>
    revokedAt !== undefined && brought.includes(status) && statusChangedAt > revokedAt
      ? [`was revoked at ${revokedAt}, and read at ${statusChangedAt}`]
      : []
  )

/** Returns the faults in a consent, each as a sentence without a subject. */
export const violationsOf = (history: ReadonlyArray<Entry>, known: Known): ReadonlyArray<string> => [
  ...historyViolations(history),
  ...seenViolations(history, known.seen),
  ...(history.at(-1)?.status === known.status
    ? []
    : [`has the status ${known.status}, but its history ends in another status`]),
  ...(known.mayBe.includes(known.status) ? [] : [`ends in ${known.status}, not in ${known.mayBe.join(" or ")}`]),
  ...readingViolations(known)
]

/**
 * Checks that the service and the banks have the same number of valid consents. If they do, every revocation reached
 * the bank, and no consent was created twice. `here` and `there` are the statuses of all consents at the service and at
 * the banks.
 */
export const bankViolations = (here: ReadonlyArray<string>, there: ReadonlyArray<string>): ReadonlyArray<string> => {
  const waiting = there.filter((status) => status === "received").length
  const [ours, theirs] = [
    here.filter((status) => status === "AUTHORIZED").length,
    there.filter((status) => status === "valid").length
  ]
  return [
    ...(waiting === 0 ? [] : [`${waiting} consents are pending at the banks, but have no consent at the service`]),
    ...(ours === theirs ? [] : [`${theirs} consents are valid at the banks, but ${ours} at the service`])
  ]
}
