/** What changed between two runs, and what only seems to have changed. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { compare, nothingKnown } from "../../src/monitors/RecordChanges.ts"
import type { KnownRecords, RecordChange, RunRecords, SeenRecord } from "../../src/monitors/RecordChanges.ts"

const car = "INSURANCE/vehicleInsurance"

const seen = (id: string, groups: SeenRecord["groups"] = { premium: "a", coverage: "a" }): SeenRecord => ({
  id,
  isStable: true,
  kind: car,
  groups
})

const run = (records: ReadonlyArray<SeenRecord>, isComplete = true): RunRecords => ({
  records,
  isComplete: () => isComplete
})

const changesOf = (...runs: ReadonlyArray<RunRecords>): ReadonlyArray<ReadonlyArray<RecordChange>> => {
  let known: KnownRecords = nothingKnown
  return runs.map((each) => {
    const compared = compare(known, each)
    known = compared.known
    return compared.changes
  })
}

const added = (id: string): RecordChange => ({ _tag: "Added", kind: car, id })
const removed = (id: string): RecordChange => ({ _tag: "Removed", kind: car, id })

describe("a run of a monitor", () => {
  it("reports everything as added at first, and then nothing until something changes", () => {
    const records = [seen("1"), seen("2")]
    assert.deepStrictEqual(changesOf(run(records), run(records), run(records.toReversed())), [
      [added("1"), added("2")],
      [],
      []
    ])
  })

  it("names the groups that changed, once", () => {
    const before = run([seen("1")])
    const after = run([seen("1", { premium: "b", coverage: "a" })])
    assert.deepStrictEqual(changesOf(before, after, after).slice(1), [
      [{ _tag: "Changed", kind: car, id: "1", groups: ["premium"] }],
      []
    ])
  })

  it("does not report a group that a run could not read, but a change across the gap", () => {
    const partly = run([seen("1", { coverage: "a" })])
    const same = run([seen("1")])
    const changed = run([seen("1", { premium: "b", coverage: "a" })])
    assert.deepStrictEqual(changesOf(same, partly, same, partly, changed).slice(1), [
      [],
      [],
      [],
      [{ _tag: "Changed", kind: car, id: "1", groups: ["premium"] }]
    ])
  })

  it("reports a record as removed once two complete runs lack it", () => {
    const [all, half] = [run([seen("1"), seen("2")]), run([seen("1")])]
    assert.deepStrictEqual(changesOf(all, half, all, half, half, half).slice(1), [[], [], [], [removed("2")], []])
  })

  it("never reports a record as removed because a run lacks its kind", () => {
    const [all, partial] = [run([seen("1")]), run([], false)]
    assert.deepStrictEqual(changesOf(all, partial, partial, partial, all).slice(1), [[], [], [], []])
  })

  it("counts records whose ids change with each collection", () => {
    const unstable = (...ids: ReadonlyArray<string>) => run(ids.map((id) => ({ ...seen(id), isStable: false })))
    const counted = (before: number, after: number): RecordChange => ({ _tag: "Counted", kind: car, before, after })
    const [none, one, two] = [unstable(), unstable("5"), unstable("1", "2")]
    assert.deepStrictEqual(changesOf(two, unstable("3", "4"), one, two, one, none, none, none), [
      [counted(0, 2)],
      [],
      [],
      [],
      [],
      [counted(2, 1)],
      [counted(1, 0)],
      []
    ])
  })

  it("takes the first of two records with one id", () => {
    assert.deepStrictEqual(changesOf(run([seen("1"), seen("1", { premium: "b" })])), [[added("1")]])
  })

  const World = Schema.Array(
    Schema.Struct({
      records: Schema.Record(Schema.Literals(["1", "2", "3"]), Schema.optionalKey(Schema.Literals(["a", "b", "c"]))),
      isComplete: Schema.Boolean
    })
  )

  it.prop("tells a reader of the changes exactly what is there, across any gaps", { runs: World }, ({ runs }) => {
    const last = runs.at(-1) ?? { records: {}, isComplete: true }
    const settled = [...runs, { ...last, isComplete: true }, { ...last, isComplete: true }]
    const told = new Map<string, string>()
    let known: KnownRecords = nothingKnown
    for (const { isComplete, records } of settled) {
      const present = Object.entries(records).flatMap(([id, premium]) =>
        premium === undefined ? [] : [{ id, premium }]
      )
      const compared = compare(known, {
        records: present.map(({ id, premium }) => seen(id, { premium })),
        isComplete: () => isComplete
      })
      for (const change of compared.changes) {
        if (change._tag === "Counted") continue
        const isKnown = told.has(change.id)
        assert.strictEqual(isKnown, change._tag !== "Added")
        if (change._tag === "Removed") told.delete(change.id)
        // When a record is added or changed, a client fetches it, and receives what this run returned.
        else told.set(change.id, present.find(({ id }) => id === change.id)?.premium ?? "")
      }
      known = compared.known
    }
    const present = Object.entries(last.records).filter(([, premium]) => premium !== undefined)
    assert.deepStrictEqual(Object.fromEntries(told), Object.fromEntries(present))
  })
})
