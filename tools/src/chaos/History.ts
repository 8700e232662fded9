/** Checks the history of an ended collection after a run with kills (spec 3.1). */
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import { statusWhenUnanswered } from "@sheaf/domain/SupplementInfo"

/** A row in the stored history. Several rows in succession can have the same status. */
export interface Entry {
  readonly revision: number
  readonly status: CollectionStatus.CollectionStatus
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface Expected {
  /** The final status of the scenario. */
  readonly finalStatus: string
  /** The statuses that the client saw, without repetitions. */
  readonly seen: ReadonlyArray<string>
}

const pairs = (history: ReadonlyArray<Entry>): ReadonlyArray<readonly [before: Entry, entry: Entry]> =>
  history.flatMap((entry, index) => {
    const before = history[index - 1]
    return before === undefined ? [] : [[before, entry] as const]
  })

const orderViolations = (history: ReadonlyArray<Entry>): ReadonlyArray<string> => [
  ...history.flatMap(({ revision }, index) =>
    revision === index + 1 ? [] : [`has revision ${revision} at place ${index + 1}`]
  ),
  ...pairs(history).flatMap(([before, entry]) =>
    entry.at < before.at ? [`goes back in time at revision ${entry.revision}`] : []
  )
]

const endViolations = (history: ReadonlyArray<Entry>, finalStatus: string): ReadonlyArray<string> => {
  const finals = history.filter(({ status }) => CollectionStatus.isFinal(status))
  const last = history.at(-1)
  return [
    ...(finals.length === 1 ? [] : [`ends ${finals.length} times`]),
    ...(last !== undefined && finals.length > 0 && last !== finals[0]
      ? [`continues after its end at revision ${String(finals[0]?.revision)}`]
      : []),
    ...(last?.status === finalStatus ? [] : [`ends in ${String(last?.status)}, not in ${finalStatus}`])
  ]
}

/** Checks that the status table allows every status change. Consecutive entries can have the same status. */
const statusViolations = (history: ReadonlyArray<Entry>): ReadonlyArray<string> => [
  ...(history[0]?.status === CollectionStatus.initial ? [] : ["does not begin with RUNNING"]),
  ...pairs(history).flatMap(([before, entry]) =>
    entry.status === before.status || CollectionStatus.canTransition(before.status, entry.status)
      ? []
      : [`goes from ${before.status} to ${entry.status}`]
  )
]

/** Checks that the history contains the statuses that the client saw, in the same order. */
export const seenViolations = (
  history: ReadonlyArray<{ readonly status: string }>,
  seen: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const violations: Array<string> = []
  let place = 0
  for (const status of seen) {
    const found = history.findIndex((entry, index) => index >= place && entry.status === status)
    if (found === -1) violations.push(`was seen in ${status}, which its history lacks at that place`)
    else place = found
  }
  return violations
}

/** The shortest time that the service gives clients for input, in milliseconds (decisions 4). */
const shortestLimit = 60_000

const unanswered: ReadonlyArray<string> = Object.values(statusWhenUnanswered)

/** Returns true if the collection waited for input as long as it must, and then timed out. */
export const hasTimedOut = (history: ReadonlyArray<Entry>): boolean => {
  const last = history.at(-1)
  const [, asked] = pairs(history.slice(0, -1)).findLast(([before, entry]) => before.status !== entry.status) ?? []
  if (last === undefined || asked === undefined) return false
  return unanswered.includes(last.status) && last.at - asked.at >= shortestLimit
}

/** Returns the faults in a history, by revision, each as a sentence without a subject. */
export const violationsOf = (history: ReadonlyArray<Entry>, { finalStatus, seen }: Expected): ReadonlyArray<string> => [
  ...orderViolations(history),
  ...statusViolations(history),
  ...endViolations(history, finalStatus),
  ...seenViolations(history, seen)
]
