/** Tests the revocation of a consent before, during and after a step (spec 2.4). */
import { assert, describe } from "@effect/vitest"
import { BankError, ConsentStore } from "@sheaf/ports"
import { Effect, Fiber, Logger } from "effect"
import * as Consent from "./ConsentWorld.ts"
import { test } from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import * as Eid from "./ScriptedElectronicId.ts"
import { takeSteps } from "../../src/consents/Process.ts"
import * as World from "../collections/World.ts"

const otherDevice = Consent.byElectronicId("SWEDISH_MOBILE_EID_OTHER_DEVICE")

describe("a revoked consent", () => {
  test("ends at once and at the bank if it is authorized", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    yield* Consent.passTime(Consent.hour, Consent.minute)
    const body = yield* Consent.revoke(user, consentId)
    assert.strictEqual(body.status, "REVOKED")
    assert.strictEqual(body.revokedAt, new Date(Consent.noon + 2000 + Consent.hour * 1000).toISOString())
    assert.strictEqual(body.revokedAt, body.statusChangedAt)
    yield* Consent.runDueSteps
    yield* Consent.checkClosed(bank, consentId)
  })

  test("ends while the electronic ID waits, and cancels the order", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* Consent.createAwaiting(otherDevice)
    assert.strictEqual(electronicId.open.size, 1)
    assert.strictEqual((yield* Consent.revoke(user, consentId)).status, "REVOKED")
    yield* Consent.passTime(2)
    assert.isEmpty(electronicId.open)
    assert.isEmpty(bank.open)
  })

  test("ends without a call to the bank if Sheaf has not reached the bank yet", function* ({ bank }) {
    bank.meanwhile = Bank.failsUnreachable
    const { consentId, user } = yield* Consent.createConsent()
    yield* Consent.passTime(5)
    assert.strictEqual((yield* Consent.revoke(user, consentId)).status, "REVOKED")
    bank.meanwhile = Bank.succeeds
    yield* Consent.passTime(10)
    yield* Consent.checkClosed(bank, consentId)
    assert.strictEqual(Bank.countCalls(bank, "revoke"), 0)
  })

  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => {
    if (String(message).includes("could not revoke consent at the bank")) logged.push(String(message))
  })
  Consent.testWith({ logger })(
    "is retried at an unavailable bank for days, and logged once a day",
    function* ({ bank }) {
      const { consentId, user } = yield* Consent.createAuthorized(bank)
      bank.meanwhile = Bank.failsUnreachable
      const body = yield* Consent.revoke(user, consentId)
      yield* Consent.runDueSteps
      assert.lengthOf(logged, 1, "the first time")
      yield* Consent.passTime(Consent.day - Consent.hour, 10 * Consent.minute)
      assert.lengthOf(logged, 1)
      const asked = Bank.countCalls(bank, "revoke")
      assert.isAbove(asked, 23 * 6, "every ten minutes on the first day")
      yield* Consent.passTime(6 * Consent.day, Consent.hour)
      assert.lengthOf(logged, 7)
      assert.isAtMost(Bank.countCalls(bank, "revoke") - asked, 6 * 24 + 6, "every hour from then on")
      assert.deepStrictEqual(yield* Consent.statusOf(user, consentId), body, "clients see no change")
      bank.meanwhile = Bank.succeeds
      yield* Consent.passTime(Consent.hour, 10 * Consent.minute)
      yield* Consent.checkClosed(bank, consentId)
    }
  )

  test("ends at a bank that answers for a day that there is nothing", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    bank.meanwhile = () => Effect.fail(new BankError({ reason: "BANK_ERROR", isNotFound: true }))
    yield* Consent.revoke(user, consentId)
    yield* Consent.passTime(Consent.day - Consent.hour, 10 * Consent.minute)
    assert.isFalse(yield* Consent.isClosed(consentId), "the bank may be in the middle of a deployment")
    yield* Consent.passTime(2 * Consent.hour, 10 * Consent.minute)
    assert.isTrue(yield* Consent.isClosed(consentId))
  })

  test("does not change if it is revoked again before the bank is notified", function* ({ bank }) {
    const store = yield* ConsentStore
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    bank.meanwhile = Bank.failsUnreachable
    const body = yield* Consent.revoke(user, consentId)
    yield* Consent.passTime(Consent.hour, 10 * Consent.minute)
    const before = yield* store.loadState(consentId)
    const asked = Bank.countCalls(bank, "revoke")
    assert.deepStrictEqual(yield* Consent.revoke(user, consentId), body)
    yield* Consent.runDueSteps
    assert.deepStrictEqual(yield* store.loadState(consentId), before)
    assert.strictEqual(Bank.countCalls(bank, "revoke"), asked)
  })

  test("is no longer sent to the bank after it has expired", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank, Consent.expiringAfter(2 * Consent.hour * 1000))
    bank.meanwhile = Bank.failsUnreachable
    yield* Consent.revoke(user, consentId)
    yield* Consent.passTime(2 * Consent.hour - Consent.minute, 10 * Consent.minute)
    assert.isFalse(yield* Consent.isClosed(consentId))
    yield* Consent.passTime(10 * Consent.minute, Consent.minute)
    assert.isTrue(yield* Consent.isClosed(consentId))
    const asked = bank.calls.length
    yield* Consent.passTime(Consent.day, Consent.hour)
    assert.lengthOf(bank.calls, asked)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "REVOKED")
  })

  test("is reported to the bank at once, even in its last minute", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank, Consent.expiringAfter(Consent.minute * 1000))
    yield* Consent.revoke(user, consentId)
    yield* Consent.runDueSteps
    yield* Consent.checkClosed(bank, consentId)
  })
})

describe("a consent that is revoked during a step", () => {
  test("ends later at a bank that created it and became unavailable", function* ({ bank }) {
    const creating = yield* World.gate
    bank.meanwhile = Bank.runBeforeCall("createConsent", creating.passing)
    const { consentId, user } = yield* Consent.createConsent()
    yield* creating.reached
    yield* Consent.revoke(user, consentId)
    bank.meanwhile = Bank.failsUnreachable
    yield* creating.open
    yield* Consent.passTime(Consent.day, Consent.hour)
    assert.strictEqual(bank.open.size, 1)
    bank.meanwhile = Bank.succeeds
    yield* Consent.passTime(Consent.hour, 10 * Consent.minute)
    yield* Consent.checkClosed(bank, consentId)
  })

  test("is revoked in its own client's name even if the bank creates it after another node has closed it", function* ({
    bank
  }) {
    const creating = yield* World.gate
    bank.meanwhile = Bank.runBeforeCall("createConsent", creating.passing)
    const { consentId, user } = yield* Consent.createConsent()
    yield* creating.reached
    yield* Consent.revoke(user, consentId)
    yield* takeSteps(consentId)
    assert.isTrue(yield* Consent.isClosed(consentId))
    yield* creating.open
    yield* Consent.runDueSteps
    // The scripted bank counts only revocations that name a client.
    assert.strictEqual(Bank.countCalls(bank, "revoke"), 1)
    yield* Consent.checkClosed(bank, consentId)
  })

  test("cancels the order that the electronic ID has just started", function* ({ bank, electronicId }) {
    const ordering = yield* World.gate
    electronicId.afterOrder = ordering.passing
    const { consentId, user } = yield* Consent.createConsent(otherDevice)
    yield* ordering.reached
    yield* Consent.revoke(user, consentId)
    yield* ordering.open
    yield* Consent.runDueSteps
    assert.lengthOf(electronicId.requests, 1)
    assert.isEmpty(electronicId.open)
    yield* Consent.checkClosed(bank, consentId)
  })

  test("is not authorized by a late answer", function* ({ bank, electronicId }) {
    const telling = yield* World.gate
    const { consentId, user } = yield* Consent.createAwaiting(otherDevice)
    bank.meanwhile = Bank.runBeforeCall("identify", telling.passing)
    electronicId.progress = Eid.complete(Consent.personalNumber)
    yield* Consent.passTime(2)
    yield* telling.reached
    const body = yield* Consent.revoke(user, consentId)
    yield* telling.open
    yield* Consent.runDueSteps
    assert.deepStrictEqual(yield* Consent.statusOf(user, consentId), body)
    yield* Consent.checkClosed(bank, consentId)
  })
})

describe("a consent's step that runs twice at once", () => {
  test("keeps the bank's consent of both runs", function* ({ bank }) {
    const creating = yield* World.gate
    bank.meanwhile = Bank.runBeforeCall("createConsent", creating.passing)
    const { consentId, user } = yield* Consent.createConsent()
    yield* creating.reached
    yield* Consent.passTime(29)
    // A node that was frozen can still run a step that another node has taken over.
    const helping = yield* Effect.forkChild(takeSteps(consentId))
    yield* Consent.runDueSteps
    assert.strictEqual(Bank.countCalls(bank, "createConsent"), 2)
    yield* creating.open
    yield* Fiber.join(helping)
    yield* Consent.untilStatus(user, consentId, "AWAITING_AUTHORIZATION")
    assert.strictEqual(bank.open.size, 1)
    assert.strictEqual(Bank.countCalls(bank, "revoke"), 0)
  })
})
