/** Erasing a user with all collections and consents, even after an interruption (spec 5). */
import { assert, describe, it } from "@effect/vitest"
import { brandStatus } from "@sheaf/domain/testing"
import {
  CollectionStore,
  Collections,
  ConnectorError,
  ConnectSessionStore,
  Consents,
  ConsentStore,
  Users,
  UserStore
} from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { ConnectSessionSample } from "@sheaf/ports/testing"
import { Clock, Effect, Fiber, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Expiration from "../../src/tasks/Expiration.ts"
import * as UnfinishedErasures from "../../src/users/UnfinishedErasures.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import { accounts, collectUntilEnd, storedConsentRequest } from "../readings/ConsentRequests.ts"
import * as Company from "../collections/ScriptedCompany.ts"
import * as World from "../collections/World.ts"

const test = Consent.testWith({
  bank: { given: accounts },
  script: Company.steps(Company.poll("LOGIN", 600_000))
})

const erase = ({ userId }: UserCaller) => Effect.flatMap(Users, (users) => users.erase(World.caller, userId))

const isFinished = Effect.flatMap(UserStore, (store) => Effect.map(store.erasures, (left) => left.length === 0))

const reasonOf = Effect.fnUntraced(function* (id: string) {
  const { body } = yield* (yield* Collections).status(World.caller, id)
  return [body.status, body.extraInformation?.FAILURE_REASON?.code]
})

describe("an erased user", () => {
  it.effect("keeps the Connect sessions until all of the data is erased, because they protect unconfirmed data", () =>
    Effect.gen(function* () {
      const sessions = yield* ConnectSessionStore
      const { clientId, userId } = yield* Consent.maja
      const createdAt = yield* Clock.currentTimeMillis
      const connectSessionId = "019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e"
      const session = ConnectSessionSample.make({ connectSessionId, clientId, userId, createdAt })
      yield* sessions.add(session, Redacted.make("link"))
      yield* (yield* Users).erase(World.caller, userId)
      assert.isFalse(yield* isFinished)
      assert.isTrue(Option.isSome(yield* sessions.find(clientId, connectSessionId)))
    }).pipe(
      Consent.runInWorld({
        bank: Bank.make(),
        consentStore: (store) => ({ ...store, eraseOfUser: () => Effect.succeed(false) })
      })
    )
  )

  it.effect("is erased in the background if the erasure takes too long", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const user = yield* Consent.maja
      const erasing = yield* Effect.forkChild(erase(user))
      yield* Consent.passTime(1)
      yield* Fiber.join(erasing)
      assert.strictEqual((yield* Effect.flip(users.read(World.caller, user.userId)))._tag, "UserNotFound")
      assert.isFalse(yield* isFinished)
    }).pipe(
      Consent.runInWorld({ bank: Bank.make(), consentStore: (store) => ({ ...store, live: () => Effect.never }) })
    )
  )

  test("leaves only an id and a time once older tokens have expired", function* ({ bank }) {
    const sql = yield* SqlClient.SqlClient
    const user = yield* Consent.maja
    yield* Consent.createAuthorized(bank, {}, { owner: user })
    yield* erase(user)
    yield* Consent.passTime(25 * Consent.hour, 10 * Consent.minute)
    yield* UnfinishedErasures.finishErasures
    yield* Expiration.eraseConsents
    yield* Expiration.eraseExternalIds
    const rows = sql`SELECT erased_index FROM app_user WHERE id = ${user.userId}`
    assert.notDeepEqual(yield* rows, [{ erased_index: null }])
    yield* Consent.passTime(1)
    yield* Expiration.eraseExternalIds
    assert.deepStrictEqual(yield* rows, [{ erased_index: null }])
    const [left = {}] = yield* sql<Record<string, unknown>>`SELECT * FROM app_user WHERE id = ${user.userId}`
    const kept = Object.entries(left).filter(([, value]) => value !== null && value !== 0)
    assert.sameMembers(
      kept.map(([column]) => column),
      ["id", "client_id", "erased_at", "erasure_finished_at"]
    )
    assert.deepStrictEqual(yield* sql`SELECT id FROM consent WHERE user_id = ${user.userId}`, [])
  })
})

describe("the collections of an erased user", () => {
  test("end as FAILED with a reason, and are canceled at the company", function* ({ company }) {
    const store = yield* CollectionStore
    const user = yield* Consent.maja
    const id = yield* World.start(World.request, user)
    yield* World.untilStatus(id, "LOGIN")
    yield* erase(user)
    assert.deepStrictEqual(yield* reasonOf(id), ["FAILED", "USER_ERASED"])
    assert.isEmpty(yield* store.history(id))
    yield* World.runPendingWork(20)
    assert.deepStrictEqual(company.cancelled, ["1"])
    const collection = Option.getOrThrow(yield* store.loadState(id))
    assert.notProperty(collection, "order")
    assert.notProperty(collection, "session")
    yield* Consent.passTime(11 * Consent.minute, Consent.minute)
    assert.deepStrictEqual(yield* reasonOf(id), ["FAILED", "USER_ERASED"])
    assert.isEmpty(yield* store.history(id))
  })

  test("keep the erasure unfinished until the company has confirmed the cancel", function* ({ company }) {
    company.cancel = Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))
    const user = yield* Consent.maja
    const id = yield* World.start(World.request, user)
    yield* World.untilStatus(id, "LOGIN")
    yield* erase(user)
    yield* Consent.passTime(2 * Consent.minute, Consent.minute)
    yield* UnfinishedErasures.finishErasures
    assert.lengthOf(yield* (yield* UserStore).erasures, 1)
    company.cancel = Effect.void
    yield* Consent.passTime(5 * Consent.minute, Consent.minute)
    yield* UnfinishedErasures.finishErasures
    assert.isEmpty(yield* (yield* UserStore).erasures)
  })

  test("keep no answer for the company that has yet to confirm the cancel", function* ({ company }) {
    const asking = Company.steps(Company.poll("LOGIN"), Company.askForCode)
    company.script = (step, signal, key) => (step < 2 ? asking(step, signal, key) : Effect.never)
    company.cancel = Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))
    const user = yield* Consent.maja
    const id = yield* World.start(World.request, user)
    yield* World.untilStatus(id, "TWO_FACTOR_PENDING")
    yield* (yield* Collections).supply(user, id, { type: "TWO_FACTOR_CODE", value: "123456" })
    yield* World.runPendingWork(20)
    yield* erase(user)
    yield* World.runPendingWork(20)
    const { cleanups = [] } = Option.getOrThrow(yield* (yield* CollectionStore).loadState(id))
    assert.isNotEmpty(cleanups)
    for (const { answers } of cleanups) assert.isEmpty(answers)
  })

  test("end as FAILED while they read accounts under a consent", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const reading = yield* World.gate
    bank.meanwhile = Bank.runBeforeCall("accounts", reading.passing)
    const id = yield* World.start(storedConsentRequest(consentId), user)
    yield* reading.reached
    yield* erase(user)
    yield* reading.open
    yield* World.runPendingWork(100)
    assert.deepStrictEqual(yield* reasonOf(id), ["FAILED", "USER_ERASED"])
    assert.isTrue(Option.isNone(yield* (yield* CollectionStore).wealthData(id)))
  })

  test("cancel the session that a concurrent step opens", function* ({ company }) {
    const asked = yield* World.gate
    company.script = (step) => Effect.as(asked.passing, Company.poll("LOGIN", 600_000)(`opened-by-${step}`))
    const user = yield* Consent.maja
    const id = yield* World.start(World.request, user)
    yield* asked.reached
    yield* erase(user)
    assert.isEmpty(company.cancelled, "no session is open yet")
    yield* asked.open
    yield* World.runPendingWork(100)
    assert.deepStrictEqual(company.cancelled, ["opened-by-0"])
    assert.deepStrictEqual(yield* reasonOf(id), ["FAILED", "USER_ERASED"])
  })
})

describe("the consents of an erased user", () => {
  test("are revoked at the bank, and no longer found", function* ({ bank }) {
    const consents = yield* Consents
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const awaiting = yield* Consent.create(user)
    yield* Consent.untilStatus(user, awaiting, "AWAITING_AUTHORIZATION").pipe(Effect.ignore)
    const byApp = yield* Consent.create(user, Consent.byElectronicId("SWEDISH_MOBILE_EID_SAME_DEVICE"))
    yield* World.runPendingWork(50)
    yield* erase(user)
    yield* Consent.passTime(10)
    yield* UnfinishedErasures.finishErasures
    assert.isEmpty(bank.open)
    assert.isTrue(yield* isFinished)
    for (const id of [consentId, awaiting, byApp]) {
      assert.strictEqual((yield* Effect.flip(consents.read(World.caller, id)))._tag, "ConsentNotFound")
    }
    const list = yield* Effect.flip(consents.listOfUser(World.caller, user.userId, { limit: 10 }))
    assert.strictEqual(list._tag, "UserNotFound")
    assert.isEmpty((yield* consents.list(user, { limit: 10 })).items)
  })

  test("are revoked later at an unavailable bank, without delaying the erasure", function* ({ bank }) {
    const store = yield* ConsentStore
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const collectionId = yield* collectUntilEnd(user, storedConsentRequest(consentId))
    bank.meanwhile = () => Effect.never
    yield* erase(user)
    assert.isEmpty(yield* store.live(user.clientId, user.userId), "no consent permits reading accounts")
    const consents = yield* Consents
    assert.strictEqual((yield* Effect.flip(consents.read(World.caller, consentId)))._tag, "ConsentNotFound")
    assert.strictEqual((yield* Effect.flip(consents.status(World.caller, consentId)))._tag, "ConsentNotFound")
    assert.isTrue(Option.isNone(yield* (yield* CollectionStore).wealthData(collectionId)))
    bank.meanwhile = Bank.failsUnreachable
    for (let passed = 0; passed < 12; passed++) {
      yield* Consent.passTime(Consent.hour, 10 * Consent.minute)
      yield* UnfinishedErasures.finishErasures
    }
    assert.isFalse(yield* isFinished)
    assert.strictEqual(bank.open.size, 1)
    bank.meanwhile = Bank.succeeds
    yield* Consent.passTime(10 * Consent.minute, 10 * Consent.minute)
    assert.isEmpty(bank.open)
    yield* UnfinishedErasures.finishErasures
    assert.isTrue(yield* isFinished)
    assert.isTrue(Option.isNone(yield* store.find(user.clientId, consentId)))
  })
})

describe("an interrupted erasure", () => {
  test("is finished by maintenance", function* ({ bank }) {
    const users = yield* UserStore
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const ended = yield* collectUntilEnd(user, storedConsentRequest(consentId))
    const running = yield* World.start(World.request, user)
    yield* World.untilStatus(running, "LOGIN")
    // Simulates a crash right after the tombstone is stored.
    assert.isTrue(yield* users.erase(user.clientId, user.userId, yield* Clock.currentTimeMillis))
    assert.isFalse(yield* isFinished)
    yield* UnfinishedErasures.finishErasures
    assert.deepStrictEqual(yield* reasonOf(running), ["FAILED", "USER_ERASED"])
    assert.isTrue(Option.isNone(yield* (yield* CollectionStore).wealthData(ended)))
    yield* World.runPendingWork(50)
    yield* UnfinishedErasures.finishErasures
    assert.isTrue(yield* isFinished)
    assert.isEmpty(bank.open)
    assert.strictEqual(Bank.countCalls(bank, "revoke"), 1)
  })

  const unfinished = Effect.flatMap(UserStore, (store) =>
    Effect.map(store.erasures, (left) => left.map(({ userId }) => userId))
  )

  test("is not finished while a collection that ended meanwhile remains", function* () {
    const store = yield* CollectionStore
    const users = yield* UserStore
    const consents = yield* ConsentStore
    const user = yield* Consent.maja
    const damaged = yield* World.start(World.request, user)
    yield* World.untilStatus(damaged, "LOGIN")
    yield* World.corruptOrder(damaged)
    yield* users.erase(user.clientId, user.userId, yield* Clock.currentTimeMillis)
    // Maintenance abandons the collection after the erasure has processed collections but before it processes consents.
    const outline = Option.getOrThrow(yield* store.outline(damaged))
    const end = { status: brandStatus("FAILED"), revision: outline.revision + 1, at: Consent.noon }
    const live: typeof consents.live = (...owner) =>
      Effect.andThen(store.abandon(outline, end), consents.live(...owner))
    yield* UnfinishedErasures.finishErasures.pipe(Effect.provideService(ConsentStore, { ...consents, live }))
    assert.deepStrictEqual(yield* unfinished, [user.userId])
    yield* UnfinishedErasures.finishErasures
    assert.deepStrictEqual(yield* unfinished, [])
    assert.isEmpty(yield* store.history(damaged))
  })

  test("is finished after an unreadable collection is abandoned", function* () {
    const store = yield* CollectionStore
    const user = yield* Consent.maja
    const running = yield* World.start(World.request, user)
    const damaged = yield* World.start(World.request, user)
    yield* World.untilStatus(running, "LOGIN")
    yield* World.untilStatus(damaged, "LOGIN")
    yield* World.corruptOrder(damaged)
    yield* erase(user)
    assert.deepStrictEqual(yield* reasonOf(running), ["FAILED", "USER_ERASED"])
    assert.isEmpty(yield* store.history(running))
    assert.deepStrictEqual(yield* unfinished, [user.userId])
    yield* Consent.passTime(12 * Consent.minute, Consent.minute)
    yield* World.runDueProcesses
    yield* World.runPendingWork(20)
    yield* UnfinishedErasures.finishErasures
    assert.deepStrictEqual(yield* unfinished, [])
    assert.isEmpty(yield* store.history(damaged))
  })
})

describe("a start during an erasure", () => {
  test("is rejected, or ends with the other processes", function* ({ bank }) {
    const collections = yield* Collections
    const consents = yield* Consents
    for (let round = 0; round < 10; round++) {
      const user = yield* Consent.userOf(`user-${round}`)
      const starting = Array.from({ length: 6 }, () => collections.start(user, World.request))
      const creating = Array.from({ length: 6 }, () => consents.create(user, Consent.request()))
      const [started, created] = yield* Effect.all(
        [
          Effect.all(starting.map(Effect.result), { concurrency: "unbounded" }),
          Effect.all(creating.map(Effect.result), { concurrency: "unbounded" }),
          erase(user)
        ],
        { concurrency: "unbounded" }
      )
      for (const answer of started) {
        if (answer._tag === "Failure") assert.strictEqual(answer.failure._tag, "UserErasedError")
        else assert.deepStrictEqual(yield* reasonOf(answer.success.body.id), ["FAILED", "USER_ERASED"])
      }
      for (const answer of created) {
        if (answer._tag === "Failure") assert.strictEqual(answer.failure._tag, "UserErasedError")
      }
      yield* Consent.passTime(5)
      yield* UnfinishedErasures.finishErasures
      assert.isTrue(yield* isFinished)
      assert.isEmpty(bank.open)
      assert.isEmpty(yield* (yield* ConsentStore).live(user.clientId, user.userId))
    }
  })
})
