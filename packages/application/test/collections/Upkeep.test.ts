/** Recovering collections, and erasing their data and rows (decisions 10). */
import { assert, describe } from "@effect/vitest"
import { Collections, CollectionStore } from "@sheaf/ports"
import { CollectionSample } from "@sheaf/ports/testing"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { CollectionProcess, CollectionUpkeep } from "../../src/index.ts"
import * as Company from "./ScriptedCompany.ts"
import * as World from "./World.ts"
import { start, statusOf, test, until } from "./World.ts"

const collectionId = World.acceptedId

const acceptOnly = World.acceptOnly(CollectionSample.order)

const recoveries = [
  ["starts an accepted collection that the engine missed", "0 seconds", World.recover],
  ["continues an overdue collection that the engine has lost", "101 seconds", World.continueOverdue()]
] as const

describe("recovery", () => {
  for (const [name, away, recover] of recoveries) {
    test(name, function* (company) {
      company.script = Company.asking
      yield* acceptOnly
      yield* TestClock.adjust(away)
      yield* recover
      yield* until(collectionId, "TWO_FACTOR_PENDING")
    })
  }

  test("takes every step of an overdue collection that the engine has lost, soon after the step is due", function* (company) {
    const steps = Array.from({ length: 5 }, () => Company.poll("COLLECTING", 2_000))
    company.script = Company.steps(...steps, Company.end("COMPLETED", Company.nothing))
    yield* acceptOnly
    yield* TestClock.adjust("101 seconds")
    yield* World.continueOverdue(yield* World.watching)
    assert.lengthOf(company.keys, 1)
    // Half of the delay after which the collection would count as overdue before each step.
    for (let tries = 0; tries < 40 && company.keys.length <= steps.length; tries++) {
      yield* TestClock.adjust("6 seconds")
      yield* World.turns(100)
    }
    yield* until(collectionId, "COMPLETED_EMPTY")
    assert.lengthOf(company.keys, steps.length + 1)
  })

  test("stops watching a collection once another runner takes a step, for example the engine of a node that was frozen", function* (company) {
    const steps = Array.from({ length: 5 }, () => Company.poll("COLLECTING", 2_000))
    company.script = Company.steps(...steps, Company.end("COMPLETED", Company.nothing))
    yield* acceptOnly
    yield* TestClock.adjust("101 seconds")
    yield* World.continueOverdue(yield* World.watching)
    yield* World.turns(100)
    yield* TestClock.adjust("2 seconds")
    yield* CollectionProcess.process.takeSteps(collectionId)
    assert.lengthOf(company.keys, 2)
    for (let tries = 0; tries < 5; tries++) {
      yield* TestClock.adjust("6 seconds")
      yield* World.turns(100)
    }
    assert.lengthOf(company.keys, 2)
  })

  test("leaves a collection alone that another node has continued in the meantime", function* (company) {
    company.script = Company.steps(Company.poll("COLLECTING", 2_000), Company.end("COMPLETED", Company.nothing))
    const store = yield* CollectionStore
    yield* acceptOnly
    yield* TestClock.adjust("101 seconds")
    const watched: Array<string> = []
    const watch = (id: string) => Effect.sync(() => void watched.push(id))
    yield* World.continueOverdue(watch)
    const list = Effect.succeed([collectionId])
    yield* World.continueOverdue(watch).pipe(Effect.provideService(CollectionStore, { ...store, overdue: () => list }))
    assert.deepStrictEqual(watched, [collectionId])
    assert.lengthOf(company.keys, 1)
  })

  test("wakes a collection if the engine missed its accepted input", function* (company) {
    company.script = Company.asking
    const store = yield* CollectionStore
    yield* acceptOnly
    yield* World.recover
    yield* until(collectionId, "TWO_FACTOR_PENDING")
    // The engine needs a moment to set its clock.
    yield* World.turns(100)
    const work = Option.getOrThrow(yield* store.work(collectionId))
    const code = { type: "TWO_FACTOR_CODE", value: "123456" } as const
    const at = yield* Clock.currentTimeMillis
    const recorded = { answers: [code], answeredEtags: [], answeredQuestions: [] }
    const answered = { revision: work.revision + 1, shown: {}, at, ...recorded }
    assert.isTrue(yield* store.supply(work, answered))
    yield* World.recover
    yield* until(collectionId, "COMPLETED_EMPTY")
  })

  test("continues past an unreadable collection, and abandons it after its deadline", function* (company) {
    company.script = Company.asking
    yield* acceptOnly
    yield* World.damage(collectionId)
    const id = yield* start()
    yield* until(id, "TWO_FACTOR_PENDING")
    yield* World.untilHandedOver
    // After taking over, the engine needs a moment to set its clock.
    yield* World.turns(100)
    yield* TestClock.adjust("1 minute")
    yield* World.continueOverdue()
    assert.strictEqual((yield* statusOf(collectionId)).status, "RUNNING")
    yield* TestClock.adjust("12 minutes")
    yield* World.continueOverdue()
    yield* until(collectionId, "FAILED")
    yield* until(id, "AUTHENTICATION_TIMEOUT")
    assert.deepStrictEqual(yield* World.historyOf(collectionId), ["RUNNING", "FAILED"])
  })
})

describe("an ended collection", () => {
  test("is forgotten by the engine, even after a crash in between", function* (company) {
    company.script = Company.completing
    const store = yield* CollectionStore
    const engine = yield* CollectionProcess.CollectionEngine
    const id = yield* start()
    yield* until(id, "COMPLETED_EMPTY")
    yield* engine.forget([id])
    yield* TestClock.adjust("11 minutes")
    yield* World.forgetJournals
    assert.deepStrictEqual(yield* store.journaled(yield* Clock.currentTimeMillis, 10), [])
  })

  test("keeps its data for a day, and its row for thirty days", function* (company) {
    company.script = Company.completing
    const id = yield* start()
    yield* until(id, "COMPLETED_EMPTY")
    const tagOfData = Effect.match((yield* Collections).insuranceData(World.caller, id), {
      onFailure: ({ _tag }) => _tag,
      onSuccess: () => "Success"
    })
    yield* TestClock.adjust("86399 seconds")
    yield* CollectionUpkeep.erase
    assert.strictEqual(yield* tagOfData, "Success")
    // The data expires exactly on time, even before Sheaf erases it.
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* tagOfData, "DataExpired")
    yield* TestClock.adjust("2 hours")
    yield* CollectionUpkeep.erase
    assert.strictEqual(yield* tagOfData, "DataExpired")
    assert.strictEqual((yield* statusOf(id)).status, "COMPLETED_EMPTY")
    yield* World.forgetJournals
    yield* TestClock.adjust("30 days")
    yield* CollectionUpkeep.erase
    assert.strictEqual(yield* tagOfData, "CollectionNotFound")
  })
})
