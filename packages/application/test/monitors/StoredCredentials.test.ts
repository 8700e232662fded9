/** Monitors that sign in with a username and password that the person has allowed Sheaf to keep (spec 18). */
import { assert, describe, it } from "@effect/vitest"
import { ClientStore, Collections, CollectionStore, Monitors, MonitorStore } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Company from "../collections/ScriptedCompany.ts"
import type { ScriptedCompany } from "../collections/ScriptedCompany.ts"
import { temporaryDatabase } from "../collections/TemporaryDatabase.ts"
import * as World from "../collections/World.ts"
import * as PageVisit from "../connect/PageVisit.ts"
import type { Connect } from "../connect/PageVisit.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Monitor from "./MonitorWorld.ts"
import { policyOf, renewing } from "./RenewableCompany.ts"

const dayMillis = 86_400_000
const keptUntil = new Date(Consent.noon + 90 * dayMillis).toISOString()

const test = Consent.testWith({ retention: { credentials: 90 * dayMillis } })

const allowClient = (isAllowed: boolean) =>
  Effect.flatMap(ClientStore, (clients) => clients.allowStoredCredentials(World.caller.clientId, isAllowed))

const { asking, collect, daily, monitorsOf, questionOf } = PageVisit

const asked = asking(daily, { company: "se-nordhem" })

const typesOf = Effect.map(Monitor.eventsOf(World.caller), (events) => events.map(({ type }) => type))

const loginsAt = ({ orders }: ScriptedCompany) => orders.map(({ login }) => Redacted.value(login))

const isKept = (user: UserCaller, monitorId: string) =>
  Effect.map(
    Effect.flatMap(MonitorStore, (store) => store.find(user.clientId, monitorId)),
    (found) => Option.exists(found, ({ renewal }) => renewal?._tag === "Credentials")
  )

const permitted = Effect.fnUntraced(function* (connect: Connect, user: UserCaller) {
  yield* allowClient(true)
  const page = yield* PageVisit.opened(connect, user, asked)
  yield* collect(connect, page, true)
  yield* PageVisit.allow(connect, page)
  yield* Monitor.runOnce
  const [monitor] = yield* monitorsOf(user)
  return monitor?.monitorId ?? ""
})

const ownPage = (connect: Connect, user: UserCaller) =>
  Effect.flatMap(PageVisit.opened(connect, user, { purpose: "PERMISSIONS" }), ({ visitor }) => visitor)

const keepable = Effect.fnUntraced(function* (connect: Connect, user: UserCaller) {
  const page = yield* PageVisit.opened(connect, user, asked)
  const question = yield* questionOf(connect, page)
  const error = yield* Effect.flip(collect(connect, page, true))
  return [question?.credentialsKeepableUntil, Consent.describeError(error)]
})

describe("a kept username and password", () => {
  test("let a monitor look without the person, once operator, client and person allow it", function* ({ company }) {
    const policy = { now: policyOf(4800), isRenewable: false }
    renewing(company, policy)
    const connect = yield* PageVisit.makeConnect
    const user = yield* Consent.maja
    assert.deepStrictEqual(yield* keepable(connect, user), [undefined, "INVALID_FIELD /keepCredentials"])
    yield* allowClient(true)
    const page = yield* PageVisit.opened(connect, user, asked)
    assert.strictEqual((yield* questionOf(connect, page))?.credentialsKeepableUntil, keptUntil)
    const collectionId = yield* collect(connect, page, true)
    const question = yield* questionOf(connect, page)
    assert.deepInclude(question, { ready: true, until: keptUntil, credentialsKeptUntil: keptUntil })
    assert.notProperty(question, "credentialsKeepableUntil")
    yield* PageVisit.allow(connect, page)
    yield* Monitor.runOnce
    const [monitor] = yield* monitorsOf(user)
    const { monitorId = "" } = monitor ?? {}
    assert.deepInclude(monitor, { status: "ACTIVE", runs: 1, source: { collectionId }, until: keptUntil })
    policy.now = policyOf(5200)
    yield* Monitor.passDays(2)
    const [first, ...runs] = loginsAt(company)
    assert.deepStrictEqual(runs, [first, first])
    assert.deepStrictEqual(yield* typesOf, ["monitor.baseline", "record.changed"])
    const own = yield* ownPage(connect, user)
    const { monitors } = yield* connect.pages.permissions(own)
    assert.deepInclude(monitors[0], { monitorId, credentialsKeptUntil: keptUntil })
    const { receipt } = yield* connect.pages.receipt(own, "MONITOR", monitorId, "en")
    const claims = JSON.parse(Buffer.from(receipt.split(".")[1] ?? "", "base64url").toString())
    assert.strictEqual(claims.permission.credentialsKeptUntil, keptUntil)
  })

  test("serve no run unless the person allows it on signing in", function* ({ company }) {
    renewing(company, { now: policyOf(4800), isRenewable: false })
    const connect = yield* PageVisit.makeConnect
    const user = yield* Consent.maja
    yield* allowClient(true)
    const page = yield* PageVisit.opened(connect, user, asked)
    yield* collect(connect, page)
    assert.isFalse((yield* questionOf(connect, page))?.ready)
  })

  test("are given up by a declined session, and serve no monitor outside of it", function* ({ company }) {
    renewing(company, { now: policyOf(4800), isRenewable: false })
    const connect = yield* PageVisit.makeConnect
    const user = yield* Consent.maja
    yield* allowClient(true)
    const page = yield* PageVisit.opened(connect, user, asked)
    const collectionId = yield* collect(connect, page, true)
    const monitors = yield* Monitors
    const outside = yield* Effect.flip(monitors.create(user, { source: { collectionId }, every: "P1D" }))
    assert.strictEqual(Consent.describeError(outside), "INVALID_FIELD /source/collectionId")
    yield* PageVisit.finish(connect, page, "ABANDONED")
    yield* World.runDueProcesses
    yield* World.runPendingWork(20)
    assert.isTrue(Option.isNone(yield* (yield* CollectionStore).renewal(user.clientId, collectionId)))
  })

  test("are only for monitors, and never for a company's own session", function* ({ company }) {
    const policy = { now: policyOf(4800), isRenewable: true }
    renewing(company, policy)
    const connect = yield* PageVisit.makeConnect
    const user = yield* Consent.maja
    yield* allowClient(true)
    const collecting = yield* PageVisit.opened(connect, user, { purpose: "COLLECT", company: "se-nordhem" })
    assert.strictEqual((yield* Effect.flip(collect(connect, collecting, true)))._tag, "ConnectPurposeMismatch")
    const page = yield* PageVisit.opened(connect, user, asked)
    yield* collect(connect, page, true)
    const question = yield* questionOf(connect, page)
    assert.isTrue(question?.ready)
    assert.notProperty(question, "credentialsKeptUntil")
  })

  describe("are erased at the first refusal, and the company is not asked again", () => {
    for (const status of [
      "INCORRECT_CREDENTIALS",
      "INCORRECT_TWO_FACTOR_CODE",
      "ACCOUNT_TEMPORARILY_LOCKED",
      "KYC_FORM",
      "CUSTOMER_ENROLLMENT_REQUIRED",
      "AUTHENTICATION_MISMATCH"
    ] as const) {
      test(`such as ${status}`, function* ({ company }) {
        renewing(company, { now: policyOf(4800), isRenewable: false })
        const connect = yield* PageVisit.makeConnect
        const user = yield* Consent.maja
        const monitorId = yield* permitted(connect, user)
        assert.isTrue(yield* isKept(user, monitorId))
        company.script = Company.steps(Company.end(status))
        const before = company.orders.length
        yield* Monitor.passDays(2)
        assert.strictEqual(company.orders.length, before + 1)
        assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).status, "PERSON_REQUIRED")
        assert.isFalse(yield* isKept(user, monitorId))
        assert.deepStrictEqual(yield* typesOf, ["monitor.baseline", "monitor.person_required"])
      })
    }
  })

  test("are erased with one click of the person, and serve again after the next visit", function* ({ company }) {
    renewing(company, { now: policyOf(4800), isRenewable: false })
    const connect = yield* PageVisit.makeConnect
    const user = yield* Consent.maja
    const monitorId = yield* permitted(connect, user)
    const stranger = yield* Consent.userOf("stranger")
    const foreign = connect.pages.eraseCredentials(yield* ownPage(connect, stranger), monitorId)
    assert.strictEqual((yield* Effect.flip(foreign))._tag, "MonitorNotFound")
    for (let count = 0; count < 2; count++) {
      const erased = yield* connect.pages.eraseCredentials(yield* ownPage(connect, user), monitorId)
      assert.strictEqual(erased.status, "PERSON_REQUIRED")
    }
    assert.isFalse(yield* isKept(user, monitorId))
    const { monitors } = yield* connect.pages.permissions(yield* ownPage(connect, user))
    assert.notProperty(monitors[0], "credentialsKeptUntil")
    const before = company.orders.length
    yield* Monitor.passDays(2)
    assert.strictEqual(company.orders.length, before)
    const page = yield* PageVisit.opened(connect, user, asking({ monitorId }))
    yield* collect(connect, page, true)
    yield* PageVisit.allow(connect, page)
    yield* Monitor.passDays(1)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).status, "ACTIVE")
    assert.isTrue(yield* isKept(user, monitorId))
  })

  for (const isPaused of [false, true]) {
    const whose = isPaused ? "a paused monitor" : "an active monitor"
    test(`of ${whose} are erased as soon as the operator forbids them`, function* ({ company }) {
      renewing(company, { now: policyOf(4800), isRenewable: false })
      const connect = yield* PageVisit.makeConnect
      const user = yield* Consent.maja
      const monitorId = yield* permitted(connect, user)
      yield* (yield* Monitors).change(user, monitorId, { paused: isPaused })
      const before = company.orders.length
      yield* allowClient(false)
      yield* World.runDueProcesses
      yield* World.runPendingWork(20)
      assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).status, "PERSON_REQUIRED")
      assert.isFalse(yield* isKept(user, monitorId))
      assert.strictEqual(company.orders.length, before)
    })
  }

  it.effect("are erased when the service starts without a retention for them", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Consent.noon)
      const company = Company.make()
      renewing(company, { now: policyOf(4800), isRenewable: false })
      const file = yield* temporaryDatabase
      const world = (retention: { readonly credentials?: number }) =>
        Consent.runInWorldAgain({ file, retention }, company)
      const [user, monitorId] = yield* world({ credentials: 90 * dayMillis })(
        Effect.gen(function* () {
          const owner = yield* Consent.maja
          return [owner, yield* permitted(yield* PageVisit.makeConnect, owner)] as const
        })
      )
      const kept = Effect.andThen(
        World.runDueProcesses,
        Effect.andThen(World.runPendingWork(20), isKept(user, monitorId))
      )
      assert.isTrue(yield* world({ credentials: 90 * dayMillis })(kept))
      assert.isFalse(yield* world({})(kept))
    }).pipe(Effect.scoped)
  )

  test("are kept no longer than the operator says, even if the monitor is paused", function* ({ company }) {
    renewing(company, { now: policyOf(4800), isRenewable: false })
    const connect = yield* PageVisit.makeConnect
    const user = yield* Consent.maja
    const monitorId = yield* permitted(connect, user)
    yield* (yield* Monitors).change(user, monitorId, { paused: true })
    yield* Monitor.passDays(89)
    assert.isTrue(yield* isKept(user, monitorId))
    yield* Monitor.passDays(1)
    assert.deepInclude(yield* Monitor.monitorOf(user, monitorId), { status: "ENDED", endReason: "UNTIL" })
    assert.isFalse(yield* isKept(user, monitorId))
  })

  test("are never those of a login for tests, or of a login without a password", function* ({ company }) {
    company.test = Company.make()
    yield* allowClient(true)
    yield* (yield* ClientStore).allowTestMethods(World.caller.clientId, true)
    const collections = yield* Collections
    const parameters = [{ type: "SWEDISH_EID", personalNumber: Consent.personalNumber }] as const
    for (const loginMethod of [Company.testMethod, "SWEDISH_MOBILE_EID_SAME_DEVICE"] as const) {
      const request = { company: "se-nordhem", loginMethod, parameters, keepsCredentials: true }
      const error = yield* Effect.flip(collections.start(World.caller, request))
      assert.strictEqual(Consent.describeError(error), "INVALID_FIELD /keepCredentials")
    }
    assert.isEmpty([...company.orders, ...company.test.orders])
  })

  test("need the person if the company asks for something", function* ({ company }) {
    renewing(company, { now: policyOf(4800), isRenewable: false })
    const connect = yield* PageVisit.makeConnect
    const user = yield* Consent.maja
    const monitorId = yield* permitted(connect, user)
    company.script = Company.askingScript
    yield* Monitor.passDays(1)
    assert.strictEqual((yield* Monitor.monitorOf(user, monitorId)).status, "PERSON_REQUIRED")
    assert.isFalse(yield* isKept(user, monitorId))
  })
})

describe("without a retention of the operator's", () => {
  Consent.testWith({})("no client's person can allow it", function* ({ company }) {
    renewing(company, { now: policyOf(4800), isRenewable: false })
    const connect = yield* PageVisit.makeConnect
    yield* allowClient(true)
    assert.deepStrictEqual(yield* keepable(connect, yield* Consent.maja), [undefined, "INVALID_FIELD /keepCredentials"])
  })
})
