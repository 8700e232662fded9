import { assert, describe } from "@effect/vitest"
import { Consents, ConsentStore } from "@sheaf/ports"
import { Effect, Fiber, Logger } from "effect"
import * as ConsentWorld from "./ConsentWorld.ts"
import {
  authorized,
  awaiting,
  byElectronicId,
  checkClosed,
  created,
  day,
  hour,
  isClosed,
  minute,
  noon,
  pass,
  personalNumber,
  rejected,
  revoke,
  statusOf,
  test,
  until
} from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import * as Eid from "./ScriptedElectronicId.ts"
import * as World from "../collections/World.ts"

const otherDevice = byElectronicId("SWEDISH_MOBILE_EID_OTHER_DEVICE")

describe("a consent that its user revokes", () => {
  test("is revoked at once, and ended at the bank, when it is authorised", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank)
    yield* pass(hour, minute)
    const body = yield* revoke(user, consentId)
    assert.strictEqual(body.status, "REVOKED")
    assert.strictEqual(body.revokedAt, new Date(noon + 2000 + hour * 1000).toISOString())
    assert.strictEqual(body.revokedAt, body.statusChangedAt)
    yield* World.turns(50)
    yield* checkClosed(bank, consentId)
  })

  test("is revoked while the person is on the bank's page", function* ({ bank }) {
    const { consentId, user } = yield* awaiting()
    const body = yield* revoke(user, consentId)
    assert.strictEqual(body.status, "REVOKED")
    assert.notProperty(body, "authInstructions")
    assert.notProperty(body, "error")
    yield* pass(2)
    yield* checkClosed(bank, consentId)
  })

  test("is revoked while the electronic ID waits, whose order is closed", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* awaiting(otherDevice)
    assert.strictEqual(electronicId.open.size, 1)
    assert.strictEqual((yield* revoke(user, consentId)).status, "REVOKED")
    yield* pass(2)
    assert.isEmpty(electronicId.open)
    assert.isEmpty(bank.open)
  })

  test("is revoked before the bank could be reached, which never hears of it", function* ({ bank }) {
    bank.meanwhile = Bank.isAway
    const { consentId, user } = yield* created()
    yield* pass(5)
    assert.strictEqual((yield* revoke(user, consentId)).status, "REVOKED")
    bank.meanwhile = Bank.isThere
    yield* pass(10)
    yield* checkClosed(bank, consentId)
    assert.strictEqual(Bank.times(bank, "revoke"), 0)
  })

  test("stays as it is when it has ended, however it ended", function* ({ bank }) {
    const consents = yield* Consents
    const { consentId, user } = yield* authorized(bank)
    const first = yield* revoke(user, consentId)
    yield* pass(minute)
    assert.deepStrictEqual(yield* revoke(user, consentId), first)

    const failed = yield* rejected(bank)
    assert.deepStrictEqual(yield* revoke(user, failed.consentId), failed.body)

    const another = yield* authorized(bank)
    const expired = yield* consents.expire(user, another.consentId)
    yield* pass(minute)
    assert.deepStrictEqual(yield* revoke(user, another.consentId), expired.body)
  })

  test("is told to the bank again until the bank can be reached, for days", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank)
    bank.meanwhile = Bank.isAway
    const body = yield* revoke(user, consentId)
    yield* pass(3 * day, hour)
    assert.isFalse(yield* isClosed(consentId))
    assert.deepStrictEqual(yield* statusOf(user, consentId), body, "nothing a client could see has changed")
    const asked = Bank.times(bank, "revoke")
    yield* pass(6 * hour, 10 * minute)
    assert.strictEqual(Bank.times(bank, "revoke") - asked, 6, "it is asked every hour")
    bank.meanwhile = Bank.isThere
    yield* pass(hour, 10 * minute)
    yield* checkClosed(bank, consentId)
  })

  const told: Array<string> = []
  const heard = Logger.make(({ message }) => {
    if (String(message).includes("could not revoke consent at the bank")) told.push(String(message))
  })
  const heardWorld = ConsentWorld.testWith({ logger: heard })
  heardWorld(
    "is told to a bank that is away as often as is useful, and the log tells of it once a day",
    function* ({ bank }) {
      const { consentId, user } = yield* authorized(bank)
      bank.meanwhile = Bank.isAway
      yield* revoke(user, consentId)
      yield* World.turns(50)
      assert.lengthOf(told, 1, "the first time")
      yield* pass(day - hour, 10 * minute)
      assert.lengthOf(told, 1)
      assert.isAbove(Bank.times(bank, "revoke"), 23 * 6, "every ten minutes on the first day")
      yield* pass(6 * day, hour)
      assert.lengthOf(told, 7)
    }
  )

  test("stays as it is when it is revoked again before its bank was told", function* ({ bank }) {
    const store = yield* ConsentStore
    const { consentId, user } = yield* authorized(bank)
    bank.meanwhile = Bank.isAway
    const body = yield* revoke(user, consentId)
    yield* pass(hour, 10 * minute)
    const before = yield* store.work(consentId)
    const asked = Bank.times(bank, "revoke")
    assert.deepStrictEqual(yield* revoke(user, consentId), body)
    yield* World.turns(50)
    assert.deepStrictEqual(yield* store.work(consentId), before)
    assert.strictEqual(Bank.times(bank, "revoke"), asked)
  })

  test("is not told to the bank any more once it would have expired", function* ({ bank }) {
    const expiresAt = new Date(noon + 2 * hour * 1000).toISOString()
    const { consentId, user } = yield* authorized(bank, { expiresAt })
    bank.meanwhile = Bank.isAway
    yield* revoke(user, consentId)
    yield* pass(2 * hour - minute, 10 * minute)
    assert.isFalse(yield* isClosed(consentId))
    yield* pass(10 * minute, minute)
    assert.isTrue(yield* isClosed(consentId))
    const asked = bank.calls.length
    yield* pass(day, hour)
    assert.lengthOf(bank.calls, asked)
    assert.strictEqual((yield* statusOf(user, consentId)).status, "REVOKED")
  })

  test("is told to a bank that hangs, again and again", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank)
    bank.meanwhile = Bank.only("revoke", Effect.never)
    yield* revoke(user, consentId)
    yield* pass(2 * minute, 10)
    assert.isAbove(Bank.times(bank, "revoke"), 2)
    bank.meanwhile = Bank.isThere
    yield* pass(2 * minute, 10)
    yield* checkClosed(bank, consentId)
  })

  test("is told to the bank within moments also in its last minute", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank, { expiresAt: new Date(noon + minute * 1000).toISOString() })
    yield* revoke(user, consentId)
    yield* World.turns(50)
    yield* checkClosed(bank, consentId)
  })
})

describe("a consent that is revoked while a step of it is under way", () => {
  test("closes what the bank has just made", function* ({ bank }) {
    const creating = yield* World.gate
    bank.meanwhile = Bank.only("createConsent", creating.passing)
    const { consentId, user } = yield* created()
    yield* creating.reached
    assert.strictEqual((yield* revoke(user, consentId)).status, "REVOKED")
    yield* creating.open
    yield* World.turns(100)
    assert.strictEqual(bank.requests.length, 1)
    yield* checkClosed(bank, consentId)
  })

  test("closes what the bank has just made, also when the bank goes away then", function* ({ bank }) {
    const creating = yield* World.gate
    bank.meanwhile = Bank.only("createConsent", creating.passing)
    const { consentId, user } = yield* created()
    yield* creating.reached
    yield* revoke(user, consentId)
    bank.meanwhile = Bank.isAway
    yield* creating.open
    yield* pass(day, hour)
    assert.strictEqual(bank.open.size, 1)
    bank.meanwhile = Bank.isThere
    yield* pass(hour, 10 * minute)
    yield* checkClosed(bank, consentId)
  })

  test("closes the order that the electronic ID has just begun", function* ({ bank, electronicId }) {
    const ordering = yield* World.gate
    electronicId.afterOrder = ordering.passing
    const { consentId, user } = yield* created(otherDevice)
    yield* ordering.reached
    yield* revoke(user, consentId)
    yield* ordering.open
    yield* World.turns(100)
    assert.lengthOf(electronicId.requests, 1)
    assert.isEmpty(electronicId.open)
    yield* checkClosed(bank, consentId)
  })

  test("is not authorised by an answer that comes later", function* ({ bank, electronicId }) {
    const telling = yield* World.gate
    const { consentId, user } = yield* awaiting(otherDevice)
    bank.meanwhile = Bank.only("identify", telling.passing)
    electronicId.progress = Eid.complete(personalNumber)
    yield* pass(2)
    yield* telling.reached
    const body = yield* revoke(user, consentId)
    yield* telling.open
    yield* World.turns(100)
    assert.deepStrictEqual(yield* statusOf(user, consentId), body)
    yield* checkClosed(bank, consentId)
  })
})

describe("a step of a consent that is taken twice at the same moment", () => {
  test("leaves what both got from the bank", function* ({ bank }) {
    const creating = yield* World.gate
    bank.meanwhile = Bank.only("createConsent", creating.passing)
    const { consentId, user } = yield* created()
    yield* creating.reached
    yield* pass(29)
    // The second run is one of upkeep, which thinks that the engine has lost the consent.
    yield* ConsentWorld.overdue(consentId)
    const helping = yield* Effect.forkChild(ConsentWorld.goOn())
    yield* World.turns(50)
    assert.strictEqual(Bank.times(bank, "createConsent"), 2)
    yield* creating.open
    yield* Fiber.join(helping)
    yield* until(user, consentId, "AWAITING_AUTHORIZATION")
    assert.strictEqual(bank.open.size, 1)
    assert.strictEqual(Bank.times(bank, "revoke"), 0)
  })
})

describe("revoking, expiring and reading at the same moment", () => {
  test("gives one end, which everybody sees from then on", function* ({ bank }) {
    const consents = yield* Consents
    const store = yield* ConsentStore
    for (let round = 0; round < 10; round++) {
      const { consentId, user } = yield* authorized(bank)
      const answers = yield* Effect.all(
        [
          consents.revoke(user, consentId),
          consents.expire(user, consentId),
          consents.status(user, consentId),
          consents.revoke(user, consentId),
          consents.expire(user, consentId)
        ].map(Effect.result),
        { concurrency: "unbounded" }
      )
      const end = yield* statusOf(user, consentId)
      assert.include(["REVOKED", "EXPIRED"], end.status)
      const ends = answers.flatMap((answer) => (answer._tag === "Success" ? [answer.success.body] : []))
      for (const body of ends) {
        if (body.status !== "AUTHORIZED") assert.deepStrictEqual(body, end)
      }
      yield* pass(2)
      assert.deepStrictEqual(yield* statusOf(user, consentId), end)
      assert.isEmpty(yield* store.live(user.clientId, user.userId))
      assert.isEmpty(bank.open)
    }
  })
})
