/** Monitors that the person permits, renews, widens, pauses and ends on the Connect page (spec 13, 18). */
import { assert, describe } from "@effect/vitest"
import type { CreateConnectSession } from "@sheaf/domain/ConnectSession"
import { Consents, Monitors, Users } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Effect } from "effect"
import * as World from "../collections/World.ts"
import { account } from "../consents/BankAccounts.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Monitor from "../monitors/MonitorWorld.ts"
import { policyOf, renewing } from "../monitors/RenewableCompany.ts"
import * as PageVisit from "./PageVisit.ts"
import { allow, asking, collect, daily, monitorsOf, questionOf } from "./PageVisit.ts"
import type { Connect } from "./PageVisit.ts"

const test = Consent.testWith({ bank: { given: [account("acc-1")] } })

const refusal = <A>(effect: Effect.Effect<A, Parameters<typeof Consent.describeError>[0]>) =>
  Effect.map(Effect.flip(effect), Consent.describeError)

describe("a session that asks for a monitor", () => {
  test("creates it under the consent that it names, once, with the person's yes", function* ({ bank }) {
    const connect = yield* PageVisit.makeConnect
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const page = yield* PageVisit.opened(connect, user, asking({ ...daily, source: { consentId } }))
    assert.deepStrictEqual<unknown>(yield* questionOf(connect, page), {
      ...daily,
      company: "se-fjallbanken",
      products: ["PSD2_AIS"],
      timeZone: "Europe/Stockholm",
      until: "2026-06-30T23:59:59.999Z",
      source: { consentId },
      accounts: { balances: true, transactions: true },
      ready: true,
      permitted: false
    })
    assert.deepStrictEqual(yield* monitorsOf(user), [])
    const other = connect.pages.permitMonitor(yield* page.visitor, { source: { consentId: "another" } })
    assert.strictEqual(yield* refusal(other), "INVALID_FIELD /source")
    assert.isTrue((yield* allow(connect, page)).monitor?.permitted)
    yield* allow(connect, page)
    yield* Monitor.runOnce
    const [monitor, ...more] = yield* monitorsOf(user)
    assert.isEmpty(more)
    assert.deepInclude(monitor, { ...daily, status: "ACTIVE", source: { consentId }, runs: 1 })
    yield* PageVisit.finish(connect, page)
    const session = yield* connect.sessions.read(World.caller, page.connectSessionId)
    assert.strictEqual(session.monitorId, monitor?.monitorId)
    assert.deepStrictEqual(
      session.steps.map(({ step }) => step),
      ["OPENED", "MONITOR_PERMITTED", "COMPLETED"]
    )
  })

  test("lets the person give a consent first, and clamps the end to it", function* ({ bank }) {
    const connect = yield* PageVisit.makeConnect
    const user = yield* Consent.maja
    const page = yield* PageVisit.opened(
      connect,
      user,
      asking({ ...daily, until: "2026-08-01T00:00:00.000Z" }, { company: "se-fjallbanken" })
    )
    assert.deepStrictEqual<unknown>(yield* questionOf(connect, page), {
      ...daily,
      timeZone: "Europe/Stockholm",
      until: "2026-08-01T00:00:00.000Z",
      company: "se-fjallbanken",
      ready: false,
      permitted: false
    })
    assert.strictEqual(yield* refusal(allow(connect, page)), "INVALID_FIELD /source")
    const owner = { ...user, connectSessionId: page.connectSessionId }
    const { consentId } = yield* Consent.createAuthorized(bank, {}, { owner })
    const question = yield* questionOf(connect, page)
    assert.deepInclude(question, { ready: true, source: { consentId }, until: "2026-06-30T23:59:59.999Z" })
    yield* allow(connect, page)
    assert.deepInclude((yield* monitorsOf(user))[0], { source: { consentId }, until: "2026-06-30T23:59:59.999Z" })
  })

  test("with a return address takes effect only once its client confirms the right user", function* ({ bank }) {
    const connect = yield* PageVisit.makeConnect
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const { returnUrl } = PageVisit
    const request = asking({ ...daily, source: { consentId } }, { returnUrl })
    const stranger = yield* Consent.userOf("stranger")
    for (const isRight of [false, true]) {
      const page = yield* PageVisit.opened(connect, user, request)
      const asked = yield* questionOf(connect, page)
      // The page repeats the terms until the person finishes.
      assert.deepStrictEqual<unknown>((yield* allow(connect, page)).monitor, {
        ...asked,
        ready: false,
        permitted: true
      })
      const code = yield* PageVisit.finish(connect, page)
      const before = yield* connect.sessions.read(World.caller, page.connectSessionId)
      assert.deepInclude(before, { status: "COMPLETED", confirmed: false })
      assert.notProperty(before, "monitorId")
      assert.deepStrictEqual(yield* monitorsOf(user), [])
      const confirm = (by: UserCaller) => connect.sessions.confirm(by, page.connectSessionId, code)
      if (isRight) {
        const { monitorId } = yield* confirm(user)
        assert.deepStrictEqual(
          (yield* monitorsOf(user)).map((each) => each.monitorId),
          [monitorId]
        )
        assert.strictEqual((yield* confirm(user)).monitorId, monitorId)
      } else assert.strictEqual((yield* Effect.flip(confirm(stranger)))._tag, "ConnectSessionNotFound")
    }
  })

  test("leaves no monitor if the consent ends before the confirmation", function* ({ bank }) {
    const connect = yield* PageVisit.makeConnect
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const { returnUrl } = PageVisit
    const page = yield* PageVisit.opened(connect, user, asking({ ...daily, source: { consentId } }, { returnUrl }))
    yield* allow(connect, page)
    const code = yield* PageVisit.finish(connect, page)
    yield* (yield* Consents).revoke(user, consentId)
    const session = yield* connect.sessions.confirm(user, page.connectSessionId, code)
    assert.isTrue(session.confirmed)
    assert.notProperty(session, "monitorId")
    assert.deepStrictEqual(yield* monitorsOf(user), [])
  })

  test("revokes the consent that it got if the person says no", function* ({ bank }) {
    const connect = yield* PageVisit.makeConnect
    const user = yield* Consent.maja
    const page = yield* PageVisit.opened(connect, user, asking(daily))
    const owner = { ...user, connectSessionId: page.connectSessionId }
    const { consentId } = yield* Consent.createAuthorized(bank, {}, { owner })
    yield* PageVisit.finish(connect, page, "ABANDONED")
    yield* World.runDueProcesses
    yield* Consent.passTime(1)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "REVOKED")
  })

  test("names what is wrong with what it asks for", function* ({ bank }) {
    const connect = yield* PageVisit.makeConnect
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const foreign = yield* Consent.createAuthorized(bank, {}, { owner: yield* Consent.userOf("other") })
    const monitorId = yield* Monitor.created(user, consentId)
    const errorOf = (request: CreateConnectSession) =>
      refusal(connect.sessions.create(World.caller, { ...request, userId: user.userId }))
    const source = { consentId: foreign.consentId }
    for (const [request, expected] of [
      [asking(undefined), "MISSING_FIELD /monitor"],
      [{ purpose: "CONSENT", monitor: daily }, "INVALID_FIELD /monitor"],
      [asking({}), "MISSING_FIELD /monitor/every"],
      [asking({ ...daily, until: "2026-03-01T00:00:00Z" }), "INVALID_FIELD /monitor/until"],
      [asking({ ...daily, until: "2026-12-01T00:00:00Z" }), "INVALID_FIELD /monitor/until"],
      [asking({ ...daily, source }), "INVALID_FIELD /monitor/source"],
      [asking({ ...daily, source: {} }), "MISSING_FIELD /monitor/source"],
      [asking({ monitorId: "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e70" }), "INVALID_FIELD /monitor/monitorId"],
      [asking({ monitorId }, { products: ["INSURANCE"] }), "INVALID_FIELD /products"],
      [asking({ monitorId }, { company: "se-nordhem" }), "INVALID_FIELD /company"],
      [
        asking({ ...daily, filter: { productTypes: ["OCCUPATIONAL_PENSION"] } }, { products: ["PSD2_AIS"] }),
        "INVALID_FIELD /monitor/filter/productTypes"
      ]
    ] as const satisfies ReadonlyArray<readonly [CreateConnectSession, string]>) {
      assert.strictEqual(yield* errorOf(request), expected)
    }
  })
})

const filter = { insuranceTypes: ["vehicleInsurance"] } as const

const createdByLogin = Effect.fnUntraced(function* (connect: Connect, user: UserCaller) {
  const page = yield* PageVisit.opened(
    connect,
    user,
    asking({ every: "P7D", at: "16:00", filter }, { company: "se-nordhem" })
  )
  assert.isFalse((yield* questionOf(connect, page))?.ready)
  const collectionId = yield* collect(connect, page)
  assert.deepInclude(yield* questionOf(connect, page), {
    ready: true,
    source: { collectionId },
    products: ["INSURANCE", "WEALTH"],
    until: "2026-09-28T12:00:00.000Z"
  })
  yield* allow(connect, page)
  yield* Monitor.runOnce
  const [monitor] = yield* monitorsOf(user)
  assert.deepInclude(monitor, { status: "ACTIVE", runs: 1, source: { collectionId } })
  return monitor?.monitorId ?? ""
})

describe("a monitor of the person's", () => {
  test("begins in the session of a login, and continues in one visit once the company needs the person", function* ({
    company
  }) {
    const connect = yield* PageVisit.makeConnect
    const policy = { now: policyOf(4800), isRenewable: true }
    renewing(company, policy)
    const user = yield* Consent.maja
    const monitorId = yield* createdByLogin(connect, user)
    policy.isRenewable = false
    yield* Monitor.passDays(8)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).status, "PERSON_REQUIRED")
    policy.isRenewable = true
    const page = yield* PageVisit.opened(connect, user, asking({ monitorId }))
    const asked = yield* questionOf(connect, page)
    assert.deepInclude(asked, { every: "P7D", company: "se-nordhem", ready: false })
    assert.deepStrictEqual(asked?.present, { every: "P7D", until: "2026-09-28T12:00:00.000Z" })
    const collectionId = yield* collect(connect, page)
    yield* allow(connect, page)
    yield* Monitor.runOnce
    const renewed = yield* Monitor.monitorOf(user, monitorId)
    assert.deepInclude(renewed, { status: "ACTIVE", source: { collectionId }, every: "P7D" })
    assert.strictEqual((yield* connect.sessions.read(World.caller, page.connectSessionId)).monitorId, monitorId)
    yield* Monitor.passDays(8)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).status, "ACTIVE")
    assert.deepStrictEqual(
      company.orders.map((order) => order.filter),
      [filter, filter]
    )
  })

  test("looks more often and longer only after the person says yes", function* ({ bank }) {
    const connect = yield* PageVisit.makeConnect
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const terms = { every: "P30D", until: "2026-05-01T00:00:00.000Z" } as const
    const monitorId = yield* Monitor.created(user, consentId, terms)
    const wider = { every: "P1D", until: "2026-06-01T00:00:00.000Z" } as const
    const monitors = yield* Monitors
    const error = yield* Effect.flip(monitors.change(user, monitorId, wider))
    if (error._tag !== "InvalidParameters") return assert.fail(error._tag)
    for (const { detail } of error.violations)
      assert.include(detail, "Create a Connect session with the purpose MONITOR")
    const page = yield* PageVisit.opened(connect, user, asking({ monitorId, ...wider }))
    assert.deepInclude(yield* questionOf(connect, page), { ...wider, present: terms, ready: true })
    yield* allow(connect, page)
    assert.deepInclude(yield* Monitor.monitorOf(user, monitorId), { ...wider, source: { consentId } })
    yield* Monitor.passDays(2)
    assert.isAtLeast((yield* Monitor.monitorOf(user, monitorId)).runs, 2)
  })

  test("beyond the consent's end needs a new consent", function* ({ bank }) {
    const connect = yield* PageVisit.makeConnect
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitorId = yield* Monitor.created(user, consentId)
    const page = yield* PageVisit.opened(connect, user, asking({ monitorId, until: "2026-07-31T00:00:00.000Z" }))
    assert.isFalse((yield* questionOf(connect, page))?.ready)
    const owner = { ...user, connectSessionId: page.connectSessionId }
    const longer = { ...Consent.request(), parameters: Consent.request({ validUntil: "2026-08-31" }).parameters }
    const next = yield* Consent.createAuthorized(bank, {}, { asked: longer, owner })
    yield* allow(connect, page)
    const source = { consentId: next.consentId }
    assert.deepInclude(yield* Monitor.monitorOf(user, monitorId), { source, until: "2026-07-31T00:00:00.000Z" })
  })

  test("is paused by the person, and the client cannot resume it", function* ({ bank }) {
    const connect = yield* PageVisit.makeConnect
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitors = yield* Monitors
    const monitorId = yield* Monitor.created(user, consentId)
    const pause = Effect.fnUntraced(function* (isPaused: boolean) {
      const page = yield* PageVisit.opened(connect, user, { purpose: "PERMISSIONS" })
      return yield* connect.pages.pauseMonitor(yield* page.visitor, monitorId, isPaused)
    })
    assert.deepInclude(yield* pause(true), { status: "PAUSED", pausedByPerson: true })
    yield* pause(true)
    assert.strictEqual(
      (yield* Effect.flip(monitors.change(user, monitorId, { paused: false })))._tag,
      "MonitorNotActive"
    )
    yield* Monitor.passDays(2)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).runs, 1)
    const resumed = yield* pause(false)
    assert.strictEqual(resumed.status, "ACTIVE")
    assert.notProperty(resumed, "pausedByPerson")
    yield* Monitor.passDays(1)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).runs, 3)
    yield* monitors.change(user, monitorId, { paused: true })
    assert.strictEqual((yield* Effect.flip(pause(false)))._tag, "MonitorNotActive")
    assert.deepInclude(yield* pause(true), { status: "PAUSED", pausedByPerson: true })
    assert.deepInclude(yield* pause(false), { status: "PAUSED" }, "the client's pause goes on")
    assert.strictEqual((yield* monitors.change(user, monitorId, { paused: false })).status, "ACTIVE")
    yield* pause(true)
    yield* monitors.change(user, monitorId, { paused: true })
    assert.strictEqual((yield* pause(false)).status, "PAUSED", "also if the client paused it last")
  })

  test("is listed with what changed, and ends with one press", function* ({ bank }) {
    const connect = yield* PageVisit.makeConnect
    const first = account("acc-1")
    bank.given = [first]
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitorId = yield* Monitor.created(user, consentId)
    bank.given = [Monitor.withTransactions({ ...first, accountName: "Household" }, "t-1", "t-2", "pending-1")]
    yield* Monitor.passDays(1)
    const page = yield* PageVisit.opened(connect, user, { purpose: "PERMISSIONS" })
    const listed = Effect.flatMap(page.visitor, (visitor) => connect.pages.permissions(visitor))
    const [monitor, ...more] = (yield* listed).monitors
    assert.isEmpty(more)
    assert.deepInclude(monitor, {
      monitorId,
      ...daily,
      status: "ACTIVE",
      products: ["PSD2_AIS"],
      policyEnds: [],
      pausedByPerson: false
    })
    assert.deepInclude(monitor?.lastChanges, { added: 0, changed: 1, removed: 0, transactions: 2, groups: ["details"] })
    assert.notInclude(JSON.stringify(monitor), "Household")
    const stranger = yield* PageVisit.opened(connect, yield* Consent.userOf("other"), { purpose: "PERMISSIONS" })
    const foreign = connect.pages.endMonitor(yield* stranger.visitor, monitorId)
    assert.strictEqual((yield* Effect.flip(foreign))._tag, "MonitorNotFound")
    assert.deepStrictEqual((yield* connect.pages.permissions(yield* stranger.visitor)).monitors, [])
    yield* connect.pages.endMonitor(yield* page.visitor, monitorId)
    assert.deepInclude((yield* listed).monitors[0], { status: "ENDED", policyEnds: [] })
  })

  test("ends with its user", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const monitorId = yield* Monitor.created(user, consentId)
    const { userId } = user
    yield* (yield* Users).erase(World.caller, userId)
    yield* Monitor.passDays(1)
    const gone = yield* Effect.flip(Monitor.monitorOf(World.caller, monitorId))
    assert.strictEqual(gone._tag, "MonitorNotFound")
  })
})
