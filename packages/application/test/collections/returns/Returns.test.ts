/** People who return from a bank's page to a collection under a one-time consent (spec 2.4, 13, 16). */
import { assert, describe, it } from "@effect/vitest"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { ClientStore, Collections, CollectionStore, ConnectorError } from "@sheaf/ports"
import { Effect, Fiber, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { codeIn, returnUrl } from "../../consents/ConfirmationSteps.ts"
import * as Consent from "../../consents/ConsentWorld.ts"
import { makeVisit } from "../../BankVisit.ts"
import { temporaryDatabase } from "../TemporaryDatabase.ts"
import * as Company from "../ScriptedCompany.ts"
import * as World from "../World.ts"
import { start, statusOf, test, untilStatus } from "../World.ts"
import {
  request,
  pause,
  pageScript,
  startUnbound,
  passTime,
  returnFromBank,
  returnStateOf,
  refusingScript,
  startWithReturnUrl,
  connectSessionId,
  startInSession,
  confirm,
  describeError,
  expectNotConfirmed,
  sessionOf
} from "./BankReturn.ts"

describe("a person who returns from a bank's page", () => {
  test("continues the collection that the state names, but only once", function* (company) {
    company.script = pageScript
    const id = yield* startUnbound(company)
    yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
    assert.strictEqual(yield* returnFromBank(returnStateOf(company)), "COLLECTING")
    assert.deepStrictEqual(yield* sessionOf(id), Option.some("4"))
    assert.strictEqual(yield* returnFromBank(returnStateOf(company), "another-code"), "COLLECTING")
    assert.deepStrictEqual(company.codes, ["a-code"])
    yield* TestClock.adjust("1 minute")
    yield* untilStatus(id, "COMPLETED_EMPTY")
    assert.strictEqual(yield* returnFromBank(returnStateOf(company)), "COLLECTING")
    assert.deepStrictEqual(company.codes, ["a-code"])
  })

  test("completes once if somebody visits before without the code that the page adds", function* (company) {
    company.script = Company.steps(
      Company.poll("LOGIN"),
      Company.pageWithCode(pause),
      Company.end("AUTHENTICATION_TIMEOUT"),
      Company.poll("COLLECTING", 60_000),
      Company.end("COMPLETED_EMPTY")
    )
    const id = yield* startUnbound(company)
    yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
    const { loadState } = yield* CollectionStore
    const before = yield* loadState(id)
    for (let visits = 0; visits < 3; visits++)
      assert.strictEqual(yield* returnFromBank(returnStateOf(company), ""), "COLLECTING")
    assert.deepStrictEqual(yield* loadState(id), before)
    assert.strictEqual(yield* returnFromBank(returnStateOf(company)), "COLLECTING")
    yield* TestClock.adjust("1 minute")
    yield* untilStatus(id, "COMPLETED_EMPTY")
    assert.deepStrictEqual(company.codes, ["a-code"])
  })

  test("reaches no collection with a foreign, changed or malformed state", function* (company) {
    company.script = pageScript
    const id = yield* startUnbound(company)
    yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
    const first = returnStateOf(company)
    const other = yield* startUnbound(company)
    yield* untilStatus(other, "WAITING_FOR_USER_ACTION")
    const second = returnStateOf(company)
    const [, hash = ""] = second.split(".")
    const unknown = `${World.acceptedId}.${hash}`
    for (const state of [
      "",
      "a",
      id,
      `${id}.`,
      `${id}.${hash}`,
      unknown,
      first.toUpperCase(),
      `${first}A`,
      ` ${first}`
    ]) {
      assert.strictEqual(yield* returnFromBank(state), "UNKNOWN", state)
    }
    assert.isEmpty(company.codes)
    assert.strictEqual((yield* statusOf(id)).status, "WAITING_FOR_USER_ACTION")
  })

  it.effect("is not forgotten if the service stops right after the return", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const file = yield* temporaryDatabase
      const company = Company.make(pageScript)
      const id = yield* Effect.gen(function* () {
        const id = yield* startUnbound(company)
        yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
        assert.strictEqual(yield* returnFromBank(returnStateOf(company)), "COLLECTING")
        return id
      }).pipe(Effect.provide(World.layer(company, { file })))
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* returnFromBank(returnStateOf(company), "another-code"), "COLLECTING")
        yield* World.runDueProcesses
        yield* untilStatus(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(company, { file })))
      assert.deepStrictEqual(company.codes, ["a-code"])
    })
  )
})

describe("a collection with a page", () => {
  test("never continues before the person returns, whatever the company says", function* (company) {
    for (const follows of [
      Company.poll("COLLECTING"),
      Company.askForCode,
      Company.end("COMPLETED", Company.noData),
      Company.end("COMPLETED_EMPTY")
    ]) {
      company.script = Company.steps(Company.poll("LOGIN"), Company.page(), follows)
      const id = yield* startUnbound(company)
      const { extraInformation } = yield* untilStatus(id, "FAILED")
      assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "CONNECTOR_ERROR")
    }
  })

  test("fails if nothing can prove who returns from the page", function* (company) {
    company.script = Company.steps(Company.poll("LOGIN"), Company.page(pause))
    const id = yield* start(request)
    const { extraInformation } = yield* untilStatus(id, "AUTHENTICATION_ERROR")
    assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "NOT_CONFIRMED")
  })

  test("needs a registered return address, except in the sandbox", function* (company) {
    company.page = true
    const wordsOf = (asked: Partial<StartCollection>) =>
      Effect.map(Effect.flip(start({ ...request, ...asked })), Consent.describeError)
    assert.strictEqual(yield* wordsOf({}), "MISSING_FIELD /returnUrl")
    assert.strictEqual(yield* wordsOf({ returnUrl }), "INVALID_FIELD /returnUrl")
    assert.strictEqual(yield* wordsOf({ state: "case-17" }), "INVALID_FIELD /state")
    yield* (yield* ClientStore).addReturnUrl(World.caller.clientId, returnUrl)
    assert.strictEqual(yield* wordsOf({ returnUrl, state: "\u200B" }), "INVALID_FIELD /state")
    delete company.page
    company.script = Company.completingScript
    yield* untilStatus(yield* start({ ...request, returnUrl }), "COMPLETED_EMPTY")
  })
})

describe("a collection with a return address", () => {
  test("continues once the client posts the code that the person brought back", function* (company) {
    const { id, state, user } = yield* startWithReturnUrl(company)
    const location = yield* returnFromBank(state)
    assert.match(location, /^https:\/\/app\.example\/done\?state=case-17&collectionId=[0-9a-f-]{36}&code=[\w-]{43}$/)
    const { extraInformation, status } = yield* statusOf(id)
    assert.deepStrictEqual([status, extraInformation], ["WAITING_FOR_USER_ACTION", undefined])
    yield* World.runPendingWork(200)
    assert.strictEqual((yield* statusOf(id)).status, "WAITING_FOR_USER_ACTION")
    yield* confirm(user, id, codeIn(location))
    yield* passTime(2)
    yield* untilStatus(id, "COLLECTING")
    assert.strictEqual((yield* confirm(user, id, codeIn(location))).body.status, "COLLECTING")
    yield* TestClock.adjust("1 minute")
    yield* untilStatus(id, "COMPLETED_EMPTY")
  })

  test("gives the code again in the same browser only", function* (company) {
    const { state } = yield* startWithReturnUrl(company)
    const first = yield* (yield* Collections).handleReturn(
      makeVisit(state, { response: { code: Redacted.make("a-code") } })
    )
    if (first._tag !== "REDIRECTED" || first.browser === undefined) return assert.fail("no secret for the browser")
    const { secret } = first.browser
    assert.strictEqual(yield* returnFromBank(state, "a-code", { secret }), first.location)
    // Without the bank's code, nothing proves that the visitor is the person.
    for (const again of [
      yield* returnFromBank(state),
      yield* returnFromBank(state, "another-code", { secret }),
      yield* returnFromBank(state, "", { secret }),
      yield* returnFromBank(state, "a-code", { secret: Redacted.make("another") })
    ])
      assert.strictEqual(codeIn(again), "none")
  })

  test("gives no code if the bank has not granted the consent when somebody first returns", function* (company) {
    const { id, state } = yield* startWithReturnUrl(company, refusingScript)
    assert.strictEqual(codeIn(yield* returnFromBank(state, "")), "none")
    yield* untilStatus(id, "AUTHENTICATION_ERROR")
    assert.match(yield* returnFromBank(state, ""), /^https:\/\/app\.example\/done\?state=case-17&collectionId=/)
  })

  test("asks a person to wait while the bank does not answer, and gives the code only to that browser", function* (company) {
    const { state } = yield* startWithReturnUrl(company)
    company.script = () => Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))
    const coming = yield* Effect.forkChild(
      Effect.flatMap(Collections, (collections) =>
        collections.handleReturn(makeVisit(state, { response: { code: Redacted.make("a-code") } }))
      )
    )
    yield* passTime(6)
    const first = yield* Fiber.join(coming)
    if (first._tag !== "RETURNED" || first.browser === undefined) return assert.fail("no secret for the browser")
    const { secret } = first.browser
    assert.isTrue(first.isUndecided)
    company.script = pageScript
    yield* passTime(10)
    assert.strictEqual(codeIn(yield* returnFromBank(state)), "none")
    assert.notStrictEqual(codeIn(yield* returnFromBank(state, "a-code", { secret })), "none")
  })

  test("ends after a wrong code, a late code, and another user's code", function* (company) {
    const wrong = yield* startWithReturnUrl(company)
    yield* returnFromBank(wrong.state)
    assert.strictEqual(yield* describeError(confirm(wrong.user, wrong.id, "guess")), "CollectionNotConfirmed")
    yield* expectNotConfirmed(wrong.id, company)
    const late = yield* startWithReturnUrl(company)
    const lateCode = codeIn(yield* returnFromBank(late.state))
    yield* TestClock.adjust("10 minutes")
    const { extraInformation } = yield* untilStatus(late.id, "AUTHENTICATION_TIMEOUT")
    assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "NOT_CONFIRMED")
    assert.match(yield* describeError(confirm(late.user, late.id, lateCode)), /^CollectionNotAwaitingConfirmation/)
    const stolen = yield* startWithReturnUrl(company)
    const code = codeIn(yield* returnFromBank(stolen.state))
    const mallory = yield* Consent.userOf("mallory")
    assert.strictEqual(yield* describeError(confirm(mallory, stolen.id, "guess")), "CollectionNotFound")
    assert.strictEqual((yield* statusOf(stolen.id)).status, "WAITING_FOR_USER_ACTION")
    assert.strictEqual(yield* describeError(confirm(World.stranger, stolen.id, code)), "CollectionNotFound")
    assert.strictEqual(yield* describeError(confirm(World.caller, stolen.id, code)), "ConnectUserTokenRequired")
    assert.strictEqual(yield* describeError(confirm(mallory, stolen.id, code)), "CollectionNotFound")
    yield* expectNotConfirmed(stolen.id, company)
  })

  test("accepts no code before the person returns, and none of another collection", function* (company) {
    const one = yield* startWithReturnUrl(company)
    assert.match(yield* describeError(confirm(one.user, one.id, "early")), /^CollectionNotAwaitingConfirmation/)
    const code = codeIn(yield* returnFromBank(one.state))
    const other = yield* startWithReturnUrl(company)
    yield* returnFromBank(other.state)
    assert.strictEqual(yield* describeError(confirm(one.user, other.id, code)), "CollectionNotConfirmed")
    yield* confirm(one.user, one.id, code)
    yield* passTime(2)
    yield* untilStatus(one.id, "COLLECTING")
  })
})

describe("a collection of a Connect session", () => {
  test("continues after the return of the browser that holds the session", function* (company) {
    const { browser, id, state } = yield* startInSession(company)
    assert.strictEqual(
      yield* returnFromBank(state, "a-code", { sessions: { [connectSessionId]: browser } }),
      "COLLECTING"
    )
    yield* TestClock.adjust("1 minute")
    yield* untilStatus(id, "COMPLETED_EMPTY")
  })

  test("ends when another browser returns, even if that browser has secrets of other sessions", function* (company) {
    const { browser } = yield* startInSession(company)
    for (const sessions of [
      {},
      { [World.acceptedId]: browser },
      { [connectSessionId]: Redacted.make("A".repeat(43)) }
    ]) {
      const { id, state } = yield* startInSession(company)
      assert.strictEqual(yield* returnFromBank(state, "a-code", { sessions }), "ELSEWHERE")
      assert.isEmpty(company.codes)
      yield* expectNotConfirmed(id, company)
      assert.strictEqual(yield* returnFromBank(state, "a-code", { sessions: { [connectSessionId]: browser } }), "ENDED")
    }
  })

  test("ends when another browser returns after the session's own browser, while data is being read", function* (company) {
    const { browser, id, state } = yield* startInSession(company)
    assert.strictEqual(
      yield* returnFromBank(state, "a-code", { sessions: { [connectSessionId]: browser } }),
      "COLLECTING"
    )
    assert.strictEqual(yield* returnFromBank(state, "a-code"), "ELSEWHERE")
    yield* expectNotConfirmed(id, company)
  })
})

describe("a person who logs in at a bank before the consent's page", () => {
  /**
   * A bank with two pages. Only the first page adds a code to the return URL, and Sheaf exchanges the code before the
   * second page appears.
   */
  const script = Company.steps(
    Company.poll("LOGIN"),
    Company.pageWithCode(pause),
    Company.end("AUTHENTICATION_TIMEOUT"),
    Company.poll("WAITING_FOR_USER_ACTION"),
    Company.page(pause),
    Company.end("AUTHENTICATION_TIMEOUT"),
    Company.poll("COLLECTING"),
    Company.poll("COLLECTING", 60_000),
    Company.end("COMPLETED_EMPTY")
  )

  const nextStateOf = ({ pageReturns }: Company.ScriptedCompany) =>
    pageReturns.at(-1)?.state ?? assert.fail("there is no state")

  test("gets the code only after the second page, and the first state no longer counts", function* (company) {
    company.exchange = "3"
    const { id, state, user } = yield* startWithReturnUrl(company, script)
    const first = yield* returnFromBank(state)
    assert.deepStrictEqual([first.startsWith(returnUrl), codeIn(first)], [true, "none"])
    yield* passTime(1)
    const second = nextStateOf(company)
    assert.notStrictEqual(second, state)
    for (const code of ["", "a-code", "b-code"]) assert.strictEqual(yield* returnFromBank(state, code), "UNKNOWN")
    assert.deepStrictEqual(company.codes, ["a-code"])
    const last = yield* returnFromBank(second, "")
    assert.strictEqual(codeIn(yield* returnFromBank(second, "")), "none")
    yield* confirm(user, id, codeIn(last))
    yield* passTime(62)
    yield* untilStatus(id, "COMPLETED_EMPTY")
  })

  test("ends the collection in another browser than the session's, at either page", function* (company) {
    company.exchange = "3"
    for (const isSecond of [false, true]) {
      const { browser, id, state } = yield* startInSession(company, script)
      if (isSecond) yield* returnFromBank(state, "a-code", { sessions: { [connectSessionId]: browser } })
      yield* returnFromBank(isSecond ? nextStateOf(company) : state, isSecond ? "" : "a-code")
      yield* expectNotConfirmed(id, company)
    }
  })
})
