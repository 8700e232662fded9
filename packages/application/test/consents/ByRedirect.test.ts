/** Consents that the person authorizes on the bank's page (spec 2.4, 3.4). */
import { assert, describe } from "@effect/vitest"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import { BankError, Consents, ConsentStore } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import * as Consent from "./ConsentWorld.ts"
import { test } from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import * as World from "../collections/World.ts"

describe("a consent authorized on the bank's page", () => {
  test("starts with the requested terms", function* () {
    const { consentId, user } = yield* Consent.createConsent(
      Consent.request({ accountIds: ["acc1"], transactions: false })
    )
    const body = yield* Consent.statusOf(user, consentId)
    assert.deepStrictEqual(body, {
      company: "se-fjallbanken",
      consentId,
      userId: user.userId,
      status: "INITIATED",
      createdAt: "2026-04-01T12:00:00.000Z",
      statusChangedAt: "2026-04-01T12:00:00.000Z",
      scope: { type: "PSD2_AIS", accountIds: ["acc1"], balances: true, transactions: false },
      pollingInterval: 2000,
      expiresAt: "2026-06-30T23:59:59.999Z"
    })
  })

  test("shows the page, and gives the bank a return address", function* ({ bank }) {
    const { body } = yield* Consent.createAwaiting()
    assert.deepStrictEqual(body.authInstructions, { redirectUrl: Bank.redirectUrl })
    assert.strictEqual(body.pollingInterval, 2000)
    const asked = bank.requests[0] ?? assert.fail("no request to the bank")
    const { authorization, ...terms } = asked
    assert.deepStrictEqual(terms, {
      scope: { type: "PSD2_AIS", balances: true, transactions: true },
      validUntil: "2026-06-30",
      psuIpAddress: "192.0.2.17",
      psuLocale: "sv-se",
      clientName: "One"
    })
    const returnUrl = authorization._tag === "REDIRECT" ? authorization.returnUrl : authorization._tag
    assert.match(returnUrl, /^https:\/\/sheaf\.example\/consents\/return\/se-fjallbanken\/[0-9a-f]{32}$/u)
  })

  test("is checked less often the longer the person takes", function* ({ bank }) {
    yield* Consent.createAwaiting()
    const askedIn = Effect.fnUntraced(function* (seconds: number) {
      const before = bank.calls.length
      yield* Consent.passTime(seconds)
      return bank.calls.length - before
    })
    assert.isAtLeast(yield* askedIn(12), 5)
    yield* Consent.passTime(60)
    assert.isAtMost(yield* askedIn(60), 6)
  })

  test("is checked at the bank until the person has authorized it", function* ({ bank }) {
    const { body: before, consentId, user } = yield* Consent.createAwaiting()
    yield* Consent.passTime(20)
    bank.state = { status: "partiallyAuthorised", granted: {} }
    yield* Consent.passTime(20)
    assert.deepStrictEqual(yield* Consent.statusOf(user, consentId), before, "clients see no change")
    bank.state = { status: "valid", granted: {} }
    yield* Consent.passTime(2)
    const body = yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    assert.notProperty(body, "authInstructions")
    assert.notProperty(body, "pollingInterval")
  })

  const scopes = [
    {
      name: "covers what the bank grants, for as long as the bank grants it",
      asked: { accountIds: ["acc1", "acc2"] },
      granted: { accountIds: ["acc2"], transactions: false, expiresAt: "2026-04-11T08:30:00.250Z" },
      scope: { type: "PSD2_AIS", accountIds: ["acc2"], balances: true, transactions: false },
      expiresAt: "2026-04-11T08:30:00.250Z"
    },
    {
      name: "never covers more than the request",
      asked: { accountIds: ["acc1"], balances: false },
      granted: {
        accountIds: ["acc1", "acc2"],
        balances: true,
        transactions: true,
        expiresAt: "2027-01-01T00:00:00Z"
      },
      scope: { type: "PSD2_AIS", accountIds: ["acc1"], balances: false, transactions: true },
      expiresAt: "2026-06-30T23:59:59.999Z"
    }
  ]
  for (const { asked, expiresAt, granted, name, scope } of scopes) {
    test(name, function* ({ bank }) {
      const { body } = yield* Consent.createAuthorized(bank, granted, { asked: Consent.request(asked) })
      assert.deepStrictEqual<unknown>(body.scope, scope)
      assert.strictEqual(body.expiresAt, expiresAt)
    })
  }

  test("fails if the bank grants no part of the request, and is revoked at the bank", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAwaiting(Consent.request({ accountIds: ["acc1"] }))
    bank.state = { status: "valid", granted: { accountIds: ["acc2"] } }
    yield* Consent.passTime(2)
    yield* Consent.untilFailedWith(user, consentId, "REJECTED_BY_BANK")
    assert.isEmpty(bank.open)
  })

  test("expires on time, to the millisecond", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(
      bank,
      Consent.expiringAfter(10 * Consent.day * 1000 + 250)
    )
    yield* Consent.passTime(10 * Consent.day - 2, Consent.day)
    yield* TestClock.adjust("249 millis")
    yield* Consent.runDueSteps
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
    yield* TestClock.adjust("1 milli")
    const body = yield* Consent.untilStatus(user, consentId, "EXPIRED")
    assert.strictEqual(body.statusChangedAt, body.expiresAt)
    assert.isTrue(yield* Consent.isClosed(consentId))
  })

  const answers: ReadonlyArray<readonly [name: string, left: number, answer: Effect.Effect<void>, pass: number]> = [
    ["while the bank hangs", 7_000, Effect.never, 5],
    ["after a slow answer", 32_000, Effect.sleep("20 seconds"), 30]
  ]
  for (const [name, left, answer, seconds] of answers) {
    test(`expires on time ${name}`, function* ({ bank }) {
      const { consentId, user } = yield* Consent.createAuthorized(
        bank,
        Consent.expiringAfter(Consent.day * 1000 + left)
      )
      bank.meanwhile = Bank.runBeforeCall("status", answer)
      yield* Consent.passTime(Consent.day, Consent.day)
      yield* Effect.repeat(World.runPendingWork(1), { until: () => Bank.countCalls(bank, "status") > 1, times: 2_000 })
      assert.isAbove(Bank.countCalls(bank, "status"), 1, "the daily check has begun")
      yield* Consent.passTime(seconds)
      const body = yield* Consent.untilStatus(user, consentId, "EXPIRED")
      assert.strictEqual(body.statusChangedAt, body.expiresAt)
    })
  }

  test("fails after five minutes, and is revoked at the bank", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAwaiting()
    yield* Consent.passTime(5 * Consent.minute - 1)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AWAITING_AUTHORIZATION")
    yield* Consent.passTime(1)
    const body = yield* Consent.untilFailedWith(user, consentId, "AUTHENTICATION_TIMEOUT")
    assert.notProperty(body, "authInstructions")
    yield* Consent.checkClosed(bank, consentId)
  })

  for (const [name, answer, step] of [
    ["is slow", Effect.sleep("1700 millis"), 0.1],
    ["hangs", Effect.never, 5]
  ] as const) {
    test(`fails after five minutes if the bank ${name}`, function* ({ bank }) {
      const { consentId, user } = yield* Consent.createAwaiting()
      bank.meanwhile = Bank.runBeforeCall("status", answer)
      yield* Consent.passTime(5 * Consent.minute - 20, 5)
      yield* Consent.passTime(20, step)
      const body = yield* Consent.untilStatus(user, consentId, "FAILED")
      assert.strictEqual(body.statusChangedAt, new Date(Consent.noon + 5 * Consent.minute * 1000).toISOString())
    })
  }

  const making = (effect: Effect.Effect<void, BankError>) => ({
    meanwhile: Bank.runBeforeCall("createConsent", effect)
  })
  const telling = (effect: Effect.Effect<void, BankError>) => ({ meanwhile: Bank.runBeforeCall("status", effect) })
  const made = (consent: object) => ({ createConsent: () => Bank.returnMalformed({ bankConsentId: "b", ...consent }) })
  const boom = () => {
    throw new Error("boom")
  }
  const noPages = ["javascript:alert(1)", "data:text/html,x", "/authorize", "https://", "ftp://bank.example"]
  const failures: Partial<Record<ConsentFailureCode, Readonly<Record<string, Partial<ScriptedBank>>>>> = {
    REJECTED_BY_BANK: {
      "rejects it": making(Bank.refused),
      "rejects it later": { state: { status: "rejected", granted: {} } },
      "no longer knows it": telling(Bank.consentInvalid)
    },
    AUTHENTICATION_TIMEOUT: {
      "lets it expire before the authorization": { state: { status: "expired", granted: {} } }
    },
    BANK_UNAVAILABLE: {
      "is unreachable at its creation": making(Bank.unreachable),
      "is unreachable after its creation": telling(Bank.unreachable),
      "returns errors": making(Effect.fail(new BankError({ reason: "BANK_ERROR" }))),
      "returns an invalid consent": made({ bankConsentId: 1 }),
      "returns no page": made({}),
      ...Object.fromEntries(noPages.map((url) => [`returns no web page: ${url}`, made({ redirectUrl: url })])),
      "returns an unknown status": { status: () => Bank.returnMalformed({ status: "ok", granted: {} }) },
      throws: { createConsent: () => Effect.die(new Error("boom")) },
      "throws before it returns an effect": { createConsent: boom },
      "interrupts itself": { createConsent: () => Effect.interrupt },
      hangs: making(Effect.never)
    }
  }
  for (const [code, ways] of Object.entries(failures)) {
    for (const [name, setUp] of Object.entries(ways)) {
      Consent.testWith({ bank: setUp })(`fails if the bank ${name}`, function* ({ bank }) {
        const { consentId, user } = yield* Consent.createConsent()
        // Sheaf retries temporary failures for five minutes. The last call can take another half minute.
        yield* Consent.passTime(5 * Consent.minute + 40, 5)
        yield* Consent.untilFailedWith(user, consentId, code)
        bank.meanwhile = Bank.succeeds
        yield* Consent.passTime(5 * Consent.minute, 10)
        yield* Consent.checkClosed(bank, consentId)
      })
    }
  }

  test("continues when the bank recovers, and is created only once", function* ({ bank }) {
    const user = yield* Consent.maja
    bank.meanwhile = Bank.failsUnreachable
    const consentId = yield* Consent.create(user)
    yield* Consent.passTime(3 * Consent.minute)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "INITIATED")
    bank.meanwhile = Bank.succeeds
    yield* Consent.passTime(10)
    yield* Consent.untilStatus(user, consentId, "AWAITING_AUTHORIZATION")
    bank.meanwhile = Bank.failsUnreachable
    yield* Consent.passTime(Consent.minute)
    bank.meanwhile = Bank.succeeds
    bank.state = { status: "valid", granted: {} }
    yield* Consent.passTime(10)
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    assert.strictEqual(bank.open.size, 1)
  })

  const losing = { afterMaking: World.runOnce(Bank.unreachable) }
  Consent.testWith({ bank: losing })("is created only once if the bank's first response is lost", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createConsent()
    yield* Consent.passTime(5)
    yield* Consent.untilStatus(user, consentId, "AWAITING_AUTHORIZATION")
    assert.strictEqual(Bank.countCalls(bank, "createConsent"), 2)
    assert.strictEqual(bank.open.size, 1)
  })

  test("forgets its return address when it ends, even before the bank is notified", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAwaiting()
    bank.meanwhile = Bank.failsUnreachable
    yield* Effect.flatMap(Consents, (consents) => consents.revoke(user, consentId))
    const { progress } = Option.getOrThrow(yield* (yield* ConsentStore).loadState(consentId))
    assert.strictEqual(progress._tag, "Ended")
  })
})
