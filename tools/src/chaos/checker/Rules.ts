/**
 * The promises of several nodes, checked against the evidence of a run. These rules state the promises independently
 * and share no code with the service, so that a mistake in the service cannot recur here.
 */
import type { Accepted, CollectionRow, CompanyCall, ConsentStep, Evidence } from "./Evidence.ts"
import transitions from "./transitions.json" with { type: "json" }

type Table = Readonly<Record<string, ReadonlyArray<string>>>
const collectionTable: Table = transitions.collection
const consentTable: Table = transitions.consent

const isFinal = (table: Table, status: string): boolean => table[status] === undefined

const isAllowed = (table: Table, always: ReadonlyArray<string>, from: string, to: string): boolean =>
  !isFinal(table, from) && (always.includes(to) || table[from]?.includes(to) === true)

/** Returns the statuses without immediate repetitions. */
const changes = (statuses: ReadonlyArray<string>): ReadonlyArray<string> =>
  statuses.filter((status, index) => status !== statuses[index - 1])

/** Checks the order and the transitions of a history, and that it ends only once. */
const courseViolations = (
  table: Table,
  always: ReadonlyArray<string>,
  statuses: ReadonlyArray<string>,
  first: string
) => {
  const ends = statuses.filter((status) => isFinal(table, status))
  return [
    ...(statuses[0] === first ? [] : [`begins with ${String(statuses[0])}`]),
    ...(ends.length <= 1 ? [] : [`ends ${ends.length} times`]),
    ...changes(statuses).flatMap((status, index, all) => {
      const before = all[index - 1]
      return before === undefined || isAllowed(table, always, before, status)
        ? []
        : [`goes from ${before} to ${status}`]
    })
  ]
}

const revisionViolations = ({ history }: CollectionRow): ReadonlyArray<string> =>
  history.flatMap(({ at, revision }, index) => {
    const before = history[index - 1]
    return [
      ...(revision === index + 1 ? [] : [`has revision ${revision} at place ${index + 1}`]),
      ...(before === undefined || at >= before.at ? [] : [`goes back ${before.at - at} ms at revision ${revision}`])
    ]
  })

/**
 * Checks that the client saw the history's statuses in their order, and that the collection ended in an allowed status.
 */
const clientViolations = ({ mayBe, seen }: Accepted, { history, status }: CollectionRow): ReadonlyArray<string> => {
  const statuses = changes(history.map((entry) => entry.status))
  let place = 0
  const unknown = seen.filter((status) => {
    const found = statuses.indexOf(status, place)
    if (found !== -1) place = found
    return found === -1
  })
  return [
    ...unknown.map((status) => `was seen in ${status}, which its history lacks at that place`),
    ...(mayBe.includes(status) ? [] : [`ends in ${status}, not in ${mayBe.join(" or ")}`])
  ]
}

interface Step {
  readonly number: number
  readonly calls: ReadonlyArray<CompanyCall>
}

const [separator, stepCalls] = ["/", ["begin", "resume"]]

/** Returns the steps that the service requested from a company for each collection, in order. */
const stepsByCollection = (calls: ReadonlyArray<CompanyCall>): ReadonlyMap<string, ReadonlyArray<Step>> => {
  const byKey = Map.groupBy(
    calls.filter(({ call, key }) => key !== undefined && stepCalls.includes(call)),
    ({ key = "" }) => key
  )
  const steps = [...byKey].map(([key, calls]) => {
    const [id = "", number = ""] = key.split(separator)
    return { id, step: { number: Number(number), calls } }
  })
  return new Map([...Map.groupBy(steps, ({ id }) => id)].map(([id, all]) => [id, all.map(({ step }) => step)]))
}

/** Checks that repeated calls for a step have the same body, and that steps reached the company in order. */
const repeatViolations = (steps: ReadonlyArray<Step>): ReadonlyArray<string> =>
  steps.flatMap(({ calls, number }, index) => {
    const before = steps[index - 1]
    return [
      ...(new Set(calls.map(({ body }) => body)).size === 1 ? [] : [`asks for step ${number} with different requests`]),
      ...(before === undefined || number > before.number
        ? []
        : [`asks for step ${number} for the first time after step ${before.number}`])
    ]
  })

/**
 * Returns the statuses that a collection must record. A step with an invalid transition ends the collection as FAILED.
 */
const mustRecord = (told: ReadonlyArray<string>): ReadonlyArray<string> => {
  const wrong = told.findIndex((status, index) => {
    const before = told[index - 1]
    return before !== undefined && !isAllowed(collectionTable, transitions.always, before, status)
  })
  return wrong === -1 ? told : [...told.slice(0, wrong), "FAILED"]
}

/** The final statuses that a collection can reach without the company, if its client does not post input in time. */
const unanswered = [
  "AUTHENTICATION_TIMEOUT",
  "COLLECTION_INPUT_TIMEOUT",
  "CONTACT_FORM",
  "TWO_FACTOR_METHOD_SELECTION_TIMEOUT"
]

/** Checks that the recorded steps are the company's steps: no step is missing, and no step was recorded twice. */
const effectViolations = (row: CollectionRow, steps: ReadonlyArray<Step>): ReadonlyArray<string> => {
  const answers = steps.flatMap(({ calls }) => calls.find(({ status }) => status !== undefined) ?? [])
  const last = answers.at(-1)
  const expected = mustRecord(changes(["RUNNING", ...answers.map(({ status = "" }) => status)]))
  const recorded = changes(row.history.map(({ status }) => status))
  const hole = steps.findIndex(({ number }, index) => number !== index)
  const documents = expected.at(-1) === "FAILED" ? 0 : last?.documents
  const hasTimedOut = last?.type !== "END" && unanswered.includes(row.status)
  const asked = steps.length + (hasTimedOut ? 1 : 0)
  return [
    ...(hole === -1 ? [] : [`skips step ${hole} at the company`]),
    ...(asked === row.step ? [] : [`records ${row.step} steps, but asked the company for ${steps.length}`]),
    ...(last?.type !== "END" || expected.join() === recorded.join()
      ? []
      : [`records ${recorded.join(", ")} instead of ${expected.join(", ")}`]),
    ...(documents === undefined || documents === row.documents
      ? []
      : [`stores ${row.documents} documents instead of ${documents}`])
  ]
}

const collectionViolations = (
  row: CollectionRow,
  accepted: Accepted | undefined,
  steps: ReadonlyArray<Step>
): ReadonlyArray<string> => [
  ...(row.hasEnded && isFinal(collectionTable, row.status) ? [] : [`has not ended: ${row.status}`]),
  ...(row.history.at(-1)?.status === row.status
    ? []
    : [`has the status ${row.status}, but its history ends in another status`]),
  ...courseViolations(
    collectionTable,
    transitions.always,
    row.history.map(({ status }) => status),
    "RUNNING"
  ),
  ...revisionViolations(row),
  ...repeatViolations(steps),
  ...(accepted === undefined
    ? row.isUnderConsent
      ? []
      : ["is unknown to the client, so a request was accepted twice"]
    : clientViolations(accepted, row)),
  ...(accepted === undefined || steps.length === 0 ? [] : effectViolations(row, steps))
]

const consentViolations = (steps: ReadonlyArray<ConsentStep>): ReadonlyArray<string> => [
  ...courseViolations(
    consentTable,
    [],
    steps.map(({ status }) => status),
    "INITIATED"
  ),
  ...steps.flatMap(({ revision }, index) => {
    const before = steps[index - 1]
    return before === undefined || revision > before.revision ? [] : [`repeats revision ${revision}`]
  })
]

/** Returns the broken promises, one sentence each. */
export const violationsOf = ({ accepted, calls, collections, consents, readings }: Evidence): ReadonlyArray<string> => {
  const known = new Map(accepted.map((each) => [each.id, each]))
  const stored = new Set(collections.map(({ id }) => id))
  const steps = stepsByCollection(calls)
  return [
    ...accepted.filter(({ id }) => !stored.has(id)).map(({ id }) => `collection ${id} is lost`),
    ...[...steps.keys()].filter((id) => !stored.has(id)).map((id) => `the company knows the lost collection ${id}`),
    ...collections.flatMap((row) =>
      collectionViolations(row, known.get(row.id), steps.get(row.id) ?? []).map(
        (fault) => `collection ${row.id} ${fault}`
      )
    ),
    ...readings.flatMap(({ consentId, id, readAt, revokedAt }) =>
      readAt > revokedAt ? [`collection ${id} read data after the revocation of consent ${consentId}`] : []
    ),
    ...[...Map.groupBy(consents, ({ id }) => id)].flatMap(([id, all]) =>
      consentViolations(all).map((fault) => `consent ${id} ${fault}`)
    )
  ]
}
