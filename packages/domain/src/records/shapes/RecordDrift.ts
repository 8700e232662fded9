/**
 * Detects drift: a company's new records no longer have the shape that its earlier, good records had (spec 14.5). For
 * each member, Sheaf counts how often the value has each class, such as `DATE` or `TEXT`, and how often the member is
 * absent. A cumulative sum (Page 1954) measures the evidence that a class, or absence, has become more frequent by at
 * least {@link growth}. The sum starts over whenever it falls to zero, so its last start tells when the change began.
 * The records of a few people are never enough evidence, because one person's contracts can change for good reasons.
 */
import { Schema } from "effect"
import * as Annotations from "../../shared/Annotations.ts"
import { dayMillis } from "../../shared/CalendarDate.ts"
import { parentOf } from "./RecordShape.ts"
import type { RecordShape } from "./RecordShape.ts"

/** The minimum number of good records before Sheaf looks for drift. */
const minGood = 50

/**
 * When more good records than this have been counted, Sheaf halves all counts. Old records thus count less and less,
 * and gradual changes are accepted.
 */
const maxGood = 400

const growth = 0.3

/**
 * The amount of evidence at which Sheaf detects a drift. Chance alone reaches this amount less than once in e^16 (about
 * nine million) records.
 */
const limit = 16

const minPeople = 5

/** How long a change must last, in milliseconds, before records with the new shape count as good. */
const adoptMillis = 30 * dayMillis

/** Each person gets a number below this limit. Several people share a number, so a stored number identifies nobody. */
export const personNumbers = 1024

const counts = { records: Schema.Finite, found: Schema.Finite }

/**
 * How often a member's value had a given class. The counts at the top level cover the good records. Those in
 * `suspicion` cover the records since a possible drift began (`since`).
 */
const Frequency = Schema.Struct({
  ...counts,
  suspicion: Schema.optionalKey(
    Schema.Struct({
      ...counts,
      since: Schema.Finite,
      score: Schema.Finite,
      people: Schema.Array(Schema.Int),
      isDrift: Schema.Boolean
    })
  )
})
type Frequency = typeof Frequency.Type

/**
 * What Sheaf knows about one kind of record: for each member (by its path), how often its value had each class, and how
 * often the member was `ABSENT`.
 */
export const ShapeHistory = Schema.Record(Schema.String, Schema.Record(Schema.String, Frequency))
export type ShapeHistory = typeof ShapeHistory.Type

export interface ShapeObservation {
  readonly shape: RecordShape
  readonly at: number
  readonly person: number
}

export const ShapeDrift = Schema.Struct({
  member: Schema.String.pipe(Annotations.describe("The path of the member, such as `insurance.livingArea`.")),
  found: Schema.String.pipe(Annotations.describe("`ABSENT`, or the class of the values that were found.")),
  since: Schema.Finite.pipe(Annotations.describe("The time of the first such record, in milliseconds since 1970.")),
  share: Schema.Finite.pipe(Annotations.describe("The share of the records since then."))
})
export type ShapeDrift = typeof ShapeDrift.Type

const absent = "ABSENT"

const withGood = (
  good: Pick<Frequency, "found" | "records">,
  more: Pick<Frequency, "found" | "records">
): Frequency => {
  const [records, found] = [good.records + more.records, good.found + more.found]
  return records > maxGood ? { records: Math.round(records / 2), found: Math.round(found / 2) } : { records, found }
}

/**
 * Returns how strongly one record suggests that a class has become more frequent: the logarithm of a likelihood ratio.
 */
const evidence = ({ found, records }: Frequency, isFound: boolean): number => {
  const before = (found + 1) / (records + 2)
  const after = Math.min(before + growth, 0.98)
  return isFound ? Math.log(after / before) : Math.log((1 - after) / (1 - before))
}

const canGrow = ({ found, records }: Frequency): boolean => found / records <= 1 - growth

const counted = (frequency: Frequency, isFound: boolean, { at, person }: ShapeObservation): Frequency => {
  const one = { records: 1, found: isFound ? 1 : 0 }
  if (frequency.records < minGood || !canGrow(frequency)) return withGood(frequency, one)
  const start = { records: 0, found: 0, since: at, score: 0, people: [], isDrift: false }
  const before = frequency.suspicion ?? start
  const score = Math.min(limit, before.score + evidence(frequency, isFound))
  const recent = { records: before.records + 1, found: before.found + one.found }
  // The suspicion ends here. If it never became a drift, all records since it began count as good. If it became one,
  // only the current record counts as good, and the earlier ones are dropped.
  if (score <= 0) return before.isDrift ? withGood(frequency, one) : withGood(frequency, recent)
  if (at - before.since > adoptMillis) return withGood({ records: 0, found: 0 }, recent)
  const people =
    !isFound || before.people.length >= minPeople || before.people.includes(person)
      ? before.people
      : [...before.people, person]
  const isDrift = before.isDrift || (score === limit && people.length >= minPeople)
  return { ...frequency, suspicion: { ...recent, since: before.since, score, people, isDrift } }
}

const firstFrequency = (known: Readonly<Record<string, Frequency>>, found: string): Frequency => ({
  records:
    found === absent
      ? 0
      : Math.max(0, ...Object.entries(known).map(([name, { records }]) => (name === absent ? 0 : records))),
  found: 0
})

const memberAfter = (
  known: Readonly<Record<string, Frequency>>,
  found: string,
  observation: ShapeObservation
): Readonly<Record<string, Frequency>> => {
  const next: Record<string, Frequency> = {}
  for (const name of new Set([absent, ...Object.keys(known), found])) {
    const before = known[name] ?? firstFrequency(known, name)
    // Every record counts toward the frequency of `absent`. The frequency of any other class is counted only in records
    // where the member is present.
    const counts = name === absent || found !== absent
    next[name] = counts ? counted(before, name === found, observation) : before
  }
  return next
}

export const observe = (history: ShapeHistory, observation: ShapeObservation): ShapeHistory => {
  const { shape } = observation
  const next: Record<string, Readonly<Record<string, Frequency>>> = {}
  for (const path of new Set([...Object.keys(history), ...shape.keys()])) {
    const [known = {}, parent] = [history[path], parentOf(path)]
    // If the whole object is absent, the absence of its members says nothing.
    const isPossible = parent === undefined || shape.get(parent) === "OBJECT" || shape.get(parent) === "LIST"
    next[path] = isPossible ? memberAfter(known, shape.get(path) ?? absent, observation) : known
  }
  return next
}

export const driftsOf = (history: ShapeHistory): ReadonlyArray<ShapeDrift> =>
  Object.entries(history).flatMap(([member, classes]) =>
    Object.entries(classes).flatMap(([found, { suspicion }]) =>
      suspicion?.isDrift === true
        ? [{ member, found, since: suspicion.since, share: suspicion.found / suspicion.records }]
        : []
    )
  )

/** Accepts a drift: the records since it began replace the earlier good records. */
export const accept = (history: ShapeHistory): ShapeHistory => {
  const accepted = (frequency: Frequency): Frequency =>
    frequency.suspicion?.isDrift === true ? withGood({ records: 0, found: 0 }, frequency.suspicion) : frequency
  return Object.fromEntries(
    Object.entries(history).map(([member, classes]) => [
      member,
      Object.fromEntries(Object.entries(classes).map(([found, frequency]) => [found, accepted(frequency)]))
    ])
  )
}

/** Describes a drift, for example "40 % of houseContentInsurance.villa lack insurance.livingArea". */
export const describe = (kind: string, { found, member, share }: Omit<ShapeDrift, "since">): string => {
  const some = `${Math.round(share * 100)} % of ${kind}`
  return found === absent ? `${some} lack ${member}` : `${some} have ${found} in ${member}`
}
