/** What consents must look like after a run, whatever happened to the process meanwhile (spec 3.4; decisions 9). */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { Schema } from "effect"
import { seenViolations } from "./History.ts"

/** One status that a consent took, as it was written down beside it. */
export interface Entry {
  readonly status: string
  readonly revision: number
  /** Milliseconds since 1970. */
  readonly since: number
}

/** A consent as its client knows it at the end. */
export interface Known {
  /** The statuses that it may have come to. */
  readonly mayBe: ReadonlyArray<string>
  readonly status: string
  /** Statuses as they were seen from outside, without repetitions. */
  readonly seen: ReadonlyArray<string>
  readonly revokedAt?: string
  /** The collections that were started under it. */
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
      ...(entry.revision > before.revision ? [] : [`does not count on from revision ${before.revision}`]),
      ...(entry.since >= before.since ? [] : [`goes back in time at revision ${entry.revision}`])
    ]
  })
]

const brought: ReadonlyArray<string> = ["COMPLETED", "COMPLETED_PARTIAL"]

/** Nothing is read under a consent that has been revoked. */
const readingViolations = ({ collections, revokedAt }: Known): ReadonlyArray<string> =>
  collections.flatMap(({ status, statusChangedAt }) =>
    revokedAt !== undefined && brought.includes(status) && statusChangedAt > revokedAt
      ? [`was revoked at ${revokedAt}, and read at ${statusChangedAt}`]
      : []
  )

/** What is wrong with a consent; a sentence each without its subject, none when all is well. */
export const violationsOf = (history: ReadonlyArray<Entry>, known: Known): ReadonlyArray<string> => [
  ...historyViolations(history),
  ...seenViolations(history, known.seen),
  ...(history.at(-1)?.status === known.status ? [] : [`is in ${known.status}, and not at the end of its history`]),
  ...(known.mayBe.includes(known.status) ? [] : [`ends in ${known.status}, not in ${known.mayBe.join(" or ")}`]),
  ...readingViolations(known)
]

/**
 * Whether the banks hold as many consents to be in force as the service: one that is revoked here is revoked there, and
 * none was made twice. `here` and `there` are the statuses of all consents, at the service and at the banks.
 */
export const bankViolations = (here: ReadonlyArray<string>, there: ReadonlyArray<string>): ReadonlyArray<string> => {
  const waiting = there.filter((status) => status === "received").length
  const [ours, theirs] = [
    here.filter((status) => status === "AUTHORIZED").length,
    there.filter((status) => status === "valid").length
  ]
  return [
    ...(waiting === 0 ? [] : [`${waiting} consents wait at the banks for nobody`]),
    ...(ours === theirs ? [] : [`${theirs} consents are in force at the banks, and ${ours} at the service`])
  ]
}
