/** What monitors report, and when they run and end. */
import { assert, describe } from "@effect/vitest"
import type { MonitorChange } from "@sheaf/domain/MonitorChange"
import { Consents, Monitors, MonitorStore } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { account } from "../consents/BankAccounts.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import { failsUnreachable, succeeds } from "../consents/ScriptedBank.ts"
import * as World from "../collections/World.ts"
import * as Monitor from "./MonitorWorld.ts"

const [first, second] = [account("acc-1"), account("acc-2", "PSD2_SAVINGS_ACCOUNT")]

const test = Consent.testWith({ bank: { given: [first] } })

const describeChange = (change: MonitorChange): string => {
  const { change: what, kind } = change
  const details =
    change.change === "CHANGED"
      ? change.groups.join("+")
      : change.change === "TRANSACTIONS"
        ? `${change.booked}/${change.pending}`
        : String(change.count)
  return `${what} ${kind} ${details}`
}

const described = Effect.map((changes: ReadonlyArray<MonitorChange>) => changes.map(describeChange))

const typesOf = Effect.map(Monitor.eventsOf(World.caller), (events) => events.map(({ type }) => type))

describe("a monitor", () => {
  test("continues at once with a new consent, even in the middle of a run", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const renewed = yield* Consent.createAuthorized(bank)
    const monitors = yield* Monitors
    const { monitorId } = yield* monitors.create(user, { source: { consentId }, every: "P1D" })
    yield* Monitor.runDueSteps
    const source = { consentId: renewed.consentId }
    yield* monitors.change(user, monitorId, { source })
    yield* Monitor.runOnce
    const { lastRun, runs } = yield* Monitor.monitorOf(user, monitorId)
    assert.deepInclude({ ...lastRun, runs }, { runs: 1, outcome: "CHANGED" })
  })

  test("misses nothing of a run that a change or a pause interrupts", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitors = yield* Monitors
    for (const change of [{ at: "08:00" }, { paused: true }]) {
      const { monitorId } = yield* monitors.create(user, { source: { consentId }, every: "P30D" })
      yield* Monitor.runDueSteps
      const { status } = yield* monitors.change(user, monitorId, change)
      yield* Monitor.runOnce
      assert.deepInclude(yield* Monitor.monitorOf(user, monitorId), { runs: 1, status })
    }
    assert.deepStrictEqual(yield* typesOf, ["monitor.baseline", "monitor.baseline"])
  })

  test("reports first what it found, and then only what is new, each change once", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitorId = yield* Monitor.created(user, consentId)
    const read = Monitor.readerOf(user, monitorId)
    assert.deepStrictEqual(yield* described(read), ["ADDED PSD2_AIS/PSD2_CHECKING_ACCOUNT 1"])
    assert.deepStrictEqual(yield* typesOf, ["monitor.baseline"])

    bank.given = [{ ...first, bookedBalance: { amount: 7, currency: "SEK" } }]
    yield* Monitor.passDays(1)
    assert.deepStrictEqual(yield* described(read), [])

    const renamed = { ...first, accountName: "Household" }
    bank.given = [Monitor.withTransactions(renamed, "t-1", "t-2", "pending-1"), second]
    yield* Monitor.passDays(1)
    const told = [
      "CHANGED PSD2_AIS/PSD2_CHECKING_ACCOUNT details",
      "ADDED PSD2_AIS/PSD2_SAVINGS_ACCOUNT 1",
      "TRANSACTIONS PSD2_AIS/PSD2_CHECKING_ACCOUNT 1/1"
    ]
    assert.deepStrictEqual(yield* described(read), told)
    yield* Monitor.passDays(1)
    assert.deepStrictEqual(yield* described(read), [])
    assert.deepStrictEqual(yield* typesOf, [
      "monitor.baseline",
      "record.changed",
      "record.added",
      "transactions.available"
    ])
    const facts = JSON.stringify((yield* Monitor.eventsOf(World.caller)).map((event) => event.facts))
    for (const value of ["Household", "acc-1", "-100", "t-2"]) assert.notInclude(facts, value)
  })

  test("reports a removal only after two complete runs in a row", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    bank.given = [first, second]
    const monitorId = yield* Monitor.created(user, consentId)
    const read = Monitor.readerOf(user, monitorId)
    yield* read
    bank.given = [first]
    bank.missing = [{ product: "PSD2_AIS", reason: "COMPANY_ERROR" }]
    yield* Monitor.passDays(3)
    bank.missing = []
    yield* Monitor.passDays(1)
    assert.deepStrictEqual(yield* described(read), [])
    yield* Monitor.passDays(1)
    assert.deepStrictEqual(yield* described(read), ["REMOVED PSD2_AIS/PSD2_SAVINGS_ACCOUNT 1"])
  })

  test("counts a run as complete if the bank only omits an account of the consent", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    bank.given = [first, second]
    const read = Monitor.readerOf(user, yield* Monitor.created(user, consentId))
    yield* read
    bank.given = [first]
    bank.missing = [{ product: "PSD2_AIS", accountId: second.accountId, part: "ACCOUNT", reason: "COMPANY_ERROR" }]
    yield* Monitor.passDays(2)
    assert.deepStrictEqual(yield* described(read), ["REMOVED PSD2_AIS/PSD2_SAVINGS_ACCOUNT 1"])
  })

  test("takes an account's first transactions as known, even if the first run could not read them", function* ({
    bank
  }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const { transactions: _, ...unread } = first
    bank.given = [unread]
    const read = Monitor.readerOf(user, yield* Monitor.created(user, consentId))
    yield* read
    bank.given = [Monitor.withTransactions(first, "t-1", "t-2")]
    yield* Monitor.passDays(1)
    assert.deepStrictEqual(yield* described(read), [])
    bank.given = [Monitor.withTransactions(first, "t-1", "t-2", "t-3")]
    yield* Monitor.passDays(1)
    assert.deepStrictEqual(yield* described(read), ["TRANSACTIONS PSD2_AIS/PSD2_CHECKING_ACCOUNT 1/0"])
  })

  test("lists its changes in pages of any size, in order", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitorId = yield* Monitor.created(user, consentId)
    const [one, many] = [Monitor.readerOf(user, monitorId, 1), Monitor.readerOf(user, monitorId)]
    yield* one
    yield* many
    bank.given = [Monitor.withTransactions(first, "t-1", "t-2"), second]
    yield* Monitor.passDays(1)
    bank.given = [Monitor.withTransactions(first, "t-1", "t-2", "t-3"), second]
    yield* Monitor.passDays(1)
    const all = yield* many
    assert.deepStrictEqual(yield* one, all)
    assert.lengthOf(all, 3)
  })

  test("begins again for a client that was away longer than changes are kept", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitors = yield* Monitors
    const monitorId = yield* Monitor.created(user, consentId, { every: "P7D" })
    const { next } = yield* monitors.changes(user, monitorId, { limit: 10 })
    bank.given = [second]
    yield* Monitor.passDays(31)
    const error = yield* Effect.flip(monitors.changes(user, monitorId, { limit: 10, cursor: next }))
    assert.strictEqual(error._tag, "ChangesExpired")
    const again = yield* described(Monitor.readerOf(user, monitorId))
    assert.deepStrictEqual(again, ["ADDED PSD2_AIS/PSD2_SAVINGS_ACCOUNT 1"])
    const other = yield* Monitor.created(user, consentId)
    assert.strictEqual(
      (yield* Effect.flip(monitors.changes(user, other, { limit: 10, cursor: next })))._tag,
      "InvalidCursor"
    )
  })
})

describe("a run", () => {
  test("fails only after a second attempt, and says so once", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitorId = yield* Monitor.created(user, consentId)
    bank.meanwhile = failsUnreachable
    yield* Monitor.passDays(1)
    assert.deepStrictEqual(yield* typesOf, ["monitor.baseline", "monitor.failed"])
    const failed = yield* Monitor.monitorOf(user, monitorId)
    assert.deepInclude(failed, { status: "ACTIVE", runs: 2 })
    assert.strictEqual(failed.lastRun?.outcome, "FAILED")
    bank.meanwhile = succeeds
    yield* Monitor.passDays(1)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).lastRun?.outcome, "UNCHANGED")
  })

  test("on demand waits for the bank's daily limit", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitors = yield* Monitors
    const monitorId = yield* Monitor.created(user, consentId, { every: "P30D" })
    const left = Effect.map(Monitor.monitorOf(user, monitorId), (monitor) => monitor.unattendedReadingsLeft)
    assert.strictEqual(yield* left, 3)
    for (let count = 2; count <= 5; count++) {
      yield* monitors.run(user, monitorId)
      yield* Monitor.runOnce
    }
    const limited = yield* Monitor.monitorOf(user, monitorId)
    assert.deepInclude(limited, { runs: 4, unattendedReadingsLeft: 0 })
    assert.isAtLeast(Date.parse(limited.nextRunAt ?? ""), Date.parse("2026-04-02T12:00:00Z"))
    yield* Monitor.passDays(2)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).runs, 5)
    assert.deepStrictEqual(yield* typesOf, ["monitor.baseline"])
  })
})

describe("a monitor ends", () => {
  let onStart: Effect.Effect<void> = Effect.void
  Consent.testWith({
    bank: { given: [first] },
    consentStore: (store) => ({
      ...store,
      find: (...of) => Effect.andThen(onStart, store.find(...of))
    })
  })("while its run starts, and the run with it", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitorId = yield* Monitor.created(user, consentId)
    const gate = yield* World.gate
    onStart = World.runOnce(gate.passing)
    yield* TestClock.adjust("1 day")
    yield* gate.reached
    yield* (yield* Monitors).end(user, monitorId)
    yield* gate.open
    yield* World.runPendingWork(50)
    yield* Monitor.runDueSteps
    const sql = yield* SqlClient.SqlClient
    const runs = yield* sql`SELECT ended_at IS NOT NULL AS ended, data_expired_at IS NOT NULL AS erased FROM collection
      WHERE created_at > ${Consent.noon + 12 * 3_600_000}`
    assert.deepStrictEqual(runs, [{ ended: 1, erased: 1 }])
  })

  test("together with its consent, and forgets what it knew", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitorId = yield* Monitor.created(user, consentId)
    yield* (yield* Consents).revoke(user, consentId)
    const ended = yield* Monitor.monitorOf(user, monitorId)
    assert.deepInclude(ended, { status: "ENDED", endReason: "CONSENT_ENDED" })
    assert.isUndefined(ended.nextRunAt)
    const { clientId } = World.caller
    assert.isTrue(Option.isNone(yield* (yield* MonitorStore).knowledge(clientId, monitorId)))
    assert.deepStrictEqual(yield* typesOf, ["monitor.baseline", "monitor.ended"])
  })

  test("at its end, and when the client ends it, once", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const until = "2026-04-05T00:00:00.000Z"
    const monitorId = yield* Monitor.created(user, consentId, { until })
    yield* Monitor.passDays(5)
    assert.deepInclude(yield* Monitor.monitorOf(user, monitorId), { endReason: "UNTIL", runs: 5 })
    const other = yield* Monitor.created(user, consentId)
    const monitors = yield* Monitors
    const ended = yield* monitors.end(user, other)
    assert.deepInclude(ended, { status: "ENDED", endReason: "REMOVED" })
    assert.deepStrictEqual(yield* monitors.end(user, other), ended)
    assert.strictEqual((yield* Effect.flip(monitors.run(user, other)))._tag, "MonitorNotActive")
    assert.lengthOf(
      (yield* typesOf).filter((type) => type === "monitor.ended"),
      2
    )
  })
})

describe("a change of a monitor", () => {
  test("pauses it, and resumes it", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitors = yield* Monitors
    const monitorId = yield* Monitor.created(user, consentId)
    assert.strictEqual((yield* monitors.change(user, monitorId, { paused: true })).status, "PAUSED")
    yield* Monitor.passDays(3)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).runs, 1)
    yield* monitors.change(user, monitorId, { paused: false })
    yield* Monitor.passDays(1)
    // The days of the pause count as one run, and the day after as another.
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).runs, 3)
  })

  test("may narrow what the person permitted, and needs a new consent to widen it", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const older = { consentId: (yield* Consent.createAuthorized(bank, {}, { owner: user })).consentId }
    const monitors = yield* Monitors
    const monitorId = yield* Monitor.created(user, consentId, { every: "P7D", until: "2026-05-01T00:00:00Z" })
    for (const source of [{ consentId }, older]) {
      const again = monitors.change(user, monitorId, { source, every: "P1D" })
      assert.strictEqual(Consent.describeError(yield* Effect.flip(again)), "INVALID_FIELD /every")
      const kept = yield* monitors.change(user, monitorId, { source })
      assert.deepInclude(kept, { source, every: "P7D", until: "2026-05-01T00:00:00.000Z" })
    }
    const refused = Effect.map(Effect.flip(monitors.change(user, monitorId, { every: "P1D" })), Consent.describeError)
    assert.strictEqual(yield* refused, "INVALID_FIELD /every")
    const later = monitors.change(user, monitorId, { until: "2026-05-02T00:00:00Z" })
    assert.strictEqual(Consent.describeError(yield* Effect.flip(later)), "INVALID_FIELD /until")
    const narrowed = yield* monitors.change(user, monitorId, { every: "P30D", until: "2026-04-20T00:00:00Z" })
    assert.deepInclude(narrowed, { every: "P30D", until: "2026-04-20T00:00:00.000Z" })
    const renewed = yield* Consent.createAuthorized(bank, {}, { owner: user })
    const source = { consentId: renewed.consentId }
    const widened = yield* monitors.change(user, monitorId, { source, every: "P1D" })
    assert.deepInclude(widened, { every: "P1D", source, until: "2026-06-30T23:59:59.999Z" })
    const byKey = monitors.change(World.caller, monitorId, { source })
    assert.strictEqual((yield* Effect.flip(byKey))._tag, "UserTokenRequired")
  })
})

describe("a request for a monitor", () => {
  test("names what is wrong", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitors = yield* Monitors
    const request = { source: { consentId }, every: "P1D" } as const
    const errorOf = (more: object, caller = user) =>
      Effect.map(Effect.flip(monitors.create(caller, { ...request, ...more })), Consent.describeError)
    assert.strictEqual(yield* errorOf({ products: ["PSD2_AIS", "INSURANCE"] }), "INVALID_FIELD /products/1")
    assert.strictEqual(
      yield* errorOf({ filter: { insuranceTypes: ["vehicleInsurance"] } }),
      "INVALID_FIELD /filter/insuranceTypes"
    )
    assert.strictEqual(yield* errorOf({ until: "2026-04-01T11:00:00Z" }), "INVALID_FIELD /until")
    assert.strictEqual(yield* errorOf({ until: "2027-04-01T11:00:00Z" }), "INVALID_FIELD /until")
    assert.strictEqual(yield* errorOf({ source: { consentId: "none" } }), "UnknownConsent /source/consentId")
    const other = yield* Consent.userOf("other")
    assert.strictEqual(yield* errorOf({}, other), "UnknownConsent /source/consentId")
    const byKey = monitors.create(World.caller, request)
    assert.strictEqual((yield* Effect.flip(byKey))._tag, "UserTokenRequired")
    yield* (yield* Consents).revoke(user, consentId)
    assert.strictEqual(yield* errorOf({}), "ConsentNotUsable REVOKED")
  })

  test("is visible to its user and its client only", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitors = yield* Monitors
    const monitorId = yield* Monitor.created(user, consentId)
    const other = yield* Consent.userOf("other")
    for (const caller of [other, World.stranger]) {
      assert.strictEqual((yield* Effect.flip(monitors.read(caller, monitorId)))._tag, "MonitorNotFound")
      assert.strictEqual((yield* Effect.flip(monitors.end(caller, monitorId)))._tag, "MonitorNotFound")
      assert.deepStrictEqual((yield* monitors.list(caller, { limit: 10 })).items, [])
    }
    const { items } = yield* monitors.list(World.caller, { limit: 10 })
    const { unattendedReadingsLeft: _, ...listed } = yield* monitors.read(user, monitorId)
    assert.deepStrictEqual(items, [listed])
  })
})
