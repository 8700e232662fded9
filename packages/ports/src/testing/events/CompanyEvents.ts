/** Contract tests for the events about companies that become available or unavailable. */
import { assert } from "@effect/vitest"
import type { CompanyStatus } from "@sheaf/domain/Company"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { AvailabilityStore } from "../../companies/AvailabilityStore.ts"
import * as Sample from "../samples/CollectionSample.ts"
import { testsOf } from "../samples/Fixture.ts"
import { allEvents } from "./EventFixture.ts"
import type { EventTestMethods } from "./EventFixture.ts"

const company = "se-nordhem"

export const companyEventTests = (it: EventTestMethods): void => {
  const test = testsOf(it, AvailabilityStore)

  test("a node that starts announces nothing before its first call has an outcome", function* ({ record }) {
    const clientId = yield* Sample.newClient
    const company = "se-grannskap"
    const report = (status: CompanyStatus, seconds: number, isObserved: boolean) =>
      record([{ company, status, updatedAt: Sample.startTime + seconds, isObserved }])
    yield* report("OPERATIONAL", 1, false)
    yield* report("UNAVAILABLE", 2, true)
    yield* report("OPERATIONAL", 3, false)
    yield* report("OPERATIONAL", 3, true)
    assert.deepStrictEqual(
      (yield* allEvents(clientId)).map(({ facts }) => facts),
      [
        { company, status: "UNAVAILABLE", updatedAt: Sample.startTime + 2 },
        { company, status: "OPERATIONAL", updatedAt: Sample.startTime + 3 }
      ]
    )
  })

  test("a failure ends ten minutes after the last node that sees it has died", function* ({ record }) {
    const clientId = yield* Sample.newClient
    const company = "se-solvik"
    const at = (minutes: number) => Sample.startTime + minutes * 60_000
    const [failing, other] = [
      { company, status: "UNAVAILABLE", updatedAt: at(1) },
      { company, status: "OPERATIONAL", updatedAt: at(0) }
    ] as const
    yield* Effect.gen(function* () {
      yield* TestClock.setTime(at(0))
      yield* record([other])
      for (const minute of [1, 4, 7, 10, 13, 16, 19]) {
        yield* TestClock.setTime(at(minute))
        yield* record([failing])
        yield* record([other])
      }
      // The node that saw the failure dies. The node that takes over has not called the company yet.
      for (const minute of [20, 28, 30, 31]) {
        yield* TestClock.setTime(at(minute))
        yield* record([{ ...other, isObserved: false }])
      }
    }).pipe(Effect.provide(TestClock.layer()))
    assert.deepStrictEqual(
      (yield* allEvents(clientId)).map(({ facts }) => facts),
      [failing, { ...other, updatedAt: at(30) }]
    )
  })

  test("a recovery counts even if another node confirms the failure before it is reported", function* ({ record }) {
    const clientId = yield* Sample.newClient
    const company = "se-vattern"
    const at = (minutes: number) => Sample.startTime + minutes * 60_000
    const failing = { company, status: "UNAVAILABLE", updatedAt: at(1) } as const
    const recovered = { company, status: "OPERATIONAL", updatedAt: at(3) } as const
    // This test has its own clock, so that it does not advance the other tests' clock.
    yield* Effect.gen(function* () {
      yield* TestClock.setTime(at(1))
      yield* record([{ ...recovered, updatedAt: at(0) }])
      yield* record([failing])
      yield* TestClock.setTime(at(4))
      yield* record([failing])
      yield* record([recovered])
    }).pipe(Effect.provide(TestClock.layer()))
    assert.deepStrictEqual(
      (yield* allEvents(clientId)).map(({ facts }) => facts),
      [failing, recovered]
    )
  })

  test("every client gets one event for each change, also if several nodes report it", function* ({ record }) {
    const clients = [yield* Sample.newClient, yield* Sample.newClient]
    const report = (status: CompanyStatus, seconds: number) =>
      Effect.all(
        Array.from({ length: 3 }, () => record([{ company, status, updatedAt: Sample.startTime + seconds }])),
        { concurrency: "unbounded" }
      )
    yield* report("OPERATIONAL", 1)
    yield* report("DEGRADED", 2)
    yield* report("UNAVAILABLE", 3)
    yield* report("MAINTENANCE", 4)
    yield* report("OPERATIONAL", 1)
    yield* report("UNAVAILABLE", 3)
    yield* report("OPERATIONAL", 5)
    for (const clientId of clients) {
      assert.deepStrictEqual(
        (yield* allEvents(clientId)).map(({ facts }) => facts),
        [
          { company, status: "UNAVAILABLE", updatedAt: Sample.startTime + 3 },
          { company, status: "OPERATIONAL", updatedAt: Sample.startTime + 5 }
        ]
      )
    }
  })
}
