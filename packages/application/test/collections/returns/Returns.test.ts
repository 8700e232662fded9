/** People who return from a bank's page to a collection under a one-time consent (spec 2.4, 13, 16). */
import { assert, describe, it } from "@effect/vitest"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { ClientStore, Collections, CollectionStore, ConnectorError } from "@sheaf/ports"
import { Effect, Fiber, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { codeIn, returnUrl } from "../../consents/Confirming.ts"
import * as Consent from "../../consents/ConsentWorld.ts"
import { visit } from "../../Visiting.ts"
import { temporaryFile } from "../NewDatabase.ts"
import * as Company from "../ScriptedCompany.ts"
import * as World from "../World.ts"
import { start, statusOf, test, until } from "../World.ts"
import {
  request,
  pause,
  script,
  startUnbound,
  pass,
  come,
  stateOf,
  refusing,
  startReturning,
  connectSessionId,
  startInSession,
  confirm,
  wordsOf,
  notConfirmed,
  sessionOf
} from "./Returning.ts"

describe("a person who returns from a bank's page", () => {
  test("continues the collection that the state names, but only once", function* (company) {
    company.script = script
    const id = yield* startUnbound(company)
    yield* until(id, "WAITING_FOR_USER_ACTION")
    assert.strictEqual(yield* come(stateOf(company)), "COLLECTING")
    assert.deepStrictEqual(yield* sessionOf(id), Option.some("4"))
    assert.strictEqual(yield* come(stateOf(company), "another-code"), "COLLECTING")
    assert.deepStrictEqual(company.codes, ["a-code"])
    yield* TestClock.adjust("1 minute")
    yield* until(id, "COMPLETED_EMPTY")
    assert.strictEqual(yield* come(stateOf(company)), "COLLECTING")
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
    yield* until(id, "WAITING_FOR_USER_ACTION")
    const { work } = yield* CollectionStore
    const before = yield* work(id)
    for (let visits = 0; visits < 3; visits++) assert.strictEqual(yield* come(stateOf(company), ""), "COLLECTING")
    assert.deepStrictEqual(yield* work(id), before)
    assert.strictEqual(yield* come(stateOf(company)), "COLLECTING")
    yield* TestClock.adjust("1 minute")
    yield* until(id, "COMPLETED_EMPTY")
    assert.deepStrictEqual(company.codes, ["a-code"])
  })

  test("reaches no collection with a foreign, changed or malformed state", function* (company) {
    company.script = script
    const id = yield* startUnbound(company)
    yield* until(id, "WAITING_FOR_USER_ACTION")
    const first = stateOf(company)
    const other = yield* startUnbound(company)
    yield* until(other, "WAITING_FOR_USER_ACTION")
    const second = stateOf(company)
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
      assert.strictEqual(yield* come(state), "UNKNOWN", state)
    }
    assert.isEmpty(company.codes)
    assert.strictEqual((yield* statusOf(id)).status, "WAITING_FOR_USER_ACTION")
  })

  it.effect("is not forgotten if the service stops right after the return", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const file = yield* temporaryFile
      const company = Company.make(script)
      const id = yield* Effect.gen(function* () {
        const id = yield* startUnbound(company)
        yield* until(id, "WAITING_FOR_USER_ACTION")
        assert.strictEqual(yield* come(stateOf(company)), "COLLECTING")
        return id
      }).pipe(Effect.provide(World.layer(company, { file })))
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* come(stateOf(company), "another-code"), "COLLECTING")
        yield* World.recover
        yield* until(id, "COLLECTING")
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
      Company.end("COMPLETED", Company.nothing),
      Company.end("COMPLETED_EMPTY")
    ]) {
      company.script = Company.steps(Company.poll("LOGIN"), Company.page(), follows)
      const id = yield* startUnbound(company)
      const { extraInformation } = yield* until(id, "FAILED")
      assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "CONNECTOR_ERROR")
    }
  })

  test("fails if nothing can prove who returns from the page", function* (company) {
    company.script = Company.steps(Company.poll("LOGIN"), Company.page(pause))
    const id = yield* start(request)
    const { extraInformation } = yield* until(id, "AUTHENTICATION_ERROR")
    assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "NOT_CONFIRMED")
  })

  test("needs a registered return address, except in the sandbox", function* (company) {
    company.page = true
    const wordsOf = (asked: Partial<StartCollection>) =>
      Effect.map(Effect.flip(start({ ...request, ...asked })), Consent.wordsOf)
    assert.strictEqual(yield* wordsOf({}), "MISSING_FIELD /returnUrl")
    assert.strictEqual(yield* wordsOf({ returnUrl }), "INVALID_FIELD /returnUrl")
    assert.strictEqual(yield* wordsOf({ state: "case-17" }), "INVALID_FIELD /state")
    yield* (yield* ClientStore).addReturnUrl(World.caller.clientId, returnUrl)
    assert.strictEqual(yield* wordsOf({ returnUrl, state: "\u200B" }), "INVALID_FIELD /state")
    delete company.page
    company.script = Company.completing
    yield* until(yield* start({ ...request, returnUrl }), "COMPLETED_EMPTY")
  })
})

describe("a collection with a return address", () => {
  test("continues once the client posts the code that the person brought back", function* (company) {
    const { id, state, user } = yield* startReturning(company)
    const location = yield* come(state)
    assert.match(location, /^https:\/\/app\.example\/done\?state=case-17&collectionId=[0-9a-f-]{36}&code=[\w-]{43}$/)
    const { extraInformation, status } = yield* statusOf(id)
    assert.deepStrictEqual([status, extraInformation], ["WAITING_FOR_USER_ACTION", undefined])
    yield* World.turns(200)
    assert.strictEqual((yield* statusOf(id)).status, "WAITING_FOR_USER_ACTION")
    yield* confirm(user, id, codeIn(location))
    yield* pass(2)
    yield* until(id, "COLLECTING")
    assert.strictEqual((yield* confirm(user, id, codeIn(location))).body.status, "COLLECTING")
    yield* TestClock.adjust("1 minute")
    yield* until(id, "COMPLETED_EMPTY")
  })

  test("gives the code again in the same browser only", function* (company) {
    const { state } = yield* startReturning(company)
    const first = yield* (yield* Collections).returned(visit(state, { response: { code: Redacted.make("a-code") } }))
    if (first._tag !== "REDIRECTED" || first.browser === undefined) return assert.fail("no secret for the browser")
    const { secret } = first.browser
    assert.strictEqual(yield* come(state, "a-code", { secret }), first.location)
    // Without the bank's code, the visitor is not the person.
    for (const again of [
      yield* come(state),
      yield* come(state, "another-code", { secret }),
      yield* come(state, "", { secret }),
      yield* come(state, "a-code", { secret: Redacted.make("another") })
    ])
      assert.strictEqual(codeIn(again), "none")
  })

  test("gives no code if the bank has not granted the consent when somebody first returns", function* (company) {
    const { id, state } = yield* startReturning(company, refusing)
    assert.strictEqual(codeIn(yield* come(state, "")), "none")
    yield* until(id, "AUTHENTICATION_ERROR")
    // The person still returns to the client.
    assert.match(yield* come(state, ""), /^https:\/\/app\.example\/done\?state=case-17&collectionId=/)
  })

  test("asks a person to wait while the bank does not answer, and gives the code only to that browser", function* (company) {
    const { state } = yield* startReturning(company)
    company.script = () => Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))
    const coming = yield* Effect.forkChild(
      Effect.flatMap(Collections, (collections) =>
        collections.returned(visit(state, { response: { code: Redacted.make("a-code") } }))
      )
    )
    yield* pass(6)
    const first = yield* Fiber.join(coming)
    if (first._tag !== "RETURNED" || first.browser === undefined) return assert.fail("no secret for the browser")
    const { secret } = first.browser
    assert.isTrue(first.isUndecided)
    company.script = script
    yield* pass(10)
    assert.strictEqual(codeIn(yield* come(state)), "none")
    assert.notStrictEqual(codeIn(yield* come(state, "a-code", { secret })), "none")
  })

  test("ends after a wrong code, a late code, and another user's code", function* (company) {
    const wrong = yield* startReturning(company)
    yield* come(wrong.state)
    assert.strictEqual(yield* wordsOf(confirm(wrong.user, wrong.id, "guess")), "CollectionNotConfirmed")
    yield* notConfirmed(wrong.id, company)
    const late = yield* startReturning(company)
    const lateCode = codeIn(yield* come(late.state))
    yield* TestClock.adjust("10 minutes")
    const { extraInformation } = yield* until(late.id, "AUTHENTICATION_TIMEOUT")
    assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "NOT_CONFIRMED")
    assert.match(yield* wordsOf(confirm(late.user, late.id, lateCode)), /^CollectionNotAwaitingConfirmation/)
    const stolen = yield* startReturning(company)
    const code = codeIn(yield* come(stolen.state))
    const mallory = yield* Consent.userOf("mallory")
    assert.strictEqual(yield* wordsOf(confirm(mallory, stolen.id, "guess")), "CollectionNotFound")
    assert.strictEqual((yield* statusOf(stolen.id)).status, "WAITING_FOR_USER_ACTION")
    assert.strictEqual(yield* wordsOf(confirm(World.stranger, stolen.id, code)), "CollectionNotFound")
    assert.strictEqual(yield* wordsOf(confirm(World.caller, stolen.id, code)), "ConnectUserTokenRequired")
    assert.strictEqual(yield* wordsOf(confirm(mallory, stolen.id, code)), "CollectionNotFound")
    yield* notConfirmed(stolen.id, company)
  })

  test("accepts no code before the person returns, and none of another collection", function* (company) {
    const one = yield* startReturning(company)
    assert.match(yield* wordsOf(confirm(one.user, one.id, "early")), /^CollectionNotAwaitingConfirmation/)
    const code = codeIn(yield* come(one.state))
    const other = yield* startReturning(company)
    yield* come(other.state)
    assert.strictEqual(yield* wordsOf(confirm(one.user, other.id, code)), "CollectionNotConfirmed")
    yield* confirm(one.user, one.id, code)
    yield* pass(2)
    yield* until(one.id, "COLLECTING")
  })
})

describe("a collection of a Connect session", () => {
  test("continues after the return of the browser that holds the session", function* (company) {
    const { browser, id, state } = yield* startInSession(company)
    assert.strictEqual(yield* come(state, "a-code", { sessions: { [connectSessionId]: browser } }), "COLLECTING")
    yield* TestClock.adjust("1 minute")
    yield* until(id, "COMPLETED_EMPTY")
  })

  test("ends when another browser returns, even if that browser has secrets of other sessions", function* (company) {
    const { browser } = yield* startInSession(company)
    for (const sessions of [
      {},
      { [World.acceptedId]: browser },
      { [connectSessionId]: Redacted.make("A".repeat(43)) }
    ]) {
      const { id, state } = yield* startInSession(company)
      assert.strictEqual(yield* come(state, "a-code", { sessions }), "ELSEWHERE")
      assert.isEmpty(company.codes)
      yield* notConfirmed(id, company)
      assert.strictEqual(yield* come(state, "a-code", { sessions: { [connectSessionId]: browser } }), "ENDED")
    }
  })

  test("ends when another browser returns after the session's own browser, while data is being read", function* (company) {
    const { browser, id, state } = yield* startInSession(company)
    assert.strictEqual(yield* come(state, "a-code", { sessions: { [connectSessionId]: browser } }), "COLLECTING")
    assert.strictEqual(yield* come(state, "a-code"), "ELSEWHERE")
    yield* notConfirmed(id, company)
  })
})
