/**
 * A person's permission for a monitor takes effect exactly once, even if requests are repeated, simultaneous or lost
 * (spec 13, 18).
 */
import { assert, describe } from "@effect/vitest"
import { sessionLifetimeMillis } from "@sheaf/domain/ConnectSession"
import { CollectionStore, ConnectSessionStore, Monitors, StoreError } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Effect, Exit, Option } from "effect"
import { TestClock } from "effect/testing"
import type { ScriptedCompany } from "../collections/ScriptedCompany.ts"
import * as World from "../collections/World.ts"
import { account } from "../consents/BankAccounts.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Monitor from "../monitors/MonitorWorld.ts"
import { policyOf, renewing } from "../monitors/RenewableCompany.ts"
import * as PageVisit from "./PageVisit.ts"
import { allow, asking, collect, daily, monitorsOf, questionOf } from "./PageVisit.ts"
import type { Connect } from "./PageVisit.ts"

const bank = { given: [account("acc-1")] }
const test = Consent.testWith({ bank })
const testWithOneMonitor = Consent.testWith({ bank, startLimits: { monitors: 1 } })

const { returnUrl } = PageVisit

const waiting = Effect.fnUntraced(function* (connect: Connect, company: ScriptedCompany) {
  const policy = { now: policyOf(4800), isRenewable: true }
  renewing(company, policy)
  const user = yield* Consent.maja
  const page = yield* PageVisit.opened(connect, user, asking({ every: "P7D", at: "16:00" }, { company: "se-nordhem" }))
  yield* collect(connect, page)
  yield* allow(connect, page)
  yield* Monitor.runOnce
  policy.isRenewable = false
  yield* Monitor.passDays(8)
  const [monitor] = yield* monitorsOf(user)
  if (monitor?.status !== "PERSON_REQUIRED") return assert.fail(monitor?.status)
  policy.isRenewable = true
  return { user, monitorId: monitor.monitorId }
})

const checkRenewed = Effect.fnUntraced(function* (user: UserCaller, monitorId: string, collectionId: string) {
  yield* World.runDueProcesses
  yield* Monitor.runOnce
  const [monitor, ...more] = yield* monitorsOf(user)
  assert.isEmpty(more)
  assert.deepInclude(monitor, { monitorId, status: "ACTIVE", source: { collectionId } })
  const facts = yield* (yield* CollectionStore).dataFacts(user.clientId, collectionId)
  assert.isFalse(Option.getOrThrow(facts).expired)
})

/** Makes the first write of a confirmation fail. */
const withLostConfirmation = Effect.gen(function* () {
  const store = yield* ConnectSessionStore
  let lost = 0
  const change: typeof store.change = (session, changed) =>
    changed.progress.confirmation?.answer === "CONFIRMED" && lost++ === 0
      ? Effect.fail(new StoreError({ operation: "confirm", cause: "the power was cut" }))
      : store.change(session, changed)
  return yield* Effect.provideService(PageVisit.makeConnect, ConnectSessionStore, { ...store, change })
})

/** Simulates a power cut after the person's permission has been recorded, but before the permission takes effect. */
const withLostEffect = Effect.gen(function* () {
  const monitors = yield* Monitors
  const permit = () => Effect.die("the power was cut")
  return yield* Effect.provideService(PageVisit.makeConnect, Monitors, { ...monitors, permit })
})

const tagOf = <A>(effect: Effect.Effect<A, { readonly _tag: string }>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

const twice = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.all([effect, effect], { concurrency: "unbounded" })

describe("a yes that is said again", () => {
  for (const isSimultaneous of [false, true]) {
    const how = isSimultaneous ? "at the same time" : "because the answer was lost"

    test(`${how}, renews a monitor once, and erases nothing`, function* ({ company }) {
      const connect = yield* PageVisit.makeConnect
      const { monitorId, user } = yield* waiting(connect, company)
      const page = yield* PageVisit.opened(connect, user, asking({ monitorId }))
      const collectionId = yield* collect(connect, page)
      const visitor = yield* page.visitor
      const yes = connect.pages.permitMonitor(visitor, { source: { collectionId } })
      if (isSimultaneous) yield* twice(yes)
      else yield* yes
      assert.isTrue((yield* allow(connect, page)).monitor?.permitted)
      yield* PageVisit.finish(connect, page)
      assert.strictEqual((yield* connect.sessions.read(user, page.connectSessionId)).monitorId, monitorId)
      yield* checkRenewed(user, monitorId, collectionId)
    })

    test(`${how}, creates one monitor of a login, and of a consent`, function* ({ bank: at, company }) {
      const connect = yield* PageVisit.makeConnect
      renewing(company, { now: policyOf(4800) })
      const person = yield* Consent.maja
      const { consentId, user } = yield* Consent.createAuthorized(at, {}, { owner: yield* Consent.userOf("other") })
      const byLogin = yield* PageVisit.opened(connect, person, asking(daily, { company: "se-nordhem" }))
      const collectionId = yield* collect(connect, byLogin)
      const byConsent = yield* PageVisit.opened(connect, user, asking({ ...daily, source: { consentId } }))
      for (const [owner, page, source] of [
        [person, byLogin, { collectionId }],
        [user, byConsent, { consentId }]
      ] as const) {
        const yes = connect.pages.permitMonitor(yield* page.visitor, { source })
        yield* isSimultaneous ? twice(yes) : Effect.andThen(yes, yes)
        assert.isTrue((yield* questionOf(connect, page))?.permitted)
        yield* PageVisit.finish(connect, page)
        const { monitorId } = yield* connect.sessions.read(owner, page.connectSessionId)
        assert.deepStrictEqual(
          (yield* monitorsOf(owner)).map((each) => each.monitorId),
          [monitorId]
        )
      }
      const [monitor] = yield* monitorsOf(person)
      yield* checkRenewed(person, monitor?.monitorId ?? "", collectionId)
    })
  }

  test("does not end the pause that the person has set since", function* ({ bank: at }) {
    const connect = yield* PageVisit.makeConnect
    const { consentId, user } = yield* Consent.createAuthorized(at)
    const monitorId = yield* Monitor.created(user, consentId, { every: "P30D" })
    const page = yield* PageVisit.opened(connect, user, asking({ monitorId, every: "P1D" }))
    yield* allow(connect, page)
    yield* connect.pages.pauseMonitor(yield* page.visitor, monitorId, true)
    yield* allow(connect, page)
    yield* PageVisit.finish(connect, page)
    assert.deepInclude(yield* Monitor.monitorOf(user, monitorId), { status: "PAUSED", every: "P1D" })
  })

  for (const isFinished of [true, false]) {
    const end = isFinished ? "finishes" : "leaves the page"

    test(`takes effect when the person ${end}, if it was recorded and then lost`, function* ({ bank: at }) {
      const broken = yield* withLostEffect
      const connect = yield* PageVisit.makeConnect
      const { consentId, user } = yield* Consent.createAuthorized(at)
      const page = yield* PageVisit.opened(connect, user, asking({ ...daily, source: { consentId } }))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(allow(broken, page))))
      assert.deepStrictEqual(yield* monitorsOf(user), [])
      if (isFinished) yield* PageVisit.finish(connect, page)
      else yield* TestClock.adjust(sessionLifetimeMillis)
      yield* World.runDueProcesses
      yield* Consent.passTime(1)
      const [monitor] = yield* monitorsOf(user)
      assert.deepInclude(monitor, { status: "ACTIVE", source: { consentId } })
      const session = yield* connect.sessions.read(user, page.connectSessionId)
      assert.strictEqual(session.monitorId, monitor?.monitorId)
    })
  }
})

describe("a confirmation that is sent again", () => {
  test("after its answer was lost, keeps the renewed monitor and what it runs on", function* ({ company }) {
    const connect = yield* withLostConfirmation
    const { monitorId, user } = yield* waiting(connect, company)
    const page = yield* PageVisit.opened(connect, user, asking({ monitorId }, { returnUrl }))
    const collectionId = yield* collect(connect, page)
    yield* allow(connect, page)
    const code = yield* PageVisit.finish(connect, page)
    const confirm = connect.sessions.confirm(user, page.connectSessionId, code)
    assert.isTrue(Exit.isFailure(yield* Effect.exit(confirm)))
    assert.deepInclude(yield* confirm, { confirmed: true, monitorId })
    yield* checkRenewed(user, monitorId, collectionId)
  })

  test("at the same time, keeps the renewed monitor and what it runs on", function* ({ company }) {
    const connect = yield* PageVisit.makeConnect
    const { monitorId, user } = yield* waiting(connect, company)
    const page = yield* PageVisit.opened(connect, user, asking({ monitorId }, { returnUrl }))
    const collectionId = yield* collect(connect, page)
    yield* allow(connect, page)
    const code = yield* PageVisit.finish(connect, page)
    for (const session of yield* twice(connect.sessions.confirm(user, page.connectSessionId, code))) {
      assert.deepInclude(session, { confirmed: true, monitorId })
    }
    yield* checkRenewed(user, monitorId, collectionId)
  })

  test("soon lets a monitor look under the consent of the same session", function* ({ bank: at }) {
    const connect = yield* withLostConfirmation
    const user = yield* Consent.maja
    const page = yield* PageVisit.opened(connect, user, asking(daily, { company: "se-fjallbanken", returnUrl }))
    const owner = { ...user, connectSessionId: page.connectSessionId }
    yield* Consent.createAuthorized(at, {}, { owner })
    yield* allow(connect, page)
    const code = yield* PageVisit.finish(connect, page)
    const confirm = connect.sessions.confirm(user, page.connectSessionId, code)
    assert.isTrue(Exit.isFailure(yield* Effect.exit(confirm)))
    yield* Monitor.runDueSteps
    yield* confirm
    yield* Monitor.runOnce
    assert.deepInclude((yield* monitorsOf(user))[0], { status: "ACTIVE", runs: 1 })
  })

  testWithOneMonitor("succeeds once the client has room for the monitor", function* ({ bank: at }) {
    const connect = yield* PageVisit.makeConnect
    const { consentId, user } = yield* Consent.createAuthorized(at)
    const page = yield* PageVisit.opened(connect, user, asking({ ...daily, source: { consentId } }, { returnUrl }))
    yield* allow(connect, page)
    const code = yield* PageVisit.finish(connect, page)
    const other = yield* Monitor.created(user, consentId)
    const confirm = connect.sessions.confirm(user, page.connectSessionId, code)
    assert.strictEqual(Consent.describeError(yield* Effect.flip(confirm)), "TooManyMonitors client")
    assert.isFalse((yield* connect.sessions.read(user, page.connectSessionId)).confirmed)
    yield* (yield* Monitors).end(user, other)
    const { monitorId = "" } = yield* confirm
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).status, "ACTIVE")
  })
})

describe("a stranger who opens the link of a session for an existing monitor", () => {
  test("sees and ends nothing of it, before and after the client refuses", function* ({ bank: at }) {
    const connect = yield* PageVisit.makeConnect
    const { consentId, user } = yield* Consent.createAuthorized(at)
    const monitorId = yield* Monitor.created(user, consentId, { every: "P30D" })
    const page = yield* PageVisit.opened(connect, user, asking({ monitorId, every: "P1D" }, { returnUrl }))
    yield* allow(connect, page)
    const checkHidden = Effect.gen(function* () {
      const visitor = yield* page.visitor
      const { pages } = connect
      assert.deepStrictEqual((yield* pages.permissions(visitor)).monitors, [])
      for (const attempt of [
        tagOf(pages.receipt(visitor, "MONITOR", monitorId, "en")),
        tagOf(pages.pauseMonitor(visitor, monitorId, true)),
        tagOf(pages.endMonitor(visitor, monitorId))
      ]) {
        assert.strictEqual(yield* attempt, "MonitorNotFound")
      }
    })
    yield* checkHidden
    const code = yield* PageVisit.finish(connect, page)
    const stranger = yield* Consent.userOf("stranger")
    yield* Effect.flip(connect.sessions.confirm(stranger, page.connectSessionId, code))
    yield* checkHidden
    assert.deepInclude(yield* Monitor.monitorOf(user, monitorId), { status: "ACTIVE", every: "P30D" })
  })
})
