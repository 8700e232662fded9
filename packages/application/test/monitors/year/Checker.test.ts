/** The checker of the simulated year finds planted faults, and none in a year without faults. */
import { assert, describe, it } from "@effect/vitest"
import { violationsOf } from "./Checker.ts"
import type { AccountLife, Simulation, ToldChange, WatchedPerson } from "./Checker.ts"

const dayMillis = 86_400_000
const at = (day: number) => Date.parse("2026-04-01T05:00:00Z") + day * dayMillis
const on = (day: number) => new Date(at(day)).toISOString()

const life: AccountLife = {
  addedAt: at(0),
  changedAt: [at(3)],
  transactionsAt: [{ at: at(5), count: 2 }],
  removedAt: at(8)
}

const told: ReadonlyArray<ToldChange> = [
  { at: on(0), change: "ADDED", recordId: "a", count: 1 },
  { at: on(4), change: "CHANGED", recordId: "a" },
  { at: on(5), change: "TRANSACTIONS", recordId: "a", booked: 1, pending: 1 },
  { at: on(9), change: "REMOVED", recordId: "a", count: 1 }
]

const person: WatchedPerson = { name: "maja", accounts: [life], told, endedAt: at(12) }

const events = ["monitor.baseline", "record.changed", "transactions.available", "record.removed", "monitor.ended"]

const faultless: Simulation = {
  people: [person],
  readings: [0, 1, 2, 3].map((hour) => ({ at: at(0) + hour * 3_600_000, person: "maja", consent: "c-1" })),
  events: events.map((type) => ({ person: "maja", type, facts: { monitorId: "m" } })),
  killedAt: [],
  startedOn: new Map([["2026-04-01", 4]]),
  limits: { perConsent: 4, perDay: 4, latestMillis: 3 * dayMillis },
  secrets: ["-249"]
}

const withPerson = (more: Partial<WatchedPerson>): Simulation => ({ ...faultless, people: [{ ...person, ...more }] })
const withTold = (...all: ReadonlyArray<ToldChange>) => withPerson({ told: all })
const [added, changed, transactions, removed] = told as readonly [ToldChange, ToldChange, ToldChange, ToldChange]
const extra = { at: at(0) + 4 * 3_600_000, person: "maja", consent: "c-1" }

describe("the checker of a simulated year", () => {
  it("finds nothing in a year without faults", () => {
    assert.deepStrictEqual(violationsOf(faultless), [])
  })

  it.each<[fault: string, simulation: Simulation, found: RegExp]>([
    ["a change that is told twice", withTold(added, changed, changed, transactions, removed), /told 2 times/],
    ["a change that is lost", withTold(added, transactions, removed), /change: happened 1 times, told 0 times/],
    ["a change that is invented", withPerson({ accounts: [{ ...life, changedAt: [] }] }), /happened 0 times/],
    ["a change that is told early", withPerson({ accounts: [{ ...life, changedAt: [at(6)] }] }), /before it happened/],
    ["a change that is told late", withPerson({ accounts: [{ ...life, changedAt: [at(0)] }] }), /4.0 days late/],
    ["a removal that is lost", withTold(added, changed, transactions), /removal: happened 1 times, told 0/],
    ["a change after the removal", withTold(added, transactions, removed, changed), /after its removal/],
    ["a change before the addition", withTold(changed, added, transactions, removed), /before its addition/],
    [
      "a lost transaction",
      withTold(added, changed, { ...transactions, pending: 0 }, removed),
      /2 transactions arrived/
    ],
    ["a record that is invented", withTold(...told, { ...added, recordId: "b" }), /1 accounts, and 2 records/],
    ["too little for a client that begins again", withPerson({ again: [added] }), /began again with 1/],
    ["a reading above the bank's quota", { ...faultless, readings: [...faultless.readings, extra] }, /5 readings/],
    ["a reading after the end", withPerson({ endedAt: at(0) }), /read after the monitor ended/],
    ["a day above the client's limit", { ...faultless, startedOn: new Map([["2026-04-01", 5]]) }, /5 runs/],
    ["an event too many", { ...faultless, events: [...faultless.events, ...faultless.events] }, /baseline/],
    ["a change without an event", { ...faultless, events: faultless.events.slice(1) }, /0 baselines/],
    ["a lost event", { ...faultless, events: faultless.events.toSpliced(1, 1) }, /3 changes told, 2 events/],
    [
      "a value in an event",
      { ...faultless, events: [{ person: "maja", type: "x", facts: { amount: -249 } }] },
      /has the value -249/
    ]
  ])("finds %s", (_, simulation, found) => {
    assert.match(violationsOf(simulation).join("\n"), found)
  })

  it("allows a kill to repeat the reading that it interrupted", () => {
    const readings = [...faultless.readings, extra]
    assert.deepStrictEqual(violationsOf({ ...faultless, readings, killedAt: [at(0) + 1] }), [])
  })
})
