import { assert, describe } from "@effect/vitest"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import { BankError, Consents, ConsentStore } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import * as ConsentWorld from "./ConsentWorld.ts"
import {
  authorized,
  awaiting,
  checkClosed,
  create,
  created,
  day,
  isClosed,
  maja,
  minute,
  noon,
  pass,
  statusOf,
  test,
  until
} from "./ConsentWorld.ts"
import * as World from "../collections/World.ts"

describe("a consent that the bank's page authorises", () => {
  test("begins as it was asked for", function* () {
    const { consentId, user } = yield* created(ConsentWorld.request({ accountIds: ["acc-1"], transactions: false }))
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

  test("shows the page, and tells the bank where to send the person back to", function* ({ bank }) {
    const { body } = yield* awaiting()
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

  test("is asked after less often the longer the person takes", function* ({ bank }) {
    yield* awaiting()
    const askedIn = Effect.fnUntraced(function* (seconds: number) {
      const before = bank.calls.length
      yield* pass(seconds)
      return bank.calls.length - before
    })
    assert.isAtLeast(yield* askedIn(12), 5)
    yield* pass(60)
    assert.isAtMost(yield* askedIn(60), 6)
  })

  test("is asked after at the bank until the person has authorised it", function* ({ bank }) {
    const { body: before, consentId, user } = yield* awaiting()
    yield* pass(20)
    bank.state = { status: "partiallyAuthorised", granted: {} }
    yield* pass(20)
    assert.deepStrictEqual(yield* statusOf(user, consentId), before, "nothing a client could see has changed")
    bank.state = { status: "valid", granted: {} }
    yield* pass(2)
    const body = yield* until(user, consentId, "AUTHORIZED")
    assert.notProperty(body, "authInstructions")
    assert.notProperty(body, "pollingInterval")
  })

  const scopes = [
    {
      name: "covers what the bank grants, for as long as the bank grants it",
      asked: { accountIds: ["acc-1", "acc-2"] },
      granted: { accountIds: ["acc-2"], transactions: false, expiresAt: "2026-04-11T08:30:00.250Z" },
      scope: { type: "PSD2_AIS", accountIds: ["acc-2"], balances: true, transactions: false },
      expiresAt: "2026-04-11T08:30:00.250Z"
    },
    {
      name: "never covers more than was asked for",
      asked: { accountIds: ["acc-1"], balances: false },
      granted: {
        accountIds: ["acc-1", "acc-2"],
        balances: true,
        transactions: true,
        expiresAt: "2027-01-01T00:00:00Z"
      },
      scope: { type: "PSD2_AIS", accountIds: ["acc-1"], balances: false, transactions: true },
      expiresAt: "2026-06-30T23:59:59.999Z"
    }
  ]
  for (const { asked, expiresAt, granted, name, scope } of scopes) {
    test(name, function* ({ bank }) {
      const { body } = yield* authorized(bank, granted, { asked: ConsentWorld.request(asked) })
      assert.deepStrictEqual<unknown>(body.scope, scope)
      assert.strictEqual(body.expiresAt, expiresAt)
    })
  }

  test("fails when nothing is granted of what was asked for, and is ended at the bank", function* ({ bank }) {
    const { consentId, user } = yield* awaiting(ConsentWorld.request({ accountIds: ["acc-1"] }))
    bank.state = { status: "valid", granted: { accountIds: ["acc-2"] } }
    yield* pass(2)
    const body = yield* until(user, consentId, "FAILED")
    assert.strictEqual(body.error?.code, "REJECTED_BY_BANK")
    assert.isEmpty(bank.open)
  })

  /** A consent that is authorised until so many milliseconds after noon. */
  const authorizedFor = (bank: ScriptedBank, millis: number) =>
    authorized(bank, { expiresAt: new Date(noon + millis).toISOString() })

  test("expires at its time, to the millisecond", function* ({ bank }) {
    const { consentId, user } = yield* authorizedFor(bank, 10 * day * 1000 + 250)
    yield* pass(10 * day - 2, day)
    yield* TestClock.adjust("249 millis")
    yield* World.turns(50)
    assert.strictEqual((yield* statusOf(user, consentId)).status, "AUTHORIZED")
    yield* TestClock.adjust("1 milli")
    const body = yield* until(user, consentId, "EXPIRED")
    assert.strictEqual(body.statusChangedAt, body.expiresAt)
    assert.isTrue(yield* isClosed(consentId))
  })

  test("expires at its time, also while the bank does not answer", function* ({ bank }) {
    const { consentId, user } = yield* authorizedFor(bank, day * 1000 + 7000)
    bank.meanwhile = () => Effect.never
    yield* pass(day, day)
    assert.isAbove(Bank.times(bank, "status"), 1, "the daily question is on its way")
    yield* pass(5)
    const body = yield* until(user, consentId, "EXPIRED")
    assert.strictEqual(body.statusChangedAt, body.expiresAt)
  })

  test("expires at its time, also when the bank was slow to answer right before", function* ({ bank }) {
    const { consentId, user } = yield* authorizedFor(bank, day * 1000 + 32_000)
    bank.meanwhile = Bank.only("status", Effect.sleep("20 seconds"))
    yield* pass(day, day)
    yield* pass(30)
    const body = yield* until(user, consentId, "EXPIRED")
    assert.strictEqual(body.statusChangedAt, body.expiresAt)
  })

  test("fails after five minutes, and is ended at the bank", function* ({ bank }) {
    const { consentId, user } = yield* awaiting()
    yield* pass(5 * minute - 1)
    assert.strictEqual((yield* statusOf(user, consentId)).status, "AWAITING_AUTHORIZATION")
    yield* pass(1)
    const body = yield* until(user, consentId, "FAILED")
    assert.strictEqual(body.error?.code, "AUTHENTICATION_TIMEOUT")
    assert.notProperty(body, "authInstructions")
    yield* checkClosed(bank, consentId)
  })

  test("does not wait longer than five minutes where the bank is slow", function* ({ bank }) {
    bank.meanwhile = Bank.only("status", Effect.sleep("1700 millis"))
    const { consentId, user } = yield* awaiting()
    yield* pass(4 * minute + 55, 0.1)
    // Its last answer comes when the time is almost over.
    yield* pass(5, 0.1)
    const body = yield* until(user, consentId, "FAILED")
    assert.strictEqual(body.statusChangedAt, new Date(noon + 5 * minute * 1000).toISOString())
  })

  test("does not wait longer than five minutes for a bank that hangs", function* ({ bank }) {
    const { consentId, user } = yield* awaiting()
    yield* pass(4 * minute + 50)
    bank.meanwhile = () => Effect.never
    yield* pass(10)
    const body = yield* until(user, consentId, "FAILED")
    assert.strictEqual(body.statusChangedAt, new Date(noon + 5 * minute * 1000).toISOString())
  })

  const making = (effect: Effect.Effect<void, BankError>) => ({ meanwhile: Bank.only("createConsent", effect) })
  const telling = (effect: Effect.Effect<void, BankError>) => ({ meanwhile: Bank.only("status", effect) })
  const made = (consent: object) => ({ createConsent: () => Bank.unreadable({ bankConsentId: "b", ...consent }) })
  const boom = () => {
    throw new Error("boom")
  }
  const noPages = ["javascript:alert(1)", "data:text/html,x", "/authorise", "https://", "ftp://bank.example"]
  const failures: Partial<Record<ConsentFailureCode, Readonly<Record<string, Partial<ScriptedBank>>>>> = {
    REJECTED_BY_BANK: {
      "refuses it": making(Bank.refused),
      "rejects it later": { state: { status: "rejected", granted: {} } },
      "knows nothing of it any more": telling(Bank.consentInvalid)
    },
    AUTHENTICATION_TIMEOUT: {
      "lets it expire before it is authorised": { state: { status: "expired", granted: {} } }
    },
    BANK_UNAVAILABLE: {
      "cannot be reached to make it": making(Bank.unreachable),
      "cannot be reached to tell of it": telling(Bank.unreachable),
      "answers with errors": making(Effect.fail(new BankError({ reason: "BANK_ERROR" }))),
      "gives a consent that cannot be read": made({ bankConsentId: 1 }),
      "gives no page to send the person to": made({}),
      ...Object.fromEntries(noPages.map((url) => [`gives no page of the web: ${url}`, made({ redirectUrl: url })])),
      "gives a status that there is not": { status: () => Bank.unreadable({ status: "ok", granted: {} }) },
      throws: { createConsent: () => Effect.die(new Error("boom")) },
      "throws before it gives an effect": { createConsent: boom },
      "interrupts itself": { createConsent: () => Effect.interrupt },
      hangs: making(Effect.never)
    }
  }
  for (const [code, ways] of Object.entries(failures)) {
    for (const [name, setUp] of Object.entries(ways)) {
      ConsentWorld.testWith({ bank: setUp })(`fails when the bank ${name}`, function* ({ bank }) {
        const { consentId, user } = yield* created()
        // Whatever may pass is tried again for five minutes; the last call may take half a minute more.
        yield* pass(5 * minute + 40)
        const body = yield* until(user, consentId, "FAILED")
        assert.strictEqual(body.error?.code, code)
        bank.meanwhile = Bank.isThere
        yield* pass(5 * minute)
        yield* checkClosed(bank, consentId)
      })
    }
  }

  test("goes on when the bank can be reached again, and is made once there", function* ({ bank }) {
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

  const losing = { afterMaking: World.once(Bank.unreachable) }
  ConsentWorld.testWith({ bank: losing })("is made once at a bank whose first answer was lost", function* ({ bank }) {
    const { consentId, user } = yield* created()
    yield* pass(5)
    yield* until(user, consentId, "AWAITING_AUTHORIZATION")
    assert.strictEqual(Bank.times(bank, "createConsent"), 2)
    assert.strictEqual(bank.open.size, 1)
  })

  test("forgets the way back once it has ended, though the bank has still to be told", function* ({ bank }) {
    const { consentId, user } = yield* awaiting()
    bank.meanwhile = Bank.isAway
    yield* Effect.flatMap(Consents, (consents) => consents.revoke(user, consentId))
    const { progress } = Option.getOrThrow(yield* (yield* ConsentStore).work(consentId))
    assert.notProperty(progress, "returnState")
  })
})
