/** People who return to a collection from a company's own page (spec 2.4, 13, 16). */
import { assert, describe } from "@effect/vitest"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { ClientStore } from "@sheaf/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { StartCheck } from "../../../src/index.ts"
import { codeIn, returnUrl } from "../../consents/ConfirmationSteps.ts"
import * as Consent from "../../consents/ConsentWorld.ts"
import type { VisitOptions } from "../../BankVisit.ts"
import * as Company from "../ScriptedCompany.ts"
import * as World from "../World.ts"
import { start, statusOf, test, untilStatus } from "../World.ts"
import * as BankReturn from "./BankReturn.ts"
import { confirm, connectSessionId, expectNotConfirmed, passTime, describeError } from "./BankReturn.ts"

const request: StartCollection = {
  company: Company.withOwnPage,
  loginMethod: "EMAIL",
  parameters: [{ type: "EMAIL", email: "maja@example.com" }]
}

const come = (state: string, visitor: VisitOptions = {}) =>
  BankReturn.returnFromBank(state, "", { company: Company.withOwnPage, query: { code: "a-code", state }, ...visitor })

/**
 * The company shows a page. If the person returns in time, the step that would end the collection with
 * AUTHENTICATION_TIMEOUT is skipped.
 */
const script = Company.steps(
  Company.poll("LOGIN"),
  Company.page(2_000),
  Company.end("AUTHENTICATION_TIMEOUT"),
  Company.poll("COLLECTING"),
  Company.poll("COLLECTING", 60_000),
  Company.end("COMPLETED_EMPTY")
)

const startUnbound = Effect.fnUntraced(function* (company: Company.ScriptedCompany, steps = script) {
  company.script = steps
  const id = yield* Effect.provideService(start(request), StartCheck.AllowsLoopbackReturnUrls, true)
  yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
  return { id, state: stateOf(company) }
})

const stateOf = ({ pageReturns }: Company.ScriptedCompany) =>
  pageReturns.at(-1)?.state ?? assert.fail("there is no return address")

const startReturning = Effect.fnUntraced(function* (company: Company.ScriptedCompany, steps = script) {
  company.script = steps
  yield* (yield* ClientStore).addReturnUrl(World.caller.clientId, returnUrl)
  const user = yield* Consent.maja
  const id = yield* start({ ...request, returnUrl }, user)
  yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
  return { id, user, state: stateOf(company) }
})

describe("a person who returns from a company's page", () => {
  test("continues the collection, and the connector receives the query", function* (company) {
    const { id, state } = yield* startUnbound(company)
    assert.strictEqual(yield* come(state), "COLLECTING")
    assert.deepStrictEqual(company.queries, [{ code: "a-code", state }])
    yield* TestClock.adjust("1 minute")
    yield* untilStatus(id, "COMPLETED_EMPTY")
  })

  test("can use the return address of any call since the last return", function* (company) {
    const { id } = yield* startUnbound(company)
    const [first = assert.fail("there is no return address")] = company.pageReturns
    assert.match(first.url, /\/collections\/return\/se-sidoforsakring\/[\w.-]+$/)
    assert.strictEqual(first.url, `${first.registeredUrl}/${first.state}`)
    assert.strictEqual(yield* come(first.state), "COLLECTING")
    yield* untilStatus(id, "COLLECTING")
  })

  test("changes nothing with a used, foreign, changed or expired state", function* (company) {
    const again = Company.steps(
      Company.poll("LOGIN"),
      Company.page(2_000),
      Company.end("AUTHENTICATION_TIMEOUT"),
      Company.page(2_000),
      Company.end("AUTHENTICATION_TIMEOUT"),
      Company.poll("COLLECTING", 60_000),
      Company.end("COMPLETED_EMPTY")
    )
    const { id: other, state: foreign } = yield* startUnbound(company)
    const { id, state } = yield* startUnbound(company, again)
    yield* come(state)
    assert.lengthOf(company.queries, 1)
    yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
    const [, step = "", hash = ""] = state.split(".")
    for (const wrong of [
      state,
      foreign.replace(other, id),
      `${id}.${Number(step) + 9}.${hash}`,
      `${id}.${hash}`,
      `${state}A`
    ])
      assert.strictEqual(yield* come(wrong), "UNKNOWN", wrong)
    assert.lengthOf(company.queries, 1)
    assert.strictEqual((yield* statusOf(id)).status, "WAITING_FOR_USER_ACTION")
    assert.strictEqual(yield* come(stateOf(company)), "COLLECTING")
    assert.lengthOf(company.queries, 2)
    yield* TestClock.adjust("1 minute")
    yield* untilStatus(id, "COMPLETED_EMPTY")
    yield* come(stateOf(company))
    assert.lengthOf(company.queries, 2)
  })
})

describe("a collection with a company's page", () => {
  test("is like any other while no page is shown", function* (company) {
    company.script = Company.completingScript
    yield* (yield* ClientStore).addReturnUrl(World.caller.clientId, returnUrl)
    for (const asked of [request, { ...request, returnUrl }]) yield* untilStatus(yield* start(asked), "COMPLETED_EMPTY")
  })

  test("never continues before the person returns, whatever the company says", function* (company) {
    for (const follows of [
      Company.poll("COLLECTING"),
      Company.askForCode,
      Company.end("COMPLETED", Company.noData),
      Company.end("COMPLETED_EMPTY")
    ]) {
      company.script = Company.steps(Company.poll("LOGIN"), Company.page(), follows)
      const id = yield* Effect.provideService(start(request), StartCheck.AllowsLoopbackReturnUrls, true)
      const { extraInformation } = yield* untilStatus(id, "FAILED")
      assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "CONNECTOR_ERROR")
    }
  })

  test("fails if the connector waits for somebody else after a return", function* (company) {
    const once = (session: string) =>
      ({ ...Company.poll("LOGIN")(session), _tag: "Poll", once: true, afterMillis: 0 }) as const
    for (const [follows, ends] of [
      [[Company.poll("LOGIN", 60_000)], "FAILED"],
      [[Company.poll("WAITING_FOR_USER_ACTION", 60_000)], "FAILED"],
      [[Company.askForCode], "FAILED"],
      [[Company.poll("COLLECTING"), Company.askForCode, Company.end("COMPLETED_EMPTY")], "TWO_FACTOR_PENDING"],
      [[once, once], "FAILED"],
      [[once, Company.poll("LOGIN", 60_000)], "FAILED"],
      [[once, Company.end("AUTHENTICATION_ERROR")], "AUTHENTICATION_ERROR"],
      [[once, Company.poll("COLLECTING"), Company.end("COMPLETED_EMPTY")], "COMPLETED_EMPTY"]
    ] as const) {
      const steps = [Company.poll("LOGIN"), Company.page(2_000), Company.end("AUTHENTICATION_TIMEOUT"), ...follows]
      const { id, state } = yield* startUnbound(company, Company.steps(...steps))
      yield* come(state)
      yield* untilStatus(id, ends)
    }
  })

  test("ends if nothing can prove who returns", function* (company) {
    company.script = script
    const { extraInformation } = yield* untilStatus(yield* start(request), "AUTHENTICATION_ERROR")
    assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "NOT_CONFIRMED")
    assert.isEmpty(company.pageReturns)
  })

  test("shows its page only while it waits for the person", function* (company) {
    company.script = Company.steps((session) => ({ ...Company.page()(session), status: "LOGIN" }))
    yield* untilStatus(
      yield* Effect.provideService(start(request), StartCheck.AllowsLoopbackReturnUrls, true),
      "FAILED"
    )
  })
})

describe("a collection with a company's page and a return address", () => {
  test("continues once the client posts the code that the person brought back", function* (company) {
    const { id, state, user } = yield* startReturning(company)
    const location = yield* come(state)
    assert.match(location, /^https:\/\/app\.example\/done\?collectionId=[0-9a-f-]{36}&code=[\w-]{43}$/)
    yield* World.runPendingWork(200)
    assert.strictEqual((yield* statusOf(id)).status, "WAITING_FOR_USER_ACTION")
    assert.strictEqual(codeIn(yield* come(state)), "none")
    yield* confirm(user, id, codeIn(location))
    yield* untilStatus(id, "COLLECTING")
    yield* passTime(62)
    yield* untilStatus(id, "COMPLETED_EMPTY")
  })

  test("completes if the company's next answer after the return is the last", function* (company) {
    const { id, state, user } = yield* startReturning(
      company,
      Company.steps(
        Company.page(2_000),
        Company.end("AUTHENTICATION_TIMEOUT"),
        Company.poll("COLLECTING"),
        Company.end("COMPLETED", Company.noData)
      )
    )
    yield* confirm(user, id, codeIn(yield* come(state)))
    yield* untilStatus(id, "COMPLETED_EMPTY")
  })

  test("needs a code of its own for each page", function* (company) {
    const { id, state, user } = yield* startReturning(
      company,
      Company.steps(
        Company.page(2_000),
        Company.end("AUTHENTICATION_TIMEOUT"),
        Company.poll("COLLECTING"),
        Company.page(2_000),
        Company.end("AUTHENTICATION_TIMEOUT"),
        Company.poll("COLLECTING"),
        Company.poll("COLLECTING", 60_000)
      )
    )
    const first = codeIn(yield* come(state))
    yield* confirm(user, id, first)
    yield* passTime(1)
    assert.isDefined((yield* statusOf(id)).extraInformation?.REDIRECT_URL)
    const second = codeIn(yield* come(stateOf(company)))
    assert.notStrictEqual(second, first)
    assert.strictEqual(yield* describeError(confirm(user, id, first)), "CollectionNotConfirmed")
    yield* expectNotConfirmed(id, company)
  })

  test("ends after another user's code", function* (company) {
    const { id, state } = yield* startReturning(company)
    const code = codeIn(yield* come(state))
    const mallory = yield* Consent.userOf("mallory")
    assert.strictEqual(yield* describeError(confirm(mallory, id, code)), "CollectionNotFound")
    yield* expectNotConfirmed(id, company)
  })
})

describe("a collection with a company's page in a Connect session", () => {
  const startInSession = Effect.fnUntraced(function* (company: Company.ScriptedCompany) {
    company.script = script
    const browser = yield* BankReturn.openSession
    const id = yield* start(request, { ...World.caller, connectSessionId })
    yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
    return { id, state: stateOf(company), sessions: { [connectSessionId]: browser } }
  })

  test("continues after the return of the browser that holds the session", function* (company) {
    const { id, sessions, state } = yield* startInSession(company)
    assert.strictEqual(yield* come(state, { sessions }), "COLLECTING")
    yield* TestClock.adjust("1 minute")
    yield* untilStatus(id, "COMPLETED_EMPTY")
  })

  test("ends when another browser returns, before or after the session's own", function* (company) {
    for (const isFirst of [true, false]) {
      const { id, sessions, state } = yield* startInSession(company)
      if (!isFirst) yield* come(state, { sessions })
      assert.strictEqual(yield* come(state), "ELSEWHERE")
      yield* expectNotConfirmed(id, company)
      assert.strictEqual(yield* come(state, { sessions }), "ENDED")
    }
  })
})
