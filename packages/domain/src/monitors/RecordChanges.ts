/**
 * Finds what has changed between two runs of a monitor. To compare them, Sheaf stores ids and a keyed hash for each
 * group of members, but no collected values. Each change is reported once. Data that a company fails to return is not a
 * change.
 */
import { Schema } from "effect"

export const KnownRecord = Schema.Struct({
  /** The product and type, such as `INSURANCE/vehicleInsurance`. */
  kind: Schema.String,
  groups: Schema.Record(Schema.String, Schema.String),
  /** True if the record was missing from the last complete run. */
  isMissing: Schema.optionalKey(Schema.Literal(true))
})
export type KnownRecord = typeof KnownRecord.Type

export const KnownRecords = Schema.Struct({
  records: Schema.Record(Schema.String, KnownRecord),
  /** The number of records without stable ids, by kind. */
  counts: Schema.Record(Schema.String, Schema.Int),
  /** The counts in the last complete run, by kind, if they were lower than in `counts`. */
  lower: Schema.optionalKey(Schema.Record(Schema.String, Schema.Int))
})
export type KnownRecords = typeof KnownRecords.Type

export interface SeenRecord {
  readonly id: string
  readonly isStable: boolean
  readonly kind: string
  /** The keyed hash of each group that this run could read, even if the group was empty. */
  readonly groups: Readonly<Record<string, string>>
}

export interface RunRecords {
  readonly records: ReadonlyArray<SeenRecord>
  readonly isComplete: (kind: string) => boolean
}

export type RecordChange =
  | { readonly _tag: "Added"; readonly kind: string; readonly id: string }
  | { readonly _tag: "Changed"; readonly kind: string; readonly id: string; readonly groups: ReadonlyArray<string> }
  | { readonly _tag: "Removed"; readonly kind: string; readonly id: string }
  | { readonly _tag: "Counted"; readonly kind: string; readonly before: number; readonly after: number }

export interface Comparison {
  readonly known: KnownRecords
  readonly changes: ReadonlyArray<RecordChange>
}

export const nothingKnown: KnownRecords = { records: {}, counts: {} }

const countsOf = ({ records }: RunRecords): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { isStable, kind } of records) if (!isStable) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

/** Ignores groups that only one of the runs could read. */
const changedGroups = (before: KnownRecord["groups"], after: SeenRecord["groups"]): ReadonlyArray<string> =>
  Object.keys(after)
    .filter((group) => before[group] !== undefined && before[group] !== after[group])
    .toSorted()

const changeOf = ({ groups, id, kind }: SeenRecord, before: KnownRecord | undefined): ReadonlyArray<RecordChange> => {
  if (before === undefined) return [{ _tag: "Added", kind, id }]
  const changed = changedGroups(before.groups, groups)
  return changed.length === 0 ? [] : [{ _tag: "Changed", kind, id, groups: changed }]
}

/**
 * Compares how many records without stable ids there are. Reports an increase immediately, and a decrease only after
 * two consecutive complete runs.
 */
const compareCounts = (known: KnownRecords, run: RunRecords) => {
  const seen = countsOf(run)
  const counts: Record<string, number> = { ...known.counts }
  const lower: Record<string, number> = { ...known.lower }
  const changes: Array<RecordChange> = []
  for (const kind of new Set([...Object.keys(known.counts), ...seen.keys()])) {
    const before = known.counts[kind] ?? 0
    const now = seen.get(kind) ?? 0
    if (now < before && !run.isComplete(kind)) continue
    const after = Math.max(now, Math.min(before, lower[kind] ?? before))
    if (after !== before) changes.push({ _tag: "Counted", kind, before, after })
    if (after === 0) delete counts[kind]
    else counts[kind] = after
    if (now < after) lower[kind] = now
    else delete lower[kind]
  }
  return { counts, ...(Object.keys(lower).length > 0 && { lower }), changes }
}

/**
 * A record counts as removed only if it is missing from two complete runs in a row, because companies occasionally
 * return an incomplete list without saying so.
 */
export const compare = (known: KnownRecords, run: RunRecords): Comparison => {
  const records: Record<string, KnownRecord> = {}
  const changes: Array<RecordChange> = []
  for (const seen of run.records) {
    if (!seen.isStable || records[seen.id] !== undefined) continue
    const before = known.records[seen.id]
    changes.push(...changeOf(seen, before))
    records[seen.id] = { kind: seen.kind, groups: { ...before?.groups, ...seen.groups } }
  }
  for (const [id, record] of Object.entries(known.records)) {
    if (records[id] !== undefined) continue
    const { isMissing = false, kind } = record
    if (!run.isComplete(kind)) records[id] = record
    else if (isMissing) changes.push({ _tag: "Removed", kind, id })
    else records[id] = { ...record, isMissing: true }
  }
  const { changes: counted, ...counts } = compareCounts(known, run)
  return { known: { records, ...counts }, changes: [...changes, ...counted] }
}
