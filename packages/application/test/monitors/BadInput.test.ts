/** Tests how monitors react to companies, banks or clocks that misbehave. */
import { assert, describe, it } from "@effect/vitest"
import type { MonitorChange } from "@sheaf/domain/MonitorChange"
import { Monitors } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Company from "../collections/ScriptedCompany.ts"
import { temporaryDatabase } from "../collections/TemporaryDatabase.ts"
import * as World from "../collections/World.ts"
import { account } from "../consents/BankAccounts.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import * as Monitor from "./MonitorWorld.ts"
import { ended, policyOf } from "./RenewableCompany.ts"

const dayMillis = 86_400_000

const [first, second] = [account("acc-1"), account("acc-2", "PSD2_SAVINGS_ACCOUNT")]

const test = Consent.testWith({ bank: { given: [first, second] } })

const kindsOf = Effect.map((changes: ReadonlyArray<MonitorChange>) =>
  changes.map(({ change, kind, ...rest }) => `${change} ${kind} ${"count" in rest ? rest.count : ""}`.trim())
)

const typesOf = Effect.map(Monitor.eventsOf(World.caller), (events) => events.map(({ type }) => type))

const jump = Effect.fnUntraced(function* (days: number) {
  yield* TestClock.setTime((yield* Clock.currentTimeMillis) + days * dayMillis)
  yield* World.runDueProcesses
  yield* Monitor.runDueSteps
  yield* Monitor.runOnce
})

describe("a bank that returns half the accounts without saying so", () => {
  test("leads to no change, however often it happens between complete answers", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const read = Monitor.readerOf(user, yield* Monitor.created(user, consentId))
    yield* read
    for (const half of [[first], [second], []]) {
      bank.given = half
      yield* Monitor.passDays(1)
      bank.given = [first, second]
      yield* Monitor.passDays(1)
    }
    assert.deepStrictEqual(yield* read, [])
    assert.deepStrictEqual(yield* typesOf, ["monitor.baseline"])
  })
})

describe("a company that returns other ids each time", () => {
  /** The company gives its policies different ids in each collection. */
  const lookingAt = Effect.fnUntraced(function* (company: Company.ScriptedCompany, isNumbered: boolean) {
    const held = { count: 2 }
    company.script = (step) => {
      if (step % 2 === 0) return Effect.succeed(Company.poll("COLLECTING")(String(step + 1)))
      const insurance = Array.from({ length: held.count }, (_, index) => {
        const { insurance: policy } = policyOf(4800)
        const { insuranceNumber: __, ...unnumbered } = policy
        const own = isNumbered ? { ...policy, insuranceNumber: `17-${index}` } : unnumbered
        return { id: `theirs-${step}-${index}`, insurance: own }
      })
      return Effect.succeed({
        ...ended(policyOf(4800), step + 1, true),
        collected: { insurance, wealth: [], missing: [] }
      })
    }
    const user = yield* Consent.maja
    const collectionId = yield* World.start(World.request, user)
    yield* World.untilStatus(collectionId, "COMPLETED")
    const read = Monitor.readerOf(user, yield* Monitor.created(user, undefined, { source: { collectionId } }))
    return { held, read }
  })

  for (const isNumbered of [true, false]) {
    test(`leads to no change ${isNumbered ? "while the policies keep their numbers" : "but of their count"}`, function* ({
      company
    }) {
      const { held, read } = yield* lookingAt(company, isNumbered)
      yield* read
      yield* Monitor.passDays(3)
      assert.deepStrictEqual(yield* read, [])
      held.count = 3
      yield* Monitor.passDays(1)
      assert.deepStrictEqual(yield* kindsOf(read), ["ADDED INSURANCE/vehicleInsurance 1"])
      held.count = 2
      yield* Monitor.passDays(3)
      assert.deepStrictEqual(yield* kindsOf(read), ["REMOVED INSURANCE/vehicleInsurance 1"])
    })
  }
})

describe("a filter that no record passes", () => {
  test("leads to a baseline without records, and reports the first that passes", function* ({ bank }) {
    bank.given = [first]
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const filter = { productTypes: ["PSD2_SAVINGS_ACCOUNT"] } as const
    const monitorId = yield* Monitor.created(user, consentId, { filter })
    const read = Monitor.readerOf(user, monitorId)
    assert.deepStrictEqual(yield* read, [])
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).lastRun?.outcome, "CHANGED")
    bank.given = [first, second]
    yield* Monitor.passDays(1)
    assert.deepStrictEqual(yield* kindsOf(read), ["ADDED PSD2_AIS/PSD2_SAVINGS_ACCOUNT 1"])
  })
})

describe("a company in maintenance", () => {
  test("delays a run until it ends, without a failure", function* ({ bank, company }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitorId = yield* Monitor.created(user, consentId)
    company.isInMaintenance = true
    yield* Monitor.passDays(1)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).runs, 1)
    company.isInMaintenance = false
    yield* Monitor.passDays(1)
    assert.deepInclude(yield* Monitor.monitorOf(user, monitorId), { status: "ACTIVE", runs: 3 })
    assert.deepStrictEqual(yield* typesOf, ["monitor.baseline"])
  })
})

describe("a clock that jumps", () => {
  it.effect("forward, or a service that was down, makes all missed runs one", () =>
    Effect.gen(function* () {
      const file = yield* temporaryDatabase
      const bank = Object.assign(Bank.make(), { given: [first] })
      const world = Consent.runInWorldAgain({ bank, file })
      yield* TestClock.setTime(Consent.noon)
      const watched = yield* world(
        Effect.gen(function* () {
          const { consentId, user } = yield* Consent.createAuthorized(bank)
          return { user, monitorId: yield* Monitor.created(user, consentId) }
        })
      )
      yield* TestClock.setTime(Consent.noon + 20 * dayMillis)
      const { runs, status } = yield* world(
        Effect.gen(function* () {
          yield* World.runDueProcesses
          yield* Monitor.runOnce
          return yield* Monitor.monitorOf(watched.user, watched.monitorId)
        })
      )
      assert.deepStrictEqual([status, runs], ["ACTIVE", 2])
    }).pipe(Effect.scoped)
  )

  test("back repeats no run and no change, and asks for no run beyond the bank's limit", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitorId = yield* Monitor.created(user, consentId)
    const read = Monitor.readerOf(user, monitorId)
    yield* read
    yield* Monitor.passDays(3)
    const { runs } = yield* Monitor.monitorOf(user, monitorId)
    bank.given = [first]
    for (let count = 0; count < 2; count++) {
      yield* jump(-2)
      yield* jump(1)
    }
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).runs, runs)
    yield* (yield* Monitors).run(user, monitorId)
    yield* Monitor.runOnce
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).runs, runs + 1)
    yield* jump(4)
    yield* Monitor.passDays(1)
    assert.deepStrictEqual(yield* kindsOf(read), ["REMOVED PSD2_AIS/PSD2_SAVINGS_ACCOUNT 1"])
    assert.deepStrictEqual(yield* typesOf, ["monitor.baseline", "record.removed"])
  })
})

describe("an old pepper", () => {
  it.effect("stays in use until a run has read again everything that was hashed with it", () =>
    Effect.gen(function* () {
      const file = yield* temporaryDatabase
      const bank = Object.assign(Bank.make(), { given: [first] })
      const { transactions: _, ...unread } = first
      const world = (...peppers: [number, ...ReadonlyArray<number>]) => Consent.runInWorldAgain({ bank, file, peppers })
      yield* TestClock.setTime(Consent.noon)
      const read = yield* world(7)(
        Effect.gen(function* () {
          const { consentId, user } = yield* Consent.createAuthorized(bank)
          const read = Monitor.readerOf(user, yield* Monitor.created(user, consentId))
          yield* read
          return read
        })
      )
      const rotatedAt = yield* Clock.currentTimeMillis
      const hashedAt = (given: typeof bank.given) => {
        bank.given = given
        const run = Effect.andThen(World.runDueProcesses, Monitor.passDays(1))
        const sql = Effect.map(SqlClient.SqlClient, (sql) => sql`SELECT hashed_since AS "hashedAt" FROM monitor`)
        return world(8, 7)(Effect.andThen(run, Effect.flatten(sql)))
      }
      for (let runs = 0; runs < 3; runs++)
        assert.isBelow(Number((yield* hashedAt([unread]))[0]?.["hashedAt"]), rotatedAt)
      for (let runs = 0; runs < 2; runs++) yield* hashedAt([first])
      assert.isAtLeast(Number((yield* hashedAt([first]))[0]?.["hashedAt"]), rotatedAt)
      const changes = world(8)(Effect.andThen(World.runDueProcesses, Effect.andThen(Monitor.passDays(1), read)))
      assert.deepStrictEqual(yield* changes, [])
    }).pipe(Effect.scoped)
  )
})

describe("a day on which the clocks change", () => {
  test("has one run, at the same time of day as the others", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    // In Sydney, summer time ends on April 5.
    const timeZone = "Australia/Sydney"
    const monitorId = yield* Monitor.created(user, consentId, { at: "02:30", timeZone })
    const local = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" })
    const times: Array<string> = []
    for (let day = 0; day < 5; day++) {
      const { nextRunAt = "" } = yield* Monitor.monitorOf(user, monitorId)
      times.push(local.format(new Date(nextRunAt)))
      yield* Monitor.passDays(1)
    }
    assert.deepStrictEqual(
      times.map((time) => time.slice(0, 10)),
      ["2026-04-02", "2026-04-03", "2026-04-04", "2026-04-05", "2026-04-06"]
    )
    for (const time of times) assert.match(time, /02:(?:3\d|4[0-5])$/u)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).runs, 6)
  })
})
