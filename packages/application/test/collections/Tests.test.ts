/** Test collections in production reach only a company's test environment (spec 2.1). */
import { assert, describe } from "@effect/vitest"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { ClientStore, Collections } from "@sheaf/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Company from "./ScriptedCompany.ts"
import * as World from "./World.ts"

const requestOf = (loginMethod: LoginMethod, company = "se-nordhem") => ({
  company,
  loginMethod,
  parameters: [{ type: "SWEDISH_EID", personalNumber: "198112189876" } as const]
})

const { testMethod } = Company

const allow = Effect.flatMap(ClientStore, (clients) => clients.allowTestMethods(World.caller.clientId, true))

const refusedStart = Effect.fnUntraced(function* (request: Parameters<Collections["Service"]["start"]>[1]) {
  const error = yield* Effect.flip((yield* Collections).start(World.caller, request))
  return error._tag === "InvalidParameters" ? error.violations.map(({ code, pointer }) => `${code} ${pointer}`) : error
})

describe("a collection for tests", () => {
  World.test("runs at the test environment and says so", function* (company) {
    company.test = Company.make(Company.completingScript)
    yield* allow
    const id = yield* World.start(requestOf(testMethod))
    assert.isTrue((yield* World.untilStatus(id, "COMPLETED_EMPTY")).test)
    assert.lengthOf(company.test.orders, 1)
    assert.isEmpty(company.orders)
  })

  World.test("never reaches the company, even if its test environment is removed", function* (company) {
    company.test = Company.make(Company.steps(Company.poll("LOGIN"), Company.poll("LOGIN", 60_000)))
    yield* allow
    const id = yield* World.start(requestOf(testMethod))
    yield* World.untilStatus(id, "LOGIN")
    delete company.test
    yield* TestClock.adjust("2 minutes")
    yield* World.untilStatus(id, "THIRD_PARTY_ERROR")
    yield* World.runPendingWork(20)
    assert.isEmpty(company.orders)
    assert.isEmpty(company.cancelled)
  })

  World.test("needs the operator's permission and a test environment", function* (company) {
    const refused = ["LOGIN_METHOD_NOT_IN_PRODUCTION /loginMethod"]
    company.test = Company.make()
    assert.deepStrictEqual(yield* refusedStart(requestOf(testMethod)), refused)
    yield* allow
    delete company.test
    assert.deepStrictEqual(yield* refusedStart(requestOf(testMethod)), refused)
    assert.propertyVal(yield* refusedStart(requestOf(testMethod, "se-unknown")), "_tag", "UnknownCompany")
  })

  World.test("cannot use a method that the company lacks", function* (company) {
    company.test = Company.make()
    yield* allow
    const id = yield* World.start(requestOf("SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK"))
    yield* World.untilStatus(id, "LOGIN_METHOD_NOT_APPLICABLE")
    assert.isEmpty(company.test.orders)
  })
})
