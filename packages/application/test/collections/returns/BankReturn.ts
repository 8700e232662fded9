/** Collections whose person returns from a bank's page. */
import { assert } from "@effect/vitest"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { ClientStore, Collections, CollectionStore, ConnectorError, ConnectSessionStore } from "@sheaf/ports"
import type { Caller } from "@sheaf/ports"
import { ConnectSessionSample } from "@sheaf/ports/testing"
import { Clock, Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { StartCheck } from "../../../src/index.ts"
import { returnUrl } from "../../consents/ConfirmationSteps.ts"
import * as Consent from "../../consents/ConsentWorld.ts"
import { makeVisit } from "../../BankVisit.ts"
import type { VisitOptions } from "../../BankVisit.ts"
import * as Company from "../ScriptedCompany.ts"
import * as World from "../World.ts"
import { start, untilStatus } from "../World.ts"

export const request: StartCollection = {
  company: "se-fjallbanken",
  loginMethod: "EMAIL",
  parameters: [
    { type: "EMAIL", email: "maja@example.com" },
    { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
  ]
}

/** The pause between two checks while the bank shows its page, in milliseconds. */
export const pause = 2_000

/** Shows a page. If the person returns in time, the step that reports the timeout is skipped. */
export const pageScript = Company.steps(
  Company.poll("LOGIN"),
  Company.page(pause),
  Company.end("AUTHENTICATION_TIMEOUT"),
  Company.poll("COLLECTING", 60_000),
  Company.end("COMPLETED_EMPTY")
)

export const exchangingCompany = (response: Effect.Effect<void, ConnectorError>) => {
  const exchanges = { count: 0, response }
  const company = Company.make((step, signal, key) => {
    if (step !== 3) return pageScript(step, signal, key)
    exchanges.count += 1
    return Effect.andThen(
      Effect.suspend(() => exchanges.response),
      pageScript(step, signal, key)
    )
  })
  return { company: Object.assign(company, { exchange: "3", page: true as const }), exchanges }
}

export const startUnbound = (company: Company.ScriptedCompany) => {
  company.page = true
  return Effect.provideService(start(request), StartCheck.AllowsLoopbackReturnUrls, true)
}

export const beginExchange = Effect.fnUntraced(function* ({
  company,
  exchanges
}: ReturnType<typeof exchangingCompany>) {
  const id = yield* startUnbound(company)
  yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
  yield* Effect.forkChild(returnFromBank(returnStateOf(company)), { startImmediately: true })
  const one = Effect.sync(() => exchanges.count === 1)
  yield* Effect.repeat(Effect.tap(one, World.runPendingWork(1)), { until: Boolean, times: 2_000 })
  yield* World.runPendingWork(50)
  return id
})

export const unreachable = Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))

export const passTime = Effect.fnUntraced(function* (seconds: number) {
  for (let left = seconds; left > 0; left--) {
    yield* World.runPendingWork(10)
    yield* TestClock.adjust("1 second")
  }
  yield* World.runPendingWork(10)
})

export const returnFromBank = Effect.fnUntraced(function* (state: string, code = "a-code", visitor: VisitOptions = {}) {
  const response = code === "" ? undefined : { code: Redacted.make(code) }
  const returned = yield* (yield* Collections).handleReturn(makeVisit(state, { response, ...visitor }))
  if (returned._tag === "RETURNED") return returned.isUndecided ? "UNDECIDED" : returned.outcome
  return returned._tag === "REDIRECTED" ? returned.location : returned._tag
})

export const returnStateOf = ({ orders }: Company.ScriptedCompany) =>
  orders.at(-1)?.pageReturn?.state ?? assert.fail("there is no state")

const granting = Company.steps(
  Company.poll("LOGIN"),
  Company.page(pause),
  Company.end("AUTHENTICATION_TIMEOUT"),
  Company.poll("COLLECTING"),
  Company.poll("COLLECTING", 60_000),
  Company.end("COMPLETED_EMPTY")
)

/** The bank has not granted the consent when the person returns. */
export const refusingScript = Company.steps(
  Company.poll("LOGIN"),
  Company.page(pause),
  Company.end("AUTHENTICATION_TIMEOUT"),
  Company.end("AUTHENTICATION_ERROR")
)

export const startWithReturnUrl = Effect.fnUntraced(function* (company: Company.ScriptedCompany, steps = granting) {
  Object.assign(company, { script: steps, page: true })
  company.codes.length = 0
  yield* (yield* ClientStore).addReturnUrl(World.caller.clientId, returnUrl)
  const user = yield* Consent.maja
  const id = yield* start({ ...request, returnUrl, state: "case-17" }, user)
  yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
  return { id, user, state: returnStateOf(company) }
})

export const connectSessionId = "019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e"

export const startInSession = Effect.fnUntraced(function* (company: Company.ScriptedCompany, steps = pageScript) {
  Object.assign(company, { script: steps, page: true })
  company.codes.length = 0
  const browser = yield* openSession
  const id = yield* start(request, { ...World.caller, connectSessionId })
  yield* untilStatus(id, "WAITING_FOR_USER_ACTION")
  return { browser, id, state: returnStateOf(company) }
})

export const openSession = Effect.gen(function* () {
  const sessions = yield* ConnectSessionStore
  const createdAt = yield* Clock.currentTimeMillis
  const browser = Redacted.make("B".repeat(43))
  const session = ConnectSessionSample.make({ connectSessionId, clientId: World.caller.clientId, createdAt })
  if (Option.isNone(yield* sessions.find(session.clientId, connectSessionId))) {
    yield* sessions.add(session, Redacted.make("link"))
    assert.isTrue(yield* sessions.bind({ ...session, isBound: false }, browser, session))
  }
  return browser
})

export const confirm = (caller: Caller, id: string, code: string) =>
  Effect.flatMap(Collections, (collections) => collections.confirm(caller, id, Redacted.make(code)))

export const describeError = <A, R>(effect: Effect.Effect<A, { readonly _tag: string }, R>) =>
  Effect.map(Effect.flip(effect), Consent.describeError)

export const expectNotConfirmed = Effect.fnUntraced(function* (id: string, company: Company.ScriptedCompany) {
  yield* passTime(2)
  const { extraInformation } = yield* untilStatus(id, "AUTHENTICATION_ERROR")
  assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "NOT_CONFIRMED")
  yield* World.runPendingWork(50)
  assert.isNotEmpty(company.cancelled)
  company.cancelled.length = 0
})

export const sessionOf = (collectionId: string) =>
  Effect.flatMap(CollectionStore, (store) =>
    Effect.map(
      store.loadState(collectionId),
      Option.map(({ session }) => session)
    )
  )
