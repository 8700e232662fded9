import { assert, describe, it } from "@effect/vitest"
import { BankError, Consents, ConsentStore } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import * as ConsentWorld from "./ConsentWorld.ts"
import { create, day, maja, minute, noon, pass, statusOf, until } from "./ConsentWorld.ts"
import * as World from "../collections/World.ts"

/** A test with a bank that is set up like this. */
const withBank = (
  name: string,
  setUp: Partial<ScriptedBank>,
  test: (bank: ScriptedBank) => Effect.Effect<void, unknown, World.Provided>
) =>
  it.effect(name, () => {
    const bank = Object.assign(Bank.make(), setUp)
    return test(bank).pipe(ConsentWorld.world({ bank }))
  })

describe("a consent that the bank's page authorises", () => {
  withBank("begins as it was asked for", {}, () =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user, ConsentWorld.request({ accountIds: ["acc-1"], transactions: false }))
      const body = yield* statusOf(user, consentId)
      assert.deepStrictEqual(body, {
        company: "se-fjallbanken",
        consentId,
        status: "INITIATED",
        createdAt: "2026-04-01T12:00:00.000Z",
        statusChangedAt: "2026-04-01T12:00:00.000Z",
        scope: { type: "PSD2_AIS", accountIds: ["acc-1"], balances: true, transactions: false },
        pollingInterval: 2000,
        expiresAt: "2026-06-30T23:59:59.999Z"
      })
    })
  )

  withBank("shows the page, and tells the bank where to send the person back to", {}, (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user)
      const body = yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      assert.deepStrictEqual(body.authInstructions, { redirectUrl: Bank.redirectUrl })
      assert.strictEqual(body.pollingInterval, 2000)
      const asked = bank.requests[0] ?? assert.fail("the bank was not asked")
      const { authorisation, ...terms } = asked
      assert.deepStrictEqual(terms, {
        scope: { type: "PSD2_AIS", balances: true, transactions: true },
        validUntil: "2026-06-30",
        psuIpAddress: "192.0.2.17",
        psuLocale: "sv-se"
      })
      const returnUrl = authorisation._tag === "REDIRECT" ? authorisation.returnUrl : authorisation._tag
      assert.match(returnUrl, /^https:\/\/sheaf\.example\/consents\/return\/[0-9a-f]{32}$/u)
    })
  )

  withBank("is asked after less often the longer the person takes", {}, (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      const askedIn = Effect.fnUntraced(function* (seconds: number) {
        const before = bank.calls.length
        yield* pass(seconds)
        return bank.calls.length - before
      })
      assert.isAtLeast(yield* askedIn(12), 5)
      yield* pass(60)
      assert.isAtMost(yield* askedIn(60), 6)
    })
  )

  withBank("is asked after at the bank until the person has authorised it", {}, (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user)
      const awaiting = yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      yield* pass(20)
      bank.state = { status: "partiallyAuthorised", granted: {} }
      yield* pass(20)
      assert.deepStrictEqual(yield* statusOf(user, consentId), awaiting, "nothing a client could see has changed")
      bank.state = { status: "valid", granted: {} }
      yield* pass(2)
      const body = yield* until(user, consentId, "AUTHORIZED")
      assert.notProperty(body, "authInstructions")
      assert.notProperty(body, "pollingInterval")
    })
  )

  withBank("covers what the bank grants, for as long as the bank grants it", {}, (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user, ConsentWorld.request({ accountIds: ["acc-1", "acc-2"] }))
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      const granted = { accountIds: ["acc-2"], transactions: false, expiresAt: "2026-04-11T08:30:00.250Z" }
      bank.state = { status: "valid", granted }
      yield* pass(2)
      const body = yield* until(user, consentId, "AUTHORIZED")
      assert.deepStrictEqual(body.scope, {
        type: "PSD2_AIS",
        accountIds: ["acc-2"],
        balances: true,
        transactions: false
      })
      assert.strictEqual(body.expiresAt, "2026-04-11T08:30:00.250Z")
    })
  )

  withBank("never covers more than was asked for", {}, (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user, ConsentWorld.request({ accountIds: ["acc-1"], balances: false }))
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      const granted = {
        accountIds: ["acc-1", "acc-2"],
        balances: true,
        transactions: true,
        expiresAt: "2027-01-01T00:00:00.000Z"
      }
      bank.state = { status: "valid", granted }
      yield* pass(2)
      const body = yield* until(user, consentId, "AUTHORIZED")
      assert.deepStrictEqual(body.scope, {
        type: "PSD2_AIS",
        accountIds: ["acc-1"],
        balances: false,
        transactions: true
      })
      assert.strictEqual(body.expiresAt, "2026-06-30T23:59:59.999Z")
    })
  )

  withBank("fails when nothing is granted of what was asked for, and is ended at the bank", {}, (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user, ConsentWorld.request({ accountIds: ["acc-1"] }))
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      bank.state = { status: "valid", granted: { accountIds: ["acc-2"] } }
      yield* pass(2)
      const body = yield* until(user, consentId, "FAILED")
      assert.strictEqual(body.error?.code, "REJECTED_BY_BANK")
      assert.isEmpty(bank.open)
    })
  )

  withBank("expires at its time, to the millisecond", {}, (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      const expiresAt = noon + 10 * day * 1000 + 250
      bank.state = { status: "valid", granted: { expiresAt: new Date(expiresAt).toISOString() } }
      yield* pass(2)
      yield* until(user, consentId, "AUTHORIZED")
      yield* pass(10 * day - 2, day)
      yield* TestClock.adjust("249 millis")
      yield* World.turns(50)
      assert.strictEqual((yield* statusOf(user, consentId)).status, "AUTHORIZED")
      yield* TestClock.adjust("1 milli")
      const body = yield* until(user, consentId, "EXPIRED")
      assert.strictEqual(body.statusChangedAt, body.expiresAt)
      assert.isTrue(yield* ConsentWorld.isClosed(consentId))
    })
  )

  withBank("expires at its time, also while the bank does not answer", {}, (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      const authorizedAt = noon + 2000
      const expiresAt = authorizedAt + day * 1000 + 5000
      bank.state = { status: "valid", granted: { expiresAt: new Date(expiresAt).toISOString() } }
      yield* pass(2)
      yield* until(user, consentId, "AUTHORIZED")
      bank.meanwhile = () => Effect.never
      yield* pass(day, day)
      assert.isAbove(Bank.times(bank, "status"), 1, "the daily question is on its way")
      yield* pass(5)
      const body = yield* until(user, consentId, "EXPIRED")
      assert.strictEqual(body.statusChangedAt, body.expiresAt)
    })
  )

  withBank("expires at its time, also when the bank was slow to answer right before", {}, (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      const expiresAt = noon + 2000 + day * 1000 + 30_000
      bank.state = { status: "valid", granted: { expiresAt: new Date(expiresAt).toISOString() } }
      yield* pass(2)
      yield* until(user, consentId, "AUTHORIZED")
      bank.meanwhile = Bank.only("status", Effect.sleep("20 seconds"))
      yield* pass(day, day)
      yield* pass(30)
      const body = yield* until(user, consentId, "EXPIRED")
      assert.strictEqual(body.statusChangedAt, body.expiresAt)
    })
  )

  withBank("fails after five minutes, and is ended at the bank", {}, (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      yield* pass(5 * minute - 1)
      assert.strictEqual((yield* statusOf(user, consentId)).status, "AWAITING_AUTHORIZATION")
      yield* pass(1)
      const body = yield* until(user, consentId, "FAILED")
      assert.strictEqual(body.error?.code, "AUTHENTICATION_TIMEOUT")
      assert.notProperty(body, "authInstructions")
      assert.isEmpty(bank.open)
      assert.isTrue(yield* ConsentWorld.isClosed(consentId))
    })
  )

  withBank("does not wait longer than five minutes where the bank is slow", {}, (bank) =>
    Effect.gen(function* () {
      bank.meanwhile = Bank.only("status", Effect.sleep("1700 millis"))
      const user = yield* maja
      const consentId = yield* create(user)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      yield* pass(4 * minute + 55, 0.1)
      // Its last answer comes when the time is almost over.
      yield* pass(5, 0.1)
      const body = yield* until(user, consentId, "FAILED")
      assert.strictEqual(body.statusChangedAt, new Date(noon + 5 * minute * 1000).toISOString())
    })
  )

  withBank("does not wait longer than five minutes for a bank that hangs", {}, (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      yield* pass(4 * minute + 50)
      bank.meanwhile = () => Effect.never
      yield* pass(10)
      const body = yield* until(user, consentId, "FAILED")
      assert.strictEqual(body.statusChangedAt, new Date(noon + 5 * minute * 1000).toISOString())
    })
  )

  const failing = (
    name: string,
    setUp: Partial<ScriptedBank>,
    code: "REJECTED_BY_BANK" | "BANK_UNAVAILABLE" | "AUTHENTICATION_TIMEOUT"
  ) =>
    withBank(`fails when the bank ${name}`, setUp, (bank) =>
      Effect.gen(function* () {
        const user = yield* maja
        const consentId = yield* create(user)
        // Whatever may pass is tried again for five minutes; the last call may take half a minute more.
        yield* pass(5 * minute + 40)
        const body = yield* until(user, consentId, "FAILED")
        assert.strictEqual(body.error?.code, code)
        bank.meanwhile = Bank.isThere
        yield* pass(5 * minute)
        assert.isEmpty(bank.open)
        assert.isTrue(yield* ConsentWorld.isClosed(consentId))
      })
    )

  const boom = () => {
    throw new Error("boom")
  }
  failing("refuses it", { meanwhile: Bank.only("createConsent", Bank.refused) }, "REJECTED_BY_BANK")
  failing("rejects it later", { state: { status: "rejected", granted: {} } }, "REJECTED_BY_BANK")
  failing(
    "lets it expire before it is authorised",
    { state: { status: "expired", granted: {} } },
    "AUTHENTICATION_TIMEOUT"
  )
  failing("knows nothing of it any more", { meanwhile: Bank.only("status", Bank.consentInvalid) }, "REJECTED_BY_BANK")
  failing(
    "cannot be reached to make it",
    { meanwhile: Bank.only("createConsent", Bank.unreachable) },
    "BANK_UNAVAILABLE"
  )
  failing("cannot be reached to tell of it", { meanwhile: Bank.only("status", Bank.unreachable) }, "BANK_UNAVAILABLE")
  failing(
    "answers with errors",
    { meanwhile: Bank.only("createConsent", Effect.fail(new BankError({ reason: "BANK_ERROR" }))) },
    "BANK_UNAVAILABLE"
  )
  failing(
    "gives a consent that cannot be read",
    { createConsent: () => Bank.unreadable({ id: 1 }) },
    "BANK_UNAVAILABLE"
  )
  failing(
    "gives no page to send the person to",
    { createConsent: () => Bank.unreadable({ bankConsentId: "b" }) },
    "BANK_UNAVAILABLE"
  )
  for (const redirectUrl of [
    "javascript:alert(1)",
    "data:text/html,x",
    "/authorise",
    "https://",
    "ftp://bank.example"
  ]) {
    failing(
      `gives no page of the web to send the person to: ${redirectUrl}`,
      { createConsent: () => Bank.unreadable({ bankConsentId: "b", redirectUrl }) },
      "BANK_UNAVAILABLE"
    )
  }
  failing(
    "gives a status that there is not",
    { status: () => Bank.unreadable({ status: "ok", granted: {} }) },
    "BANK_UNAVAILABLE"
  )
  failing("throws", { createConsent: () => Effect.die(new Error("boom")) }, "BANK_UNAVAILABLE")
  failing("throws before it gives an effect", { createConsent: boom }, "BANK_UNAVAILABLE")
  failing("interrupts itself", { createConsent: () => Effect.interrupt }, "BANK_UNAVAILABLE")
  failing("hangs", { meanwhile: Bank.only("createConsent", Effect.never) }, "BANK_UNAVAILABLE")

  withBank("goes on when the bank can be reached again, and is made once there", {}, (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      bank.meanwhile = Bank.isAway
      const consentId = yield* create(user)
      yield* pass(3 * minute)
      assert.strictEqual((yield* statusOf(user, consentId)).status, "INITIATED")
      bank.meanwhile = Bank.isThere
      yield* pass(10)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      bank.meanwhile = Bank.isAway
      yield* pass(minute)
      bank.meanwhile = Bank.isThere
      bank.state = { status: "valid", granted: {} }
      yield* pass(10)
      yield* until(user, consentId, "AUTHORIZED")
      assert.strictEqual(bank.open.size, 1)
    })
  )

  it.effect("is made once at a bank whose first answer was lost", () => {
    const bank = Bank.make()
    const { createConsent } = bank
    let isLost = true
    const losing: ScriptedBank = Object.assign(bank, {
      createConsent: (...asked: Parameters<ScriptedBank["createConsent"]>) =>
        Effect.flatMap(createConsent(...asked), (consent) => {
          const lost = isLost
          isLost = false
          return lost ? Effect.fail(new BankError({ reason: "UNREACHABLE" })) : Effect.succeed(consent)
        })
    })
    return Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user)
      yield* pass(5)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      assert.strictEqual(Bank.times(bank, "createConsent"), 2)
      assert.strictEqual(bank.open.size, 1)
    }).pipe(ConsentWorld.world({ bank: losing }))
  })

  withBank("forgets the way back once it has ended, though the bank has still to be told", {}, (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      bank.meanwhile = Bank.isAway
      yield* Effect.flatMap(Consents, (consents) => consents.revoke(user, consentId))
      const { progress } = Option.getOrThrow(yield* (yield* ConsentStore).work(consentId))
      assert.notProperty(progress, "returnState")
    })
  )
})
