/** Recovering collections, and erasing their data and rows (spec 10). */
import { assert, describe } from "@effect/vitest"
import { Collections } from "@sheaf/ports"
import { CollectionSample } from "@sheaf/ports/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Expiration from "../../src/tasks/Expiration.ts"
import * as Company from "./ScriptedCompany.ts"
import * as World from "./World.ts"
import { start, statusOf, test, untilStatus } from "./World.ts"

const collectionId = World.acceptedId

const acceptOnly = World.acceptWithoutSteps(CollectionSample.loginOrder)

describe("recovery", () => {
  test("starts a collection that was accepted before a crash", function* (company) {
    company.script = Company.askingScript
    yield* acceptOnly
    yield* World.runDueProcesses
    yield* untilStatus(collectionId, "TWO_FACTOR_PENDING")
  })

  test("continues past an unreadable collection, and abandons it after its deadline", function* (company) {
    company.script = Company.askingScript
    yield* acceptOnly
    yield* World.corruptOrder(collectionId)
    const id = yield* start()
    yield* untilStatus(id, "TWO_FACTOR_PENDING")
    yield* TestClock.adjust("1 minute")
    yield* World.runDueProcesses
    assert.strictEqual((yield* statusOf(collectionId)).status, "RUNNING")
    yield* TestClock.adjust("12 minutes")
    yield* World.runDueProcesses
    yield* untilStatus(collectionId, "FAILED")
    yield* untilStatus(id, "AUTHENTICATION_TIMEOUT")
    assert.deepStrictEqual(yield* World.historyOf(collectionId), ["RUNNING", "FAILED"])
  })
})

describe("an ended collection", () => {
  test("keeps its data for a day, and its row for thirty days", function* (company) {
    company.script = Company.completingScript
    const id = yield* start()
    yield* untilStatus(id, "COMPLETED_EMPTY")
    const tagOfData = Effect.match((yield* Collections).insuranceData(World.caller, id), {
      onFailure: ({ _tag }) => _tag,
      onSuccess: () => "Success"
    })
    yield* TestClock.adjust("86399 seconds")
    yield* Expiration.eraseCollections
    assert.strictEqual(yield* tagOfData, "Success")
    // The data expires exactly on time, even before Sheaf erases it.
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* tagOfData, "DataExpiredError")
    yield* TestClock.adjust("2 hours")
    yield* Expiration.eraseCollections
    assert.strictEqual(yield* tagOfData, "DataExpiredError")
    assert.strictEqual((yield* statusOf(id)).status, "COMPLETED_EMPTY")
    yield* TestClock.adjust("30 days")
    yield* Expiration.eraseCollections
    assert.strictEqual(yield* tagOfData, "CollectionNotFound")
  })
})
