/** Consents at a bank with OAuth: codes and tokens are exchanged once, and stored before they are used (spec 2.4). */
import { assert, describe, it } from "@effect/vitest"
import { BankError, Consents, ConsentStore, StoreError } from "@sheaf/ports"
import type { ReturnResult } from "@sheaf/ports"
import { Effect, Exit, Fiber, Layer, Option, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { temporaryDatabase } from "../collections/TemporaryDatabase.ts"
import * as Company from "../collections/ScriptedCompany.ts"
import * as World from "../collections/World.ts"
import { account } from "../consents/BankAccounts.ts"
import * as ConfirmationSteps from "../consents/ConfirmationSteps.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import { makeVisit } from "../BankVisit.ts"
import * as Changes from "../../src/consents/Changes.ts"
import * as Returns from "../../src/consents/Returns.ts"
import { applyOutcome, unchangedOutcome } from "../../src/consents/Outcome.ts"
import { credentialsOf, withCredentials } from "../../src/consents/Progress.ts"
import { collectUntilEnd, storedConsentRequest } from "../readings/ConsentRequests.ts"
import * as OAuthBank from "./OAuthBank.ts"

const test = (name: string, body: (bank: OAuthBank.OAuthBank) => ReturnType<World.TestBody<[]>>) => {
  const bank = OAuthBank.make()
  bank.given = [account("acc-1")]
  Consent.testWith({ bank })(name, () => body(bank))
}

const back = (bank: OAuthBank.OAuthBank, code: string, iss = OAuthBank.issuer) =>
  Effect.flatMap(Consents, (consents) =>
    consents.handleReturn(makeVisit(Bank.returnState(bank), { response: { code: Redacted.make(code), iss } }))
  )

const storedCredentials = Effect.fnUntraced(function* (consentId: string) {
  const { codeHash: _, ...credentials } = credentialsOf(yield* Consent.progressOf(consentId)) ?? {}
  return credentials
})

const awaiting = Effect.fnUntraced(function* (bank: OAuthBank.OAuthBank) {
  const made = yield* Consent.createAwaiting()
  bank.state = { status: "valid", granted: {} }
  return made
})

const authorized = Effect.fnUntraced(function* (bank: OAuthBank.OAuthBank) {
  const made = yield* awaiting(bank)
  yield* back(bank, "a")
  yield* Consent.untilStatus(made.user, made.consentId, "AUTHORIZED")
  return made
})

describe("a person who returns from an authorization server", () => {
  test("authorizes the consent, with the token that the bank issued for the code", function* (bank) {
    const { consentId, user } = yield* awaiting(bank)
    yield* Consent.passTime(4)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AWAITING_AUTHORIZATION")
    const page = yield* back(bank, "a")
    assert.deepStrictEqual<object>(page, { _tag: "RETURNED", outcome: "AUTHORIZED", locale: "sv-se" })
    assert.deepStrictEqual(bank.renewed, ["code a"])
    assert.deepStrictEqual(bank.used, ["pending", "token 1"])
    assert.deepStrictEqual(yield* storedCredentials(consentId), { value: "token 1" })
  })

  test("cannot return a second time", function* (bank) {
    const { consentId, user } = yield* authorized(bank)
    assert.deepStrictEqual<object>(yield* back(bank, "b"), { _tag: "UNKNOWN" })
    assert.deepStrictEqual(bank.renewed, ["code a"])
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
  })

  test("can return again if the code could not be stored, because both are stored together", function* (bank) {
    const { consentId, user } = yield* awaiting(bank)
    const store = yield* ConsentStore
    const away: typeof store = {
      ...store,
      advance: () => Effect.fail(new StoreError({ operation: "change consent", cause: "away" }))
    }
    const response = { code: Redacted.make("a"), iss: OAuthBank.issuer }
    const lost = Returns.handleReturn(makeVisit(Bank.returnState(bank), { response }))
    assert.isTrue(Exit.isFailure(yield* Effect.exit(Effect.provideService(lost, ConsentStore, away))))
    yield* back(bank, "a")
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    assert.deepStrictEqual(bank.renewed, ["code a"])
  })

  test("ends the consent if another server issued the code", function* (bank) {
    const { consentId, user } = yield* awaiting(bank)
    yield* back(bank, "a", "https://other.example")
    yield* Consent.untilFailedWith(user, consentId, "REJECTED_BY_BANK")
    yield* Consent.checkClosed(bank, consentId)
    assert.isEmpty(bank.renewed)
  })

  test("waits while the server is unreachable, and then authorizes the consent", function* (bank) {
    const { consentId, user } = yield* awaiting(bank)
    bank.meanwhile = Bank.failsUnreachable
    const page = yield* back(bank, "a")
    assert.deepStrictEqual<object>(page, { _tag: "RETURNED", outcome: "PENDING", locale: "sv-se" })
    bank.meanwhile = Bank.succeeds
    yield* Consent.passTime(4)
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    assert.deepStrictEqual(new Set(bank.renewed), new Set(["code a"]))
  })

  test("ends the consent if the server's response is lost, because a code works once", function* (bank) {
    const { consentId, user } = yield* awaiting(bank)
    bank.afterRenewal = Bank.unreachable
    yield* back(bank, "a")
    yield* Consent.passTime(4)
    yield* Consent.untilFailedWith(user, consentId, "REJECTED_BY_BANK")
    yield* Consent.checkClosed(bank, consentId)
  })

  test("loses no token if the server responds later than the person's page", function* (bank) {
    const { consentId, user } = yield* awaiting(bank)
    bank.afterRenewal = Effect.sleep("8 seconds")
    const coming = yield* Effect.forkChild(back(bank, "a"))
    yield* Consent.passTime(20)
    yield* Fiber.join(coming)
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    assert.deepStrictEqual(bank.renewed, ["code a"])
  })
})

describe("a person who returns from an authorization server to a client's address", () => {
  const awaitingReturn = Effect.fnUntraced(function* (bank: OAuthBank.OAuthBank) {
    const made = yield* Consent.createAwaiting(yield* ConfirmationSteps.requestWithReturnUrl())
    bank.state = { status: "valid", granted: {} }
    return made
  })

  const codeIn = (page: ReturnResult) =>
    page._tag === "REDIRECTED" ? ConfirmationSteps.codeIn(page.location) : page._tag === "RETURNED" && page.isUndecided

  const codeOf = (bank: OAuthBank.OAuthBank) => Effect.map(back(bank, "a"), codeIn)

  test("is the only visitor who gets the code, even if others visit while the server is unreachable and afterwards", function* (bank) {
    const { consentId, user } = yield* awaitingReturn(bank)
    const consents = yield* Consents
    const come = (code?: string, secret?: Redacted.Redacted) => {
      const response = code === undefined ? undefined : { code: Redacted.make(code), iss: OAuthBank.issuer }
      return consents.handleReturn(makeVisit(Bank.returnState(bank), { response, secret }))
    }
    assert.strictEqual(codeIn(yield* come()), "none")
    bank.meanwhile = Bank.failsUnreachable
    assert.isTrue(codeIn(yield* come("a")))
    const others = [undefined, "b"]
    for (const other of others) assert.strictEqual(codeIn(yield* come(other)), "none")
    bank.meanwhile = Bank.succeeds
    for (const other of others) assert.strictEqual(codeIn(yield* come(other)), "none")
    const first = yield* come("a")
    if (first._tag !== "REDIRECTED" || first.browser === undefined) return assert.fail("no secret for the browser")
    const { secret } = first.browser
    for (const other of others) assert.strictEqual(codeIn(yield* come(other, secret)), "none")
    assert.strictEqual(codeIn(yield* come("a")), "none")
    const again = yield* come("a", secret)
    assert.strictEqual(codeIn(again), codeIn(first))
    yield* ConfirmationSteps.confirm(user, consentId, String(codeIn(again)))
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
    assert.deepStrictEqual(new Set(bank.renewed), new Set(["code a"]))
  })

  test("is not affected by another server's response that was still being checked", function* (bank) {
    const { consentId, user } = yield* awaitingReturn(bank)
    bank.beforeReturn = Effect.sleep("3 seconds")
    const foreign = yield* Effect.forkChild(back(bank, "b", "https://other.example"))
    yield* World.runPendingWork(100)
    bank.beforeReturn = Effect.void
    const code = String(yield* codeOf(bank))
    yield* TestClock.adjust("3 seconds")
    assert.strictEqual(codeIn(yield* Fiber.join(foreign)), "none")
    yield* ConfirmationSteps.confirm(user, consentId, code)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
  })

  test("gets the code in one of two simultaneous returns", function* (bank) {
    const { consentId, user } = yield* awaitingReturn(bank)
    bank.afterRenewal = Effect.sleep("3 seconds")
    const coming = yield* Effect.forkChild(Effect.all([codeOf(bank), codeOf(bank)], { concurrency: "unbounded" }))
    yield* World.runPendingWork(100)
    yield* TestClock.adjust("3 seconds")
    const given = yield* Fiber.join(coming)
    const codes = given.filter((code): code is string => typeof code === "string" && code !== "none")
    assert.lengthOf(codes, 1)
    yield* ConfirmationSteps.confirm(user, consentId, String(codes[0]))
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
    assert.deepStrictEqual(bank.renewed, ["code a"])
  })
})

describe("an authorized consent at a bank with OAuth", () => {
  test("is read with renewed credentials once the bank rejects the old ones", function* (bank) {
    const { consentId, user } = yield* authorized(bank)
    bank.accepted = "none"
    yield* collectUntilEnd(user, storedConsentRequest(consentId))
    assert.deepStrictEqual(bank.renewed, ["code a", "token 1"])
    assert.deepStrictEqual(yield* storedCredentials(consentId), { value: "token 2" })
  })

  test("exchanges a refresh token once for simultaneous collections", function* (bank) {
    const { consentId, user } = yield* authorized(bank)
    bank.accepted = "none"
    bank.afterRenewal = Effect.sleep("3 seconds")
    const ids = yield* Effect.forEach([1, 2, 3], () => World.start(storedConsentRequest(consentId), user))
    for (const _ of Array(10)) {
      yield* TestClock.adjust("1 second")
      yield* Consent.runDueSteps
    }
    for (const id of ids) yield* World.untilStatus(id, "COMPLETED")
    assert.deepStrictEqual(bank.renewed, ["code a", "token 1"])
  })

  test("is not renewed every second while the server is unreachable", function* (bank) {
    const { consentId, user } = yield* authorized(bank)
    bank.accepted = "none"
    bank.meanwhile = Bank.failsUnreachable
    const id = yield* World.start(storedConsentRequest(consentId), user)
    yield* Consent.passTime(30)
    assert.isAtMost(bank.renewed.length, 10)
    bank.meanwhile = Bank.succeeds
    yield* Consent.passTime(15)
    yield* World.untilStatus(id, "COMPLETED")
  })

  test("ends if the server no longer accepts the refresh token", function* (bank) {
    const { consentId, user } = yield* authorized(bank)
    bank.accepted = "none"
    bank.afterRenewal = Bank.unreachable
    const id = yield* World.start(storedConsentRequest(consentId), user)
    yield* Consent.passTime(4)
    const { extraInformation } = yield* World.untilStatus(id, "AUTHENTICATION_ERROR")
    assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "CONSENT_ENDED")
    yield* Consent.untilStatus(user, consentId, "REVOKED")
    yield* Consent.checkClosed(bank, consentId)
    const sql = yield* SqlClient.SqlClient
    const events = yield* sql<{ readonly type: string }>`SELECT type FROM event WHERE user_id = ${user.userId}`
    assert.include(
      events.map(({ type }) => type),
      "consent.ended"
    )
  })

  for (const [reason, status, code] of [
    ["BROKEN", "FAILED", "CONNECTOR_ERROR"],
    ["REFUSED", "AUTHENTICATION_ERROR", "CONSENT_REFUSED"]
  ] as const) {
    test(`ends a collection as ${status} if the renewal fails with ${reason}, and stays authorized`, function* (bank) {
      const { consentId, user } = yield* authorized(bank)
      bank.accepted = "none"
      bank.meanwhile = Bank.runBeforeCall("status", Effect.fail(new BankError({ reason })))
      const id = yield* World.start(storedConsentRequest(consentId), user)
      const { extraInformation } = yield* World.untilStatus(id, status)
      assert.strictEqual(extraInformation?.FAILURE_REASON?.code, code)
      assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
      bank.meanwhile = Bank.succeeds
      yield* collectUntilEnd(user, storedConsentRequest(consentId))
    })
  }

  test("expires with a token that nobody can renew, and is then ended at the bank", function* (bank) {
    const { consentId, user } = yield* Consent.createAwaiting()
    bank.state = { status: "valid", granted: Consent.expiringAfter(Consent.hour * 1000) }
    yield* back(bank, "a")
    const { expiresAt } = yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    assert.strictEqual(expiresAt, "2026-04-01T13:00:00.000Z")
    yield* Consent.passTime(Consent.hour, 10 * Consent.minute)
    yield* Consent.untilStatus(user, consentId, "EXPIRED")
    yield* Consent.checkClosed(bank, consentId)
    assert.strictEqual(Bank.countCalls(bank, "revoke"), 1)
  })

  test("expires only once at a bank that does not respond", function* (bank) {
    const { consentId, user } = yield* Consent.createAwaiting()
    bank.state = { status: "valid", granted: Consent.expiringAfter(Consent.hour * 1000) }
    yield* back(bank, "a")
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    bank.meanwhile = Bank.failsUnreachable
    yield* Consent.passTime(2 * Consent.hour, 10 * Consent.minute)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "EXPIRED")
    assert.isTrue(yield* Consent.isClosed(consentId))
    assert.strictEqual(Bank.countCalls(bank, "revoke"), 1)
  })

  test("is renewed at the next check after a stop in the middle of an exchange", function* (bank) {
    const { consentId, user } = yield* authorized(bank)
    const store = yield* ConsentStore
    const consent = Option.getOrThrow(yield* store.loadState(consentId))
    const renewal = { _tag: "Claimed", until: Consent.noon + 60_000 } as const
    const claimed = withCredentials(consent.progress, { value: "token 1", renewal })
    yield* store.advance(
      consent,
      Option.getOrThrow(applyOutcome(consent, unchangedOutcome(consent, claimed, 60_000), Consent.noon))
    )
    bank.accepted = "none"
    const id = yield* World.start(storedConsentRequest(consentId), user)
    yield* World.untilStatus(id, "COLLECTING")
    yield* Consent.passTime(70, 5)
    yield* World.untilStatus(id, "COMPLETED")
    assert.deepStrictEqual(bank.renewed, ["code a", "token 1"])
  })

  it.effect("keeps renewed tokens if the service stops in the meantime", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Consent.noon)
      const bank = OAuthBank.make()
      const world = { bank, file: yield* temporaryDatabase }
      const scope = yield* Scope.make()
      const services = yield* Layer.buildWithScope(World.layer(Company.make(), world), scope)
      const { consentId } = yield* Effect.gen(function* () {
        const made = yield* authorized(bank)
        bank.accepted = "none"
        bank.afterRenewal = Effect.sleep("15 seconds")
        yield* World.start(storedConsentRequest(made.consentId), made.user)
        yield* World.runPendingWork(200)
        return made
      }).pipe(Effect.provide(services))
      const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* World.runPendingWork(50)
      yield* TestClock.adjust("15 seconds")
      yield* Fiber.join(stopping)
      yield* Consent.runInWorldAgain(world)(
        Effect.map(storedCredentials(consentId), (stored) => assert.deepStrictEqual(stored, { value: "token 2" }))
      )
      assert.deepStrictEqual(bank.renewed, ["code a", "token 1"])
    })
  )

  const database = { isAway: false }
  const unavailable = Effect.fail(new StoreError({ operation: "change consent", cause: "away" }))
  const whileThere = <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E | StoreError> =>
    Effect.suspend((): Effect.Effect<A, E | StoreError> => (database.isAway ? unavailable : call))
  const renewing = OAuthBank.make()
  renewing.given = [account("acc-1")]
  const consentStore = (store: ConsentStore["Service"]): ConsentStore["Service"] => ({
    ...store,
    loadState: (id) => whileThere(store.loadState(id)),
    advance: (...given) => whileThere(store.advance(...given))
  })
  Consent.testWith({ bank: renewing, consentStore })(
    "keeps renewed tokens while the database is unavailable",
    function* () {
      const { consentId, user } = yield* authorized(renewing)
      const consent = Option.getOrThrow(yield* (yield* ConsentStore).loadState(consentId))
      renewing.accepted = "none"
      renewing.afterRenewal = Effect.sync(() => {
        database.isAway = true
      })
      const renewal = yield* Effect.forkChild(Changes.renewCredentials(consent))
      yield* World.runPendingWork(100)
      yield* TestClock.adjust("5 seconds")
      assert.isUndefined(renewal.pollUnsafe())
      database.isAway = false
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(renewal)
      assert.deepStrictEqual(yield* storedCredentials(consentId), { value: "token 2" })
      assert.deepStrictEqual(renewing.renewed, ["code a", "token 1"])
      assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
    }
  )
})
