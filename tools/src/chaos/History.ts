/** What the history of a collection that has ended must look like, whatever happened to the process meanwhile (spec 3.1). */
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"

/** One row of the history, as it is stored: nothing left out, repetitions of a status included. */
export interface Entry {
  readonly revision: number
  readonly status: CollectionStatus.CollectionStatus
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface Expected {
  /** The status that the scenario ends in. */
  readonly finalStatus: string
  /** Statuses as they were seen from outside, without repetitions. */
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
      ? [`goes on after its end at revision ${String(finals[0]?.revision)}`]
      : []),
    ...(last?.status === finalStatus ? [] : [`ends in ${String(last?.status)}, not in ${finalStatus}`])
  ]
}

/** Information may change while the status stays; a status that changes has to follow the table. */
const statusViolations = (history: ReadonlyArray<Entry>): ReadonlyArray<string> => [
  ...(history[0]?.status === CollectionStatus.initial ? [] : ["does not begin with RUNNING"]),
  ...pairs(history).flatMap(([before, entry]) =>
    entry.status === before.status || CollectionStatus.canTransition(before.status, entry.status)
      ? []
      : [`goes from ${before.status} to ${entry.status}`]
  )
]

/** The statuses that were seen must stand in the history, in their order. */
export const seenViolations = (
  history: ReadonlyArray<{ readonly status: string }>,
  seen: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const violations: Array<string> = []
  let place = 0
  for (const status of seen) {
    const found = history.findIndex((entry, index) => index >= place && entry.status === status)
    if (found === -1) violations.push(`was seen in ${status} where its history has no such status`)
    else place = found
  }
  return violations
}

/** What is wrong with a history, in the order of its revisions; a sentence each without its subject, none when all is well. */
export const violationsOf = (history: ReadonlyArray<Entry>, { finalStatus, seen }: Expected): ReadonlyArray<string> => [
  ...orderViolations(history),
  ...statusViolations(history),
  ...endViolations(history, finalStatus),
  ...seenViolations(history, seen)
]
