/**
 * Thirty days of fifty monitors: people whose accounts change, a bank that fails, answers in part or loses accounts without
 * saying so, and a service that is killed at any moment. A checker that knows only the truth finds every change told once, and
 * none invented.
 */
import { assert, it } from "@effect/vitest"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { Monitors } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { temporaryDatabase } from "../collections/TemporaryDatabase.ts"
import * as World from "../collections/World.ts"
import { account } from "../consents/BankAccounts.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import * as Monitor from "./MonitorWorld.ts"

const people = 50
const days = 30
const dayMillis = 86_400_000
/** A change follows the one before only after this many days, so that the runs see each. */
const calmDays = 6

/** Numbers from 0 up to 1 that are the same in every run. */
const randomOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** A person's accounts, and what has changed since the baseline. */
class Person {
  accounts: ReadonlyArray<BankAccount>
  readonly truth = { added: 1, removed: 0, changed: 0, transactions: 0 }
  calmUntil = 2
  #made = 1

  constructor(name: string) {
    this.accounts = [Monitor.withTransactions(account(`${name}-1`), `${name}-t0`)]
  }

  /** Makes at most one change on a day. */
  live(name: string, day: number, random: () => number): void {
    if (day < this.calmUntil || day > days - calmDays) return
    const [first, ...others] = this.accounts
    const choice = random()
    if (first === undefined || choice > 0.5) return
    this.calmUntil = day + calmDays
    if (choice < 0.15) {
      this.#made += 1
      const added = { ...account(`${name}-${this.#made}`, "PSD2_SAVINGS_ACCOUNT"), transactions: [] }
      this.accounts = [...this.accounts, added]
      this.truth.added += 1
    } else if (choice < 0.25 && others.length > 0) {
      this.accounts = [first, ...others.slice(1)]
      this.truth.removed += 1
    } else if (choice < 0.35) {
      this.accounts = [{ ...first, accountName: `name of day ${day}` }, ...others]
      this.truth.changed += 1
    } else {
      const ids = [1, 2].map((count) => `${name}-t${day}-${count}`)
      const { transactions = [] } = Monitor.withTransactions(first, ...ids)
      this.accounts = [{ ...first, transactions: [...(first.transactions ?? []), ...transactions] }, ...others]
      this.truth.transactions += ids.length
    }
  }
}

/** What the bank does on a day. It never loses accounts silently in two complete runs in a row. */
type Weather = "FINE" | "DOWN" | "PARTIAL" | "HALF"

const weatherOf = (day: number, mayLose: boolean, random: () => number): Weather => {
  if (day === 0 || day > days - calmDays) return "FINE"
  const choice = random()
  if (choice < 0.15) return "DOWN"
  if (choice < 0.3) return "PARTIAL"
  return choice < 0.4 && mayLose ? "HALF" : "FINE"
}

const halfOf = (accounts: ReadonlyArray<BankAccount>): ReadonlyArray<BankAccount> =>
  accounts.slice(0, Math.ceil(accounts.length / 2))

interface Watched {
  readonly user: UserCaller
  readonly monitorId: string
  readonly read: ReturnType<typeof Monitor.readerOf>
  readonly told: Array<Effect.Success<ReturnType<typeof Monitor.readerOf>>[number]>
}

/** Lets the service work in steps of a minute while runs are due, with the clock wherever a kill left it. */
const work = Effect.fnUntraced(function* (minutes: number) {
  for (let left = minutes; left > 0; left--) {
    yield* World.runDueProcesses
    yield* Monitor.runDueSteps
    yield* TestClock.adjust("1 minute")
  }
  yield* Monitor.runDueSteps
})

const check = (person: Person, { told }: Watched): void => {
  const sum = (counts: ReadonlyArray<number>) => counts.reduce((total, count) => total + count, 0)
  assert.deepStrictEqual(
    {
      added: sum(told.map((each) => (each.change === "ADDED" ? each.count : 0))),
      removed: sum(told.map((each) => (each.change === "REMOVED" ? each.count : 0))),
      changed: told.filter(({ change }) => change === "CHANGED").length,
      transactions: sum(told.map((each) => (each.change === "TRANSACTIONS" ? each.booked + each.pending : 0)))
    },
    person.truth
  )
}

it.effect(
  "a month of monitors tells every change once, and invents none",
  () =>
    Effect.gen(function* () {
      const random = randomOf(20_261_129)
      const file = yield* temporaryDatabase
      const persons = Array.from({ length: people }, (_, index) => new Person(`p${index}`))
      let weather: Weather = "FINE"
      let mayLose = true
      const bank = Bank.make()
      const answer = (bankConsentId: string) => {
        const { accounts = [] } = persons[Number(bankConsentId.replace("bank-", "")) - 1] ?? {}
        const isPartial = weather === "PARTIAL" || weather === "HALF"
        return {
          accounts: isPartial ? halfOf(accounts) : accounts,
          missing: weather === "PARTIAL" ? [{ product: "PSD2_AIS", reason: "COMPANY_ERROR" } as const] : []
        }
      }
      const world = Consent.runInWorldAgain({
        bank: Object.assign(bank, {
          accounts: (bankConsentId: string) => Effect.map(bank.meanwhile("accounts"), () => answer(bankConsentId))
        }),
        file
      })

      yield* TestClock.setTime(Consent.noon)
      const watched = yield* world(
        Effect.forEach(
          persons,
          Effect.fnUntraced(function* (_, index) {
            const user = yield* Consent.userOf(`person-${index}`)
            const { consentId } = yield* Consent.createAuthorized(bank, {}, { owner: user })
            const request = { source: { consentId }, every: "P1D", at: "07:00" } as const
            const { monitorId } = yield* (yield* Monitors).create(user, request)
            const read = Monitor.readerOf(user, monitorId, 2)
            yield* read
            const person: Watched = { user, monitorId, read, told: [] }
            return person
          })
        )
      )
      yield* world(work(2))

      for (let day = 1; day <= days; day++) {
        persons.forEach((person, index) => person.live(`p${index}`, day, random))
        weather = weatherOf(day, mayLose, random)
        if (weather === "FINE" || weather === "HALF") mayLose = weather === "FINE"
        bank.meanwhile = weather === "DOWN" ? Bank.failsUnreachable : Bank.succeeds
        // Ten minutes before the runs.
        yield* TestClock.setTime(Date.parse("2026-04-01T04:50:00Z") + day * dayMillis)
        // Kills the service in the middle of the runs, several times.
        for (let kill = 0; kill < 4; kill++) {
          yield* world(
            Effect.gen(function* () {
              yield* work(4 + Math.floor(random() * 4))
              yield* TestClock.adjust("30 seconds")
              yield* World.runDueProcesses
              yield* World.runPendingWork(Math.floor(random() * 20))
            })
          )
        }
        yield* world(work(20))
        // The second attempt of a run follows an hour after the first.
        if (weather === "DOWN") yield* TestClock.adjust("40 minutes")
        yield* world(
          Effect.gen(function* () {
            if (weather === "DOWN") yield* work(40)
            if (day % 3 !== 0 && day < days) return
            for (const each of watched) each.told.push(...(yield* each.read))
          })
        )
      }

      persons.forEach((person, index) => {
        const each = watched[index]
        if (each !== undefined) check(person, each)
      })
      const changed = persons.reduce((total, { truth }) => total + truth.changed + truth.removed, 0)
      assert.isAbove(changed, 10)

      yield* world(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const most = yield* sql`SELECT MAX(starts) AS most FROM (SELECT COUNT(*) AS starts FROM collection
            GROUP BY user_id, created_at / ${dayMillis})`
          assert.isAtMost(Number(Object.values(most[0] ?? {})[0]), 4)
          const told = watched.flatMap((each) => each.told).length
          const types = (yield* Monitor.eventsOf(World.caller)).map(({ type }) => type)
          assert.lengthOf(
            types.filter((type) => type.startsWith("record.") || type.startsWith("transactions.")),
            // The baselines are one event each, and the changes list them as added.
            told - people
          )
          assert.lengthOf(
            types.filter((type) => type === "monitor.baseline"),
            people
          )
        })
      )
    }).pipe(Effect.scoped),
  600_000
)
