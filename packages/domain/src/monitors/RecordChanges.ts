/**
 * Finds what has changed between two of a monitor's runs. To compare, Sheaf stores only ids and a keyed hash for each
 * group of members, but no collected value. Each change is reported once. If a company fails to return some data, that
 * is not a change.
 */
import { Schema } from "effect"

/** A record with a stable id, as last seen. */
export const KnownRecord = Schema.Struct({
  /** The product and type, such as `INSURANCE/vehicleInsurance`. */
  kind: Schema.String,
  /** The keyed hash of each group that could be read. */
  groups: Schema.Record(Schema.String, Schema.String),
  /** True if the record was missing from the last complete run. */
  isMissing: Schema.optionalKey(Schema.Literal(true))
})
export type KnownRecord = typeof KnownRecord.Type

/** What a monitor knows about a person's records. */
export const KnownRecords = Schema.Struct({
  /** The records with stable ids, by id. */
  records: Schema.Record(Schema.String, KnownRecord),
  /** The number of records without stable ids, by kind. */
  counts: Schema.Record(Schema.String, Schema.Int),
  /** The numbers in the last complete run, by kind, where they were lower. */
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
  /** Returns true if the run had all records of this kind. */
  readonly isComplete: (kind: string) => boolean
}

export type RecordChange =
  | { readonly _tag: "Added"; readonly kind: string; readonly id: string }
  | { readonly _tag: "Changed"; readonly kind: string; readonly id: string; readonly groups: ReadonlyArray<string> }
  | { readonly _tag: "Removed"; readonly kind: string; readonly id: string }
  /** The number of records without stable ids. */
  | { readonly _tag: "Counted"; readonly kind: string; readonly before: number; readonly after: number }

export interface Comparison {
  readonly known: KnownRecords
  readonly changes: ReadonlyArray<RecordChange>
}

/** The state before the first run. */
export const nothingKnown: KnownRecords = { records: {}, counts: {} }

const countsOf = ({ records }: RunRecords): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { isStable, kind } of records) if (!isStable) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

/** Returns the groups whose hashes differ. A group that only one of the runs could read does not count. */
const changedGroups = (before: KnownRecord["groups"], after: SeenRecord["groups"]): ReadonlyArray<string> =>
  Object.keys(after)
    .filter((group) => before[group] !== undefined && before[group] !== after[group])
    .toSorted()

/** Returns the changes that this run found in a record, or nothing. */
const changeOf = ({ groups, id, kind }: SeenRecord, before: KnownRecord | undefined): ReadonlyArray<RecordChange> => {
  if (before === undefined) return [{ _tag: "Added", kind, id }]
  const changed = changedGroups(before.groups, groups)
  return changed.length === 0 ? [] : [{ _tag: "Changed", kind, id, groups: changed }]
}

/**
 * Compares the records without stable ids. Reports more records immediately, and fewer only when two consecutive
 * complete runs had fewer.
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
    // The first run with fewer records changes nothing yet.
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
 * Compares a run with what is known. A record counts as removed only if it is missing from two complete runs in a row,
 * because companies occasionally return half a list without saying so.
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
