/**
 * Simulates monitors over a long time: accounts change, people renew or end consents, the bank fails or loses accounts,
 * the client reaches its limits or stays away, and the service is killed daily. {@link violationsOf} checks what
 * clients were told. By default, it runs 50 monitors for 30 days. A year of a thousand monitors takes over an hour:
 * `CI=true MONITOR_DAYS=365 MONITOR_PEOPLE=1000 npx vitest run --project application MonitorYear`
 */
import { assert, it } from "@effect/vitest"
import { Consents, EventStore, Monitors, MonitorStore, startPosition } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { temporaryDatabase } from "../../collections/TemporaryDatabase.ts"
import * as Company from "../../collections/ScriptedCompany.ts"
import * as World from "../../collections/World.ts"
import * as Consent from "../../consents/ConsentWorld.ts"
import * as Bank from "../../consents/ScriptedBank.ts"
import * as Monitor from "../MonitorWorld.ts"
import { violationsOf } from "./Checker.ts"
import type { BankReading, ToldEvent } from "./Checker.ts"
import { answerOf, calmDays, makeWeather, Person, randomOf, withHistory } from "./People.ts"
import type { Weather } from "./People.ts"

const people = Number(process.env["MONITOR_PEOPLE"] ?? 50)
const days = Number(process.env["MONITOR_DAYS"] ?? 30)
const dayMillis = 86_400_000
const hourMillis = 3_600_000
const minuteMillis = 60_000

/** The retention of changes, in days. Some clients go longer than this without reading them. */
const retentionDays = 10
const perDay = Math.ceil(people * 1.5)
const random = randomOf(20_261_129)

const DueRow = Schema.Tuple([Schema.Struct({ dueAt: Schema.NullOr(Schema.Finite) })])
const decodeDue = Schema.decodeUnknownSync(DueRow)

/** The day on which the pepper is rotated. The old pepper is removed once no hash depends on it. */
const rotationDay = Math.floor(days / 4)

const oldestHash = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [{ dueAt }] = decodeDue(yield* sql`SELECT MIN(hashed_since) AS "dueAt" FROM monitor WHERE due_at IS NOT NULL`)
  return dueAt ?? 0
})

/** Each day starts at 04:50 UTC. During daylight saving time, that is ten minutes before the runs. */
const dayStart = (day: number): number => Date.parse("2026-04-01T04:50:00Z") + day * dayMillis

const consentDays = () => (days > 100 ? 60 : 14) + Math.floor(random() * (days > 100 ? 28 : 12))

interface Watched {
  readonly person: Person
  readonly user: UserCaller
  readonly monitorId: string
  readonly read: ReturnType<typeof Monitor.readerOf>
  readonly told: Array<Effect.Success<ReturnType<typeof Monitor.readerOf>>[number]>
  consentId: string
  endsOn: number
  endedAt?: number
}

const workUntil = Effect.fnUntraced(function* (until: number) {
  const sql = yield* SqlClient.SqlClient
  yield* World.runDueProcesses
  yield* Monitor.runDueSteps
  for (;;) {
    const now = yield* Clock.currentTimeMillis
    const [{ dueAt }] = decodeDue(
      yield* sql`SELECT MIN(due_at) AS "dueAt" FROM (SELECT MIN(due_at) AS due_at FROM monitor WHERE due_at IS NOT NULL
        UNION ALL SELECT MIN(due_at) FROM collection WHERE ended_at IS NULL) AS due`
    )
    if (now >= until || (dueAt ?? until) > until) break
    yield* TestClock.adjust(Math.min(Math.max((dueAt ?? until) - now, minuteMillis / 2), until - now))
    yield* Monitor.runDueSteps
  }
  yield* TestClock.setTime(Math.max(until, yield* Clock.currentTimeMillis))
})

class SimulatedBank {
  readonly bank = Bank.make()
  readonly readings: Array<BankReading> = []
  /** The consents that have been read at least once. */
  readonly read = new Set<string>()
  readonly owners: Array<Person> = []
  weather: Weather = "FINE"
  readonly lost = new Set<string>()

  constructor() {
    Object.assign(this.bank, {
      accounts: (consent: string) =>
        Effect.gen({ self: this }, function* () {
          const person = this.owners[Number(consent.replace("bank-", "")) - 1]
          yield* this.bank.meanwhile("accounts")
          const isFirst = !this.read.has(consent)
          this.read.add(consent)
          this.readings.push({ at: yield* Clock.currentTimeMillis, person: person?.name ?? "", consent })
          const isLost = this.weather === "HALF" && this.lost.has(person?.name ?? "")
          this.lost.add(person?.name ?? "")
          const shown = isFirst ? withHistory(person?.given ?? []) : (person?.given ?? [])
          return answerOf(shown, isLost ? "FINE" : this.weather)
        })
    })
  }

  begin(weather: Weather): void {
    this.weather = weather
    this.lost.clear()
    this.bank.meanwhile = weather === "DOWN" ? Bank.failsUnreachable : Bank.succeeds
  }

  readonly authorize = Effect.fnUntraced(
    { self: this },
    function* (all: ReadonlyArray<{ readonly person: Person; readonly user: UserCaller }>, day: number) {
      this.bank.meanwhile = Bank.succeeds
      this.bank.state = { status: "received", granted: {} }
      const made: Array<{ readonly consentId: string; readonly endsOn: number }> = []
      for (const { person, user } of all) {
        this.owners.push(person)
        const endsOn = day + consentDays()
        const validUntil = new Date(dayStart(endsOn)).toISOString().slice(0, 10)
        made.push({ ...(yield* Consent.createAwaiting(Consent.request({ validUntil }), user)), endsOn })
      }
      this.bank.state = { status: "valid", granted: {} }
      yield* Consent.passTime(4, 2)
      return made.map(({ consentId, endsOn }) => ({ consentId, endsOn }))
    }
  )
}

const watch = Effect.fnUntraced(function* (bank: SimulatedBank, persons: ReadonlyArray<Person>) {
  const monitors = yield* Monitors
  const users = yield* Effect.forEach(persons, (person) =>
    Effect.map(Consent.userOf(person.name), (user) => ({ person, user }))
  )
  const consents = yield* bank.authorize(users, 0)
  return yield* Effect.forEach(
    users,
    Effect.fnUntraced(function* ({ person, user }, index) {
      const { consentId = "", endsOn = 0 } = consents[index] ?? {}
      const { monitorId } = yield* monitors.create(user, { source: { consentId }, every: "P1D", at: "07:00" })
      const read = Monitor.readerOf(user, monitorId, 2)
      const watched: Watched = { person, user, monitorId, read, told: [], consentId, endsOn }
      return watched
    })
  )
})

const useClients = Effect.fnUntraced(function* (bank: SimulatedBank, all: ReadonlyArray<Watched>, day: number) {
  const monitors = yield* Monitors
  const ending = all.filter(({ endedAt, endsOn }) => endedAt === undefined && endsOn <= day + 2)
  const renewed = ending.length > 0 ? yield* bank.authorize(ending, day) : []
  for (const [index, each] of ending.entries()) {
    Object.assign(each, renewed[index])
    yield* monitors.change(each.user, each.monitorId, { source: { consentId: each.consentId } })
  }
  const asking = all.filter(({ endedAt }) => endedAt === undefined && random() < 0.04)
  for (let count = 0; asking.length > 0 && count < 5; count++) {
    for (const { monitorId, user } of asking) yield* monitors.run(user, monitorId)
    yield* Monitor.runDueSteps
    for (const { monitorId, user } of asking) yield* monitors.change(user, monitorId, { at: "07:00" })
    yield* workUntil((yield* Clock.currentTimeMillis) + 2 * minuteMillis)
  }
})

const lastDayOf = (index: number): number => (index % 10 === 3 || index % 10 === 6 ? Math.floor(days * 0.7) : days - 1)

const endMonitors = Effect.fnUntraced(function* (all: ReadonlyArray<Watched>, day: number) {
  for (const [index, each] of all.entries()) {
    if (day < lastDayOf(index) || lastDayOf(index) === days - 1 || each.endedAt !== undefined) continue
    if (index % 10 === 3) yield* (yield* Consents).revoke(each.user, each.consentId)
    else yield* (yield* Monitors).end(each.user, each.monitorId)
    each.endedAt = yield* Clock.currentTimeMillis
  }
})

/** Some clients read the changes once, and then again only at the end. */
const isAway = (index: number): boolean => index % 10 === 8

const makeEventReader = (nameOf: (monitorId: string) => string) => {
  let position = startPosition
  return Effect.fnUntraced(function* (events: Array<ToldEvent>) {
    for (;;) {
      const page = yield* (yield* EventStore).after(World.caller.clientId, position, { limit: 500 })
      for (const { facts, type } of page.events) {
        if ("monitorId" in facts) events.push({ person: nameOf(facts.monitorId), type, facts })
      }
      position = page.next
      if (page.events.length === 0) return
    }
  })
}

it.effect(
  `${people} monitors report every change once in ${days} days, invent none, and keep within all limits`,
  () =>
    Effect.gen(function* () {
      const file = yield* temporaryDatabase
      const company = Company.make()
      const bank = new SimulatedBank()
      let peppers: readonly [number, ...ReadonlyArray<number>] = [7]
      const world = <A, E, R>(use: Effect.Effect<A, E, R>) =>
        Consent.runInWorldAgain(
          {
            bank: bank.bank,
            file,
            peppers,
            retention: { events: retentionDays * dayMillis },
            startLimits: { monitorRunsPerDay: perDay }
          },
          company
        )(use)
      const killedAt: Array<number> = []
      const events: Array<ToldEvent> = []
      const weatherOf = makeWeather(random)
      yield* TestClock.setTime(dayStart(0) - 4 * hourMillis)
      const start = yield* Clock.currentTimeMillis
      const persons = Array.from({ length: people }, (_, index) => new Person(`p${index}`, start))
      const all = yield* world(
        Effect.gen(function* () {
          const watched = yield* watch(bank, persons)
          yield* workUntil(dayStart(0))
          for (const each of watched) each.told.push(...(yield* each.read))
          return watched
        })
      )
      const names = new Map(all.map(({ monitorId, person }) => [monitorId, person.name]))
      const readEvents = makeEventReader((monitorId) => names.get(monitorId) ?? "")

      for (let day = 1; day < days; day++) {
        yield* TestClock.setTime(Math.max(dayStart(day), yield* Clock.currentTimeMillis))
        const now = yield* Clock.currentTimeMillis
        if (day === rotationDay) peppers = [8, 7]
        else if (day > rotationDay && (yield* world(oldestHash)) > dayStart(rotationDay)) peppers = [8]
        all.forEach(({ person }, index) => {
          if (day < lastDayOf(index) - calmDays) person.live(day, now, random)
        })
        const weather = weatherOf(day > days - calmDays)
        bank.begin(weather)
        if (weather === "OFF") continue
        company.isInMaintenance = weather === "MAINTENANCE"
        yield* world(
          Effect.gen(function* () {
            yield* workUntil(now + minuteMillis * Math.floor(8 + random() * 20))
            yield* TestClock.adjust("30 seconds")
            yield* World.runDueProcesses
            yield* World.runPendingWork(Math.floor(random() * 20))
          })
        )
        killedAt.push(yield* Clock.currentTimeMillis)
        yield* world(
          Effect.gen(function* () {
            yield* workUntil(now + 3 * hourMillis)
            company.isInMaintenance = false
            if (weather === "DOWN") bank.begin("FINE")
            yield* endMonitors(all, day)
            yield* useClients(bank, all, day)
            yield* workUntil(dayStart(day + 1) - 20 * minuteMillis)
            yield* readEvents(events)
            if (day % 3 !== 0 && day < days - 1) return
            for (const [index, each] of all.entries()) if (!isAway(index)) each.told.push(...(yield* each.read))
          })
        )
      }

      const { again, startedOn } = yield* world(
        Effect.gen(function* () {
          const again = new Map<Watched, Watched["told"]>()
          for (const each of all.filter((_, index) => isAway(index))) {
            assert.strictEqual((yield* Effect.flip(each.read))._tag, "ChangesExpired")
            again.set(each, yield* Monitor.readerOf(each.user, each.monitorId))
          }
          const startedOn = new Map<string, number>()
          const store = yield* MonitorStore
          for (const { day, started } of yield* store.usage({ clientId: World.caller.clientId, since: "2026-03-31" })) {
            startedOn.set(day, started + (startedOn.get(day) ?? 0))
          }
          return { again, startedOn }
        })
      )
      const violations = violationsOf({
        people: all.map((each) => {
          const { endedAt, person, told } = each
          const inFull = again.get(each)
          return {
            name: person.name,
            accounts: person.lives,
            told,
            ...(endedAt !== undefined && { endedAt }),
            ...(inFull && { again: inFull })
          }
        }),
        readings: bank.readings,
        events,
        killedAt,
        startedOn,
        limits: { perConsent: bank.bank.frequency?.perDay ?? 4, perDay, latestMillis: calmDays * dayMillis },
        secrets: ["Household", "amount", "theirs-", "p1-t0"]
      })
      assert.deepStrictEqual(violations, [])
      assert.deepStrictEqual(peppers, [8])
      const changes = persons
        .flatMap(({ lives }) => lives)
        .filter((life) => life.changedAt.length > 0 || life.removedAt)
      assert.isAbove(changes.length, people / 10)
      assert.isAbove(bank.owners.length, people)
    }).pipe(Effect.scoped),
  Math.max(1_200_000, days * people * 200)
)
