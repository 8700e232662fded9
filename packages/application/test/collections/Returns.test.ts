/** People who return from a bank's page to a collection under a one-time consent (decisions 9, 18, 21). */
import { assert, describe, it } from "@effect/vitest"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { ClientStore, Collections, CollectionStore, ConnectorError, ConnectSessionStore } from "@sheaf/ports"
import type { Caller, NewConnectSession } from "@sheaf/ports"
import { Clock, Effect, Exit, Fiber, Layer, Option, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Settlement from "../../src/collections/Settlement.ts"
import { AllowedReturns, CollectionProcess } from "../../src/index.ts"
import { codeIn, returnUrl } from "../consents/Confirming.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import { visit } from "../consents/Visiting.ts"
import type { Visitor } from "../consents/Visiting.ts"
import { temporaryFile } from "./NewDatabase.ts"
import * as Company from "./ScriptedCompany.ts"
import * as World from "./World.ts"
import { start, statusOf, test, until } from "./World.ts"

const request: StartCollection = {
  company: "se-fjallbanken",
  loginMethod: "EMAIL",
  parameters: [
    { type: "EMAIL", email: "maja@example.com" },
    { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
  ]
}

/** The pause between two checks of the bank while it shows its page, in milliseconds. */
const pause = 2_000

/** Shows a page. The return skips the step after it. */
const script = Company.steps(
  Company.poll("LOGIN"),
  Company.page(pause),
  Company.end("AUTHENTICATION_TIMEOUT"),
  Company.poll("COLLECTING", 60_000),
  Company.end("COMPLETED_EMPTY")
)

/** A company that exchanges the code of a person who returned, with the number of exchanges. `response` delays them. */
const exchanging = (response: Effect.Effect<void, ConnectorError>) => {
  const exchanges = { count: 0, response }
  const company = Company.make((step, signal, key) => {
    if (step !== 3) return script(step, signal, key)
    exchanges.count += 1
    return Effect.andThen(
      Effect.suspend(() => exchanges.response),
      script(step, signal, key)
    )
  })
  return { company: Object.assign(company, { exchange: "3", page: true as const }), exchanges }
}

/** Starts a collection in the sandbox, which accepts any return. */
const startUnbound = (company: Company.ScriptedCompany) => {
  company.page = true
  return Effect.provideService(start(request), AllowedReturns.SandboxReturns, true)
}

/** Starts a collection, and waits until the exchange of the returned person's code has begun. */
const begun = Effect.fnUntraced(function* ({ company, exchanges }: ReturnType<typeof exchanging>) {
  const id = yield* startUnbound(company)
  yield* until(id, "WAITING_FOR_USER_ACTION")
  yield* Effect.forkChild(come(stateOf(company)), { startImmediately: true })
  const one = Effect.sync(() => exchanges.count === 1)
  yield* Effect.repeat(Effect.tap(one, World.turns(1)), { until: Boolean, times: 2_000 })
  yield* World.turns(50)
  return id
})

const unreachable = Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))

/** Lets seconds pass one by one, with real work in between. */
const pass = Effect.fnUntraced(function* (seconds: number) {
  for (let left = seconds; left > 0; left--) {
    yield* World.turns(10)
    yield* TestClock.adjust("1 second")
  }
  yield* World.turns(10)
})

/** Returns with a code. Resolves to the outcome that the page tells the person, or to the client's address. */
const come = Effect.fnUntraced(function* (state: string, code = "a-code", visitor: Visitor = {}) {
  const response = code === "" ? undefined : { code: Redacted.make(code) }
  const returned = yield* (yield* Collections).returned(visit(state, { response, ...visitor }))
  if (returned._tag === "RETURNED") return returned.isUndecided ? "UNDECIDED" : returned.outcome
  return returned._tag === "REDIRECTED" ? returned.location : returned._tag
})

const stateOf = ({ orders }: Company.ScriptedCompany) => orders.at(-1)?.returnState ?? assert.fail("there is no state")

/** A script with a bank that has granted the consent when the person returns. Its answer is held until the confirmation. */
const granting = Company.steps(
  Company.poll("LOGIN"),
  Company.page(pause),
  Company.end("AUTHENTICATION_TIMEOUT"),
  Company.poll("COLLECTING"),
  Company.poll("COLLECTING", 60_000),
  Company.end("COMPLETED_EMPTY")
)

/** A script with a bank that has not granted the consent when the person returns. */
const refusing = Company.steps(
  Company.poll("LOGIN"),
  Company.page(pause),
  Company.end("AUTHENTICATION_TIMEOUT"),
  Company.end("AUTHENTICATION_ERROR")
)

/** Starts a collection of a user whose return needs the client's confirmation. */
const startReturning = Effect.fnUntraced(function* (company: Company.ScriptedCompany, steps = granting) {
  Object.assign(company, { script: steps, page: true })
  company.codes.length = 0
  yield* (yield* ClientStore).addReturnUrl(World.caller.clientId, returnUrl)
  const user = yield* Consent.maja
  const id = yield* start({ ...request, returnUrl, state: "case-17" }, user)
  yield* until(id, "WAITING_FOR_USER_ACTION")
  return { id, user, state: stateOf(company) }
})

const connectSessionId = "019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e"

/** Starts a collection in an open Connect session. */
const startInSession = Effect.fnUntraced(function* (company: Company.ScriptedCompany) {
  Object.assign(company, { script, page: true })
  company.codes.length = 0
  const sessions = yield* ConnectSessionStore
  const createdAt = yield* Clock.currentTimeMillis
  const browser = Redacted.make("B".repeat(43))
  const session: NewConnectSession = {
    connectSessionId,
    clientId: World.caller.clientId,
    purpose: "COLLECT",
    status: "OPEN",
    revision: 1,
    createdAt,
    expiresAt: createdAt + 3_600_000,
    terms: {},
    progress: { steps: [] }
  }
  if (Option.isNone(yield* sessions.find(session.clientId, connectSessionId))) {
    yield* sessions.add(session, Redacted.make("link"))
    assert.isTrue(yield* sessions.bind({ ...session, isBound: false }, browser, session))
  }
  const id = yield* start(request, { ...World.caller, connectSessionId })
  yield* until(id, "WAITING_FOR_USER_ACTION")
  return { browser, id, state: stateOf(company) }
})

const confirm = (caller: Caller, id: string, code: string) =>
  Effect.flatMap(Collections, (collections) => collections.confirm(caller, id, Redacted.make(code)))

const wordsOf = <A, R>(effect: Effect.Effect<A, { readonly _tag: string }, R>) =>
  Effect.map(Effect.flip(effect), Consent.wordsOf)

/** Waits until a collection has ended because nothing proved who returned, and its session is canceled. */
const notConfirmed = Effect.fnUntraced(function* (id: string, company: Company.ScriptedCompany) {
  yield* pass(2)
  const { extraInformation } = yield* until(id, "AUTHENTICATION_ERROR")
  assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "NOT_CONFIRMED")
  yield* World.turns(50)
  assert.isNotEmpty(company.cancelled)
  company.cancelled.length = 0
})

const sessionOf = (collectionId: string) =>
  Effect.flatMap(CollectionStore, (store) =>
    Effect.map(
      store.work(collectionId),
      Option.map(({ session }) => session)
    )
  )

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

  test("ends the collection at another bank's address, because banks could mix up their responses", function* (company) {
    company.script = script
    const id = yield* startUnbound(company)
    yield* until(id, "WAITING_FOR_USER_ACTION")
    assert.strictEqual(yield* come(stateOf(company), "a-code", { company: "se-kontobanken" }), "ENDED")
    yield* notConfirmed(id, company)
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
    yield* until(id, "FAILED")
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
    assert.strictEqual(yield* wordsOf({ returnUrl }), "INVALID_FIELD /returnUrl")
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

describe("the exchange of a returned person's code", () => {
  it.effect("is made by one of several runs of the same step", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const made = exchanging(Effect.sleep("3 seconds"))
      yield* Effect.gen(function* () {
        const id = yield* begun(made)
        yield* CollectionProcess.process.takeSteps(id)
        yield* World.recover
        yield* World.turns(50)
        yield* TestClock.adjust("3 seconds")
        yield* until(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(made.company)))
      assert.strictEqual(made.exchanges.count, 1)
    })
  )

  it.effect("is repeated while the company is unreachable, each time by only one run of the step", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const made = exchanging(unreachable)
      yield* Effect.gen(function* () {
        const id = yield* begun(made)
        yield* pass(45)
        assert.strictEqual((yield* statusOf(id)).status, "WAITING_FOR_USER_ACTION")
        const failed = made.exchanges.count
        assert.isAbove(failed, 2)
        made.exchanges.response = Effect.sleep("15 seconds")
        yield* pass(12)
        yield* CollectionProcess.process.takeSteps(id)
        yield* World.recover
        yield* pass(15)
        yield* until(id, "COLLECTING")
        assert.strictEqual(made.exchanges.count, failed + 1)
      }).pipe(Effect.provide(World.layer(made.company)))
    })
  )

  it.effect("ends the collection if the company is unreachable for more than a minute", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const made = exchanging(unreachable)
      yield* Effect.gen(function* () {
        const id = yield* begun(made)
        yield* pass(80)
        const { extraInformation } = yield* until(id, "THIRD_PARTY_ERROR")
        assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "COMPANY_UNREACHABLE")
        assert.isAbove(made.exchanges.count, 7)
      }).pipe(Effect.provide(World.layer(made.company)))
    })
  )

  it.effect("is repeated once its claim ends if the service was killed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const made = exchanging(Effect.void)
      yield* Effect.gen(function* () {
        const id = yield* startUnbound(made.company)
        yield* until(id, "WAITING_FOR_USER_ACTION")
        const store = yield* CollectionStore
        const work = Option.getOrThrow(yield* store.work(id))
        const now = yield* Clock.currentTimeMillis
        const visit = { state: "CONFIRMED" } as const
        yield* store.advance(work, [{ ...Settlement.unchanged(work, now, "3"), visit, dueAt: now + 90_000 }], {
          isJournaled: false
        })
        yield* pass(85)
        assert.strictEqual(made.exchanges.count, 0)
        yield* pass(10)
        yield* until(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(made.company)))
      assert.strictEqual(made.exchanges.count, 1)
    })
  )

  /** Stops the service during the exchange. The stop lasts for `duration` milliseconds. */
  const stopped = Effect.fnUntraced(function* (made: ReturnType<typeof exchanging>, file: string, duration: number) {
    yield* TestClock.setTime(World.noon)
    const scope = yield* Scope.make()
    const id = yield* Effect.provide(
      begun(made),
      yield* Layer.buildWithScope(World.layer(made.company, { file }), scope)
    )
    const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
    yield* World.turns(50)
    yield* TestClock.adjust(duration)
    yield* Fiber.join(stopping)
    return id
  })

  it.effect("loses nothing if the service stops in the meantime", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const made = exchanging(Effect.sleep("15 seconds"))
      const id = yield* stopped(made, file, 15_000)
      yield* Effect.gen(function* () {
        yield* World.recover
        yield* until(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(made.company, { file })))
      assert.strictEqual(made.exchanges.count, 1)
    })
  )

  it.effect("ends at its time limit if the server does not respond, and is repeated after the restart", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const made = exchanging(Effect.never)
      const id = yield* stopped(made, file, 20_000)
      made.exchanges.response = Effect.void
      yield* Effect.gen(function* () {
        yield* World.recover
        yield* pass(1)
        yield* until(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(made.company, { file })))
      assert.strictEqual(made.exchanges.count, 2)
    })
  )
})
