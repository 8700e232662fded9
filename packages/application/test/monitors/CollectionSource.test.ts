/** Monitors that start from a collection's renewable session. */
import { assert, describe } from "@effect/vitest"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { ClientStore, CollectionStore, ConnectorError, Monitors, MonitorStore } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Effect, Option } from "effect"
import * as Company from "../collections/ScriptedCompany.ts"
import * as World from "../collections/World.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Monitor from "./MonitorWorld.ts"
import { carHomeAndPension, ended, policyOf, renewing } from "./RenewableCompany.ts"

const test = Consent.testWith({})

const typesOf = Effect.map(Monitor.eventsOf(World.caller), (events) => events.map(({ type }) => type))

const collectedWith = Effect.fnUntraced(function* (more: Partial<StartCollection>) {
  const user = yield* Consent.maja
  const collectionId = yield* World.start({ ...World.request, ...more }, user)
  yield* World.untilStatus(collectionId, "COMPLETED")
  return { user, collectionId }
})

const collected = collectedWith({})

describe("a monitor of a collection", () => {
  test("begins with what was collected, and looks again without the person", function* ({ company }) {
    const policy = { now: policyOf(4800) }
    renewing(company, policy)
    const { collectionId, user } = yield* collected
    const calls = company.keys.length
    const monitorId = yield* Monitor.created(user, undefined, { source: { collectionId } })
    assert.lengthOf(company.keys, calls, "the collection is the first run")
    const read = Monitor.readerOf(user, monitorId)
    const kinds = Effect.map(read, (changes) => changes.map((each) => `${each.change} ${each.kind}`))
    assert.deepStrictEqual(yield* kinds, ["ADDED INSURANCE/vehicleInsurance"])
    yield* Monitor.passDays(1)
    assert.deepStrictEqual(yield* kinds, [])
    const renewals = company.answers.filter(({ _tag }) => _tag === "Renew")
    assert.deepStrictEqual(renewals, [{ _tag: "Renew", products: ["INSURANCE", "WEALTH"] }])
    policy.now = policyOf(5200)
    yield* Monitor.passDays(1)
    const [changed] = yield* read
    assert.deepInclude(changed, { change: "CHANGED", groups: ["premium"] })
    assert.strictEqual(company.orders.length, 1, "nobody logs in again")
  })

  test("knows nothing sensitive, even if its collection does", function* ({ company }) {
    const { insurance, ...rest } = policyOf(4800)
    const { market, insuranceCompany } = insurance
    const health = { insuranceType: "personInsurance", insuranceSubType: "health", market, insuranceCompany } as const
    const claims = [{ date: "2026-01-02", type: "Glass", status: "PAID" }] as const
    company.script = (step, signal) => {
      if (step % 2 === 0) return Effect.succeed(Company.poll("COLLECTING")(String(step + 1)))
      const car = { id: "car", ...rest, insurance, claims }
      const found = [car, ...(signal?._tag === "Renew" ? [] : [{ id: "health", insurance: health }])]
      return Effect.succeed({
        ...ended(policyOf(4800), step + 1, true),
        collected: { insurance: found, wealth: [], missing: [] }
      })
    }
    const sensitive = ["HEALTH", "CLAIMS"] as const
    yield* (yield* ClientStore).allowSensitive(World.caller.clientId, sensitive)
    const { collectionId, user } = yield* collectedWith({ sensitive })
    const monitorId = yield* Monitor.created(user, undefined, { source: { collectionId } })
    const read = Monitor.readerOf(user, monitorId)
    const kinds = Effect.map(read, (changes) => changes.map((each) => `${each.change} ${each.kind}`))
    assert.deepStrictEqual(yield* kinds, ["ADDED INSURANCE/vehicleInsurance"])
    yield* Monitor.passDays(2)
    assert.deepStrictEqual(yield* kinds, [])
  })

  test("knows only what its filter admits, even if its collection had more or less", function* ({ company }) {
    company.script = (step) =>
      Effect.succeed(
        step % 2 === 0
          ? Company.poll("COLLECTING")(String(step + 1))
          : { ...ended(policyOf(4800), step + 1, true), collected: carHomeAndPension }
      )
    const all = yield* collected
    const monitorId = yield* Monitor.created(all.user, undefined, {
      source: { collectionId: all.collectionId },
      products: ["INSURANCE"],
      filter: { insuranceTypes: ["vehicleInsurance"] }
    })
    const filter = { type: "COLLECTION_FILTER", insuranceTypes: ["houseContentInsurance"] } as const
    const filtered = yield* collectedWith({ parameters: [...World.request.parameters, filter] })
    const source = { collectionId: filtered.collectionId }
    const whole = yield* Monitor.created(all.user, undefined, { source, products: ["INSURANCE"] })
    yield* Monitor.passDays(3)
    const told = (yield* Monitor.eventsOf(World.caller)).map(({ facts, type }) => [
      "monitorId" in facts && facts.monitorId,
      type,
      "records" in facts && facts.records
    ])
    assert.deepStrictEqual(told, [
      [monitorId, "monitor.baseline", { "INSURANCE/vehicleInsurance": 1 }],
      [whole, "monitor.baseline", { "INSURANCE/vehicleInsurance": 1, "INSURANCE/houseContentInsurance": 1 }]
    ])
  })

  test("announces a renewal 60, 30 and 14 days before, each once, and never the date", function* ({ company }) {
    const policy = { now: policyOf(4800) }
    renewing(company, policy)
    const { collectionId, user } = yield* collected
    yield* Monitor.created(user, undefined, { source: { collectionId }, every: "P7D" })
    yield* Monitor.passDays(20)
    // In some runs, the company does not disclose the end date.
    const { endDate: _, ...undated } = policyOf(4800).insurance
    policy.now = { insurance: undated, completeness: { read: [], unread: ["CONTRACT"] } }
    yield* Monitor.passDays(14)
    policy.now = policyOf(4800)
    yield* Monitor.passDays(46)
    const due = (yield* Monitor.eventsOf(World.caller)).filter(({ type }) => type === "policy.renewal_due")
    assert.deepStrictEqual(
      due.map(({ facts }) => ("days" in facts ? facts.days : 0)),
      [60, 30, 14]
    )
    assert.notInclude(JSON.stringify(due.map(({ facts }) => facts)), "2026-06-15")
  })

  test("takes the session, so that no other monitor and no reader has it", function* ({ company }) {
    renewing(company, { now: policyOf(4800) })
    const { collectionId, user } = yield* collected
    const monitors = yield* Monitors
    yield* Monitor.created(user, undefined, { source: { collectionId } })
    const store = yield* CollectionStore
    assert.isTrue(Option.isNone(yield* store.renewal(user.clientId, collectionId)))
    const again = yield* Effect.flip(monitors.create(user, { source: { collectionId }, every: "P1D" }))
    assert.strictEqual(Consent.describeError(again), "INVALID_FIELD /source/collectionId")
    const both = { source: { collectionId, consentId: "one" }, every: "P1D" } as const
    assert.strictEqual(Consent.describeError(yield* Effect.flip(monitors.create(user, both))), "INVALID_FIELD /source")
    const other = yield* Consent.userOf("other")
    const foreign = yield* Effect.flip(monitors.create(other, { source: { collectionId }, every: "P1D" }))
    assert.strictEqual(foreign._tag, "CollectionNotFound")
  })

  test("needs the person when the session ends, and continues with a new collection", function* ({ company }) {
    const policy = { now: policyOf(4800), isRenewable: true }
    renewing(company, policy)
    const { collectionId, user } = yield* collected
    const monitors = yield* Monitors
    const monitorId = yield* Monitor.created(user, undefined, { source: { collectionId } })
    policy.isRenewable = false
    yield* Monitor.passDays(1)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).status, "PERSON_REQUIRED")
    assert.deepStrictEqual(yield* typesOf, ["monitor.baseline", "monitor.person_required"])
    policy.isRenewable = true
    policy.now = policyOf(5200)
    const next = yield* collected
    const source = { collectionId: next.collectionId }
    yield* monitors.change(user, monitorId, { source })
    yield* Monitor.runOnce
    assert.deepInclude(yield* Monitor.monitorOf(user, monitorId), { status: "ACTIVE", source })
    yield* Monitor.passDays(1)
    assert.deepStrictEqual(yield* typesOf, ["monitor.baseline", "monitor.person_required", "record.changed"])
  })

  test("needs the person if the company asks for something", function* ({ company }) {
    renewing(company, { now: policyOf(4800) })
    const { collectionId, user } = yield* collected
    const monitorId = yield* Monitor.created(user, undefined, { source: { collectionId } })
    company.script = (step, signal) =>
      signal?._tag === "Renew"
        ? Effect.succeed(Company.askForCode(String(step + 1)))
        : Effect.fail(new ConnectorError({ reason: "BROKEN" }))
    yield* Monitor.passDays(1)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).status, "PERSON_REQUIRED")
  })

  const answering = (company: Company.ScriptedCompany, answer: (step: number) => ReturnType<Company.Script>) => {
    const begunIn: Array<number> = []
    company.script = (step, signal) => {
      if (signal?._tag === "Renew") begunIn.push(step)
      return answer(step)
    }
    return begunIn
  }

  const failed = (step: number) => ({ _tag: "End", status: "FAILED", session: String(step + 1) }) as const

  test("continues in the session that a failed collection leaves, and uses no session twice", function* ({ company }) {
    renewing(company, { now: policyOf(4800) })
    const { collectionId, user } = yield* collected
    const monitorId = yield* Monitor.created(user, undefined, { source: { collectionId } })
    const begunIn = answering(company, (step) => Effect.succeed({ ...failed(step), renewable: true }))
    yield* Monitor.passDays(1)
    assert.deepStrictEqual(begunIn, [2, 3])
    assert.deepStrictEqual(yield* typesOf, ["monitor.baseline", "monitor.failed"])
    const last = answering(company, (step) => Effect.succeed(failed(step)))
    yield* Monitor.passDays(2)
    assert.deepStrictEqual(last, [4])
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).status, "PERSON_REQUIRED")
  })

  test("uses a session again only while the company has not answered", function* ({ company }) {
    renewing(company, { now: policyOf(4800) })
    const { collectionId, user } = yield* collected
    const monitorId = yield* Monitor.created(user, undefined, { source: { collectionId } })
    const unanswered = answering(company, () => Effect.fail(new ConnectorError({ reason: "UNREACHABLE" })))
    yield* Monitor.passDays(1)
    assert.deepStrictEqual([...new Set(unanswered)], [2])
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).status, "ACTIVE")
    const broken = answering(company, () => Effect.fail(new ConnectorError({ reason: "BROKEN" })))
    yield* Monitor.passDays(1)
    assert.deepStrictEqual(broken, [2])
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).status, "PERSON_REQUIRED")
  })

  const begun = Effect.fnUntraced(function* (user: UserCaller, monitorId: string) {
    yield* (yield* Monitors).run(user, monitorId)
    yield* Monitor.runDueSteps
    const found = yield* (yield* MonitorStore).find(user.clientId, monitorId)
    return Option.getOrThrow(found).progress.running?.collectionId ?? ""
  })

  test("needs the person if a run's data is gone before it was compared, with its session", function* ({ company }) {
    renewing(company, { now: policyOf(4800) })
    const { collectionId, user } = yield* collected
    const monitorId = yield* Monitor.created(user, undefined, { source: { collectionId } })
    const erased = yield* begun(user, monitorId)
    yield* (yield* CollectionStore).eraseDataOf(user.clientId, erased, Consent.noon)
    yield* Monitor.runOnce
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).status, "PERSON_REQUIRED")
  })

  for (const isOver of [true, false]) {
    test(`stops the run under way when it ends, ${isOver ? "even if it was about to end" : "and leaves no session"}`, function* ({
      company
    }) {
      renewing(company, { now: policyOf(4800) })
      const { collectionId, user } = yield* collected
      const monitors = yield* Monitors
      const monitorId = yield* Monitor.created(user, undefined, { source: { collectionId } })
      if (!isOver) {
        company.script = (step) =>
          Effect.succeed({ ...Company.poll("COLLECTING")(String(step + 1)), _tag: "Poll", afterMillis: 60_000 })
      }
      const run = yield* begun(user, monitorId)
      yield* monitors.end(user, monitorId)
      yield* World.untilStatus(run, isOver ? "COMPLETED" : "FAILED")
      const facts = Option.getOrThrow(yield* (yield* CollectionStore).dataFacts(user.clientId, run))
      assert.isTrue(facts.expired)
      const again = yield* Effect.flip(monitors.create(user, { source: { collectionId: run }, every: "P1D" }))
      assert.strictEqual(Consent.describeError(again), "INVALID_FIELD /source/collectionId")
    })
  }

  test("runs on demand four times in 24 hours, because the person has permitted fewer runs", function* ({ company }) {
    renewing(company, { now: policyOf(4800) })
    const { collectionId, user } = yield* collected
    const monitors = yield* Monitors
    const monitorId = yield* Monitor.created(user, undefined, { source: { collectionId }, every: "P30D" })
    for (let count = 0; count < 6; count++) {
      yield* monitors.run(user, monitorId)
      yield* Monitor.runOnce
    }
    const limited = yield* Monitor.monitorOf(user, monitorId)
    assert.deepInclude(limited, { runs: 5, nextRunAt: "2026-04-02T12:00:10.000Z" })
    yield* Monitor.passDays(2)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).runs, 6)
  })
})
