/**
 * Checks the service's promises against the evidence of a run with faults. The rules share no code with the service, so
 * that a mistake in the service cannot recur here.
 */
import type {
  AcceptedResource,
  AcceptedCollection,
  AcceptedConsent,
  CollectionRow,
  CompanyCall,
  ConsentStatusEntry,
  Evidence,
  HistoryEntry
} from "./Evidence.ts"
import { violations, duplicates } from "./Violations.ts"
import * as EventRules from "./EventRules.ts"
import * as Transitions from "./Transitions.ts"
import type { TransitionRules } from "./Transitions.ts"

/** Returns the statuses without consecutive duplicates. */
const changes = (statuses: ReadonlyArray<string>): ReadonlyArray<string> =>
  statuses.filter((status, index) => status !== statuses[index - 1])

/**
 * Checks that every transition is allowed, that the transitions are in order, and that the history has only one final
 * status.
 */
const courseViolations = ({ first, isAllowed, isFinal }: TransitionRules, statuses: ReadonlyArray<string>) => {
  const ends = statuses.filter(isFinal)
  return [
    ...violations(
      [statuses[0] === first, `begins with ${statuses[0]}`],
      [ends.length <= 1, `ends ${ends.length} times`]
    ),
    ...changes(statuses).flatMap((status, index, all) => {
      const before = all[index - 1] ?? status
      return violations([before === status || isAllowed(before, status), `goes from ${before} to ${status}`])
    })
  ]
}

const revisionViolations = ({ history }: CollectionRow): ReadonlyArray<string> =>
  history.flatMap(({ at, revision }, index) => {
    const before = history[index - 1]?.at ?? at
    return violations(
      [revision === index + 1, `has revision ${revision} at place ${index + 1}`],
      [at >= before, `goes back ${before - at} ms at revision ${revision}`]
    )
  })

const seenViolations = ({ seen }: AcceptedResource, history: ReadonlyArray<string>): ReadonlyArray<string> => {
  const statuses = changes(history)
  let place = 0
  const unknown = seen.filter((status) => {
    const found = statuses.indexOf(status, place)
    if (found !== -1) place = found
    return found === -1
  })
  return unknown.map((status) => `was seen in ${status}, which its history lacks at that place`)
}

const endViolations = (mayBe: ReadonlyArray<string>, status: string): ReadonlyArray<string> =>
  violations([mayBe.includes(status), `ends in ${status}, not in ${mayBe.join(" or ")}`])

/** The input timeout in the run's configuration, in milliseconds. */
export const inputTimeoutMillis = 60_000

/** How much faults can delay a timeout, in milliseconds. */
const delayMillis = 45_000

const waitedMillis = (history: ReadonlyArray<HistoryEntry>): number => {
  const last = history.at(-1)
  const asked = history.slice(0, -1).findLast(({ status }, index) => history[index - 1]?.status !== status)
  return last === undefined || asked === undefined ? 0 : last.at - asked.at
}

/** A collection without a timely answer must time out, neither too early nor too late. */
const timeoutViolations = ({ timesOut }: AcceptedCollection, { history, status }: CollectionRow) => {
  if (!unanswered.includes(status))
    return violations([timesOut !== "always", `ends in ${status}, but was never answered`])
  const waited = waitedMillis(history)
  const isLate = timesOut !== "possibly" && waited > inputTimeoutMillis + delayMillis
  return violations(
    [waited >= inputTimeoutMillis, `times out after ${waited} ms, before the limit`],
    [!isLate, `times out after ${waited} ms, long after the limit`]
  )
}

const isTimeout = ({ mayBe, timesOut }: AcceptedCollection, { status }: CollectionRow): boolean =>
  timesOut === "always" || (timesOut === "possibly" && unanswered.includes(status) && !mayBe.includes(status))

/** Each document must be stored exactly once, and the records must refer to all documents. */
const documentViolations = ({ documents }: AcceptedCollection, row: CollectionRow): ReadonlyArray<string> => {
  const different = new Set(documents).size
  return [
    ...duplicates(documents).map((id) => `refers to the document ${id} more than once`),
    ...violations([
      row.documents === different,
      `stores ${row.documents} documents, but its records refer to ${different}`
    ])
  ]
}

const statusesOf = (entries: ReadonlyArray<{ readonly status: string }>): ReadonlyArray<string> =>
  entries.map(({ status }) => status)

const clientViolations = (accepted: AcceptedCollection, row: CollectionRow): ReadonlyArray<string> => [
  ...seenViolations(accepted, statusesOf(row.history)),
  ...(isTimeout(accepted, row) ? timeoutViolations(accepted, row) : endViolations(accepted.mayBe, row.status)),
  ...documentViolations(accepted, row)
]

interface Step {
  readonly number: number
  readonly calls: ReadonlyArray<CompanyCall>
}

const stepsByCollection = (calls: ReadonlyArray<CompanyCall>): ReadonlyMap<string, ReadonlyArray<Step>> => {
  const byKey = Map.groupBy(
    calls.filter(({ call, key }) => key !== undefined && ["begin", "resume"].includes(call)),
    ({ key = "" }) => key
  )
  const steps = [...byKey].map(([key, calls]) => {
    const [id = "", number = ""] = key.split("/")
    return { id, step: { number: Number(number), calls } }
  })
  return new Map([...Map.groupBy(steps, ({ id }) => id)].map(([id, all]) => [id, all.map(({ step }) => step)]))
}

/** Repeated calls for a step must have the same body, and steps must reach the company in order. */
const repeatViolations = (steps: ReadonlyArray<Step>): ReadonlyArray<string> =>
  steps.flatMap(({ calls, number }, index) => {
    const before = steps[index - 1]?.number ?? -1
    return violations(
      [new Set(calls.map(({ body }) => body)).size === 1, `asks for step ${number} with different requests`],
      [number > before, `asks for step ${number} for the first time after step ${before}`]
    )
  })

/**
 * Returns the statuses that must be recorded for the company's steps. If a step would cause a forbidden transition,
 * FAILED must be recorded instead, and nothing after it.
 */
const mustRecord = (told: ReadonlyArray<string>): ReadonlyArray<string> => {
  const wrong = told.findIndex((status, index) => {
    const before = told[index - 1]
    return before !== undefined && !Transitions.collectionTransitions.isAllowed(before, status)
  })
  return wrong === -1 ? told : [...told.slice(0, wrong), "FAILED"]
}

/** Final statuses of a collection whose client did not post input in time. */
const unanswered = [
  "AUTHENTICATION_TIMEOUT",
  "COLLECTION_INPUT_TIMEOUT",
  "CONTACT_FORM",
  "TWO_FACTOR_METHOD_SELECTION_TIMEOUT"
]

/** The recorded steps must match the steps at the company: none may be missing or recorded twice. */
const effectViolations = (row: CollectionRow, steps: ReadonlyArray<Step>): ReadonlyArray<string> => {
  const answers = steps.flatMap(({ calls }) => calls.find(({ status }) => status !== undefined) ?? [])
  const last = answers.at(-1)
  const expected = mustRecord(changes(["RUNNING", ...answers.map(({ status = "" }) => status)]))
  const recorded = changes(statusesOf(row.history))
  const hole = steps.findIndex(({ number }, index) => number !== index)
  const documents = expected.at(-1) === "FAILED" ? 0 : last?.documents
  const hasTimedOut = last?.type !== "END" && unanswered.includes(row.status)
  const asked = steps.length + (hasTimedOut ? 1 : 0)
  return violations(
    [hole === -1, `skips step ${hole} at the company`],
    [asked === row.step, `records ${row.step} steps, but asked the company for ${steps.length}`],
    [
      last?.type !== "END" || expected.join() === recorded.join(),
      `records ${recorded.join(", ")} instead of ${expected.join(", ")}`
    ],
    [
      documents === undefined || documents === row.documents,
      `stores ${row.documents} documents instead of ${documents}`
    ]
  )
}

const acceptedTwice = "is unknown to the client, so a request was accepted twice"

const collectionViolations = (
  row: CollectionRow,
  accepted: AcceptedCollection | undefined,
  steps: ReadonlyArray<Step>
): ReadonlyArray<string> => [
  ...violations(
    [row.hasEnded && Transitions.isFinalCollectionStatus(row.status), `has not ended: ${row.status}`],
    [row.history.at(-1)?.status === row.status, `has the status ${row.status}, but its history ends in another status`],
    [accepted !== undefined || row.isUnderConsent, acceptedTwice]
  ),
  ...courseViolations(Transitions.collectionTransitions, statusesOf(row.history)),
  ...revisionViolations(row),
  ...repeatViolations(steps),
  ...(accepted === undefined ? [] : clientViolations(accepted, row)),
  ...(accepted === undefined || steps.length === 0 ? [] : effectViolations(row, steps))
]

const consentViolations = (
  steps: ReadonlyArray<ConsentStatusEntry>,
  accepted: AcceptedConsent | undefined
): ReadonlyArray<string> => {
  const statuses = statusesOf(steps)
  const last = statuses.at(-1)
  return [
    ...courseViolations(Transitions.consentTransitions, statuses),
    ...steps.slice(1).flatMap(({ revision, since, status }, index) => {
      const before = steps[index]
      return before === undefined
        ? []
        : violations(
            [revision > before.revision, `repeats revision ${revision}`],
            [status !== before.status, `records ${status} twice in a row`],
            [since >= before.since, `goes back in time at revision ${revision}`]
          )
    }),
    ...(accepted === undefined
      ? [acceptedTwice]
      : [
          ...seenViolations(accepted, statuses),
          ...violations([
            last === accepted.status,
            `has the status ${accepted.status}, but its history ends in ${last}`
          ]),
          ...endViolations(accepted.mayBe, accepted.status)
        ])
  ]
}

/**
 * The service and the banks must have the same number of valid consents, which shows that every revocation has reached
 * the bank and that no consent was created twice.
 */
const bankViolations = (accepted: ReadonlyArray<AcceptedConsent>, banks: ReadonlyArray<string>) => {
  const waiting = banks.filter((status) => status === "received").length
  const ours = accepted.filter(({ status }) => status === "AUTHORIZED").length
  const theirs = banks.filter((status) => status === "valid").length
  return violations(
    [waiting === 0, `${waiting} consents are pending at the banks, but have no consent at the service`],
    [ours === theirs, `${theirs} consents are valid at the banks, but ${ours} at the service`]
  )
}

export const violationsOf = (evidence: Evidence): ReadonlyArray<string> => {
  const { accepted, acceptedConsents, banks, calls, collections, consents, readings } = evidence
  const known = new Map(accepted.map((each) => [each.id, each]))
  const knownConsents = new Map(acceptedConsents.map((each) => [each.id, each]))
  const stored = new Set(collections.map(({ id }) => id))
  const steps = stepsByCollection(calls)
  const consentSteps = Map.groupBy(consents, ({ id }) => id)
  return [
    ...accepted.filter(({ id }) => !stored.has(id)).map(({ id }) => `collection ${id} is lost`),
    ...acceptedConsents.filter(({ id }) => !consentSteps.has(id)).map(({ id }) => `consent ${id} is lost`),
    ...[...steps.keys()].filter((id) => !stored.has(id)).map((id) => `the company knows the lost collection ${id}`),
    ...collections.flatMap((row) =>
      collectionViolations(row, known.get(row.id), steps.get(row.id) ?? []).map(
        (fault) => `collection ${row.id} ${fault}`
      )
    ),
    ...readings.flatMap(({ consentId, id, readAt, revokedAt }) =>
      violations([readAt <= revokedAt, `collection ${id} read data after the revocation of consent ${consentId}`])
    ),
    ...[...consentSteps].flatMap(([id, all]) =>
      consentViolations(all, knownConsents.get(id)).map((fault) => `consent ${id} ${fault}`)
    ),
    ...bankViolations(acceptedConsents, banks),
    ...EventRules.violationsOf(evidence)
  ]
}
