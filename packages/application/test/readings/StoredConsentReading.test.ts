/** Tests collections that read accounts under a stored consent. If the consent ends, the collection ends too. */
import { takeSteps } from "../../src/collections/Steps.ts"
import { assert, describe } from "@effect/vitest"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { FailureCode } from "@sheaf/domain/FailureReason"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { BankError, Collections, CollectionStore, Consents } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Effect, Option, Struct } from "effect"
import { TestClock } from "effect/testing"
import * as Consent from "../consents/ConsentWorld.ts"
import { account } from "../consents/BankAccounts.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import type { ScriptedBank } from "../consents/ScriptedBank.ts"
import { accounts, collectUntilEnd, storedConsentRequest } from "./ConsentRequests.ts"
import * as World from "../collections/World.ts"

const test = Consent.testWith({ bank: { given: accounts } })

const collectionId = World.acceptedId

/** Removes a record's id, because Sheaf assigns it, and its documents, because no consent covers documents. */
const served = (record: WealthRecord) =>
  Struct.omit(record, ["documents", "id", "idStable", "source", "completeness", "collectedAt", "units"])

describe("a collection under a stored consent", () => {
  test("reads the accounts without a login, and returns them as wealth", function* ({ bank }) {
    const collections = yield* Collections
    const store = yield* CollectionStore
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const id = yield* collectUntilEnd(user, storedConsentRequest(consentId))
    const records = yield* collections.wealthData(user, id)
    for (const { source } of records) assert.strictEqual(source, "BANK")
    assert.deepStrictEqual(records.map(served), bank.given.map(served))
    assert.notIncludeMembers(
      records.map((record) => record.id),
      bank.given.map((record) => record.id)
    )
    assert.deepStrictEqual(
      (yield* store.history(id)).map(({ status }) => status),
      ["RUNNING", "COLLECTING", "COMPLETED"]
    )
    assert.strictEqual((yield* Effect.flip(collections.insuranceData(user, id)))._tag, "ProductNotCollected")
  })
})

const endOf = Effect.fnUntraced(function* (id: string, status: CollectionStatus) {
  const body = yield* World.untilStatus(id, status)
  return body.extraInformation?.FAILURE_REASON?.code
})

const noData = Effect.fnUntraced(function* (id: string) {
  const collections = yield* Collections
  const store = yield* CollectionStore
  assert.strictEqual((yield* Effect.flip(collections.wealthData(World.caller, id)))._tag, "CollectionNotCompleted")
  assert.isTrue(Option.isNone(yield* store.wealthData(id)))
})

describe("a reading of too much data", () => {
  test("ends as COMPLETED_PARTIAL, with the accounts and the reason", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const missing = [{ product: "PSD2_AIS", reason: "TOO_MUCH_DATA" } as const]
    bank.given = [account("acc-1"), account("acc-2")]
    bank.missing = missing
    const id = yield* World.start(storedConsentRequest(consentId), user)
    const { extraInformation } = yield* World.untilStatus(id, "COMPLETED_PARTIAL")
    assert.deepStrictEqual(extraInformation?.FAILURE_REASON?.missing, missing)
    assert.lengthOf(yield* (yield* Collections).wealthData(user, id), 2)
  })
})

describe("a reading that the bank rejects", () => {
  const refuses = (
    name: string,
    refusal: Effect.Effect<void, BankError>,
    state: ScriptedBank["state"]["status"],
    status: "REVOKED" | "EXPIRED" | "AUTHORIZED"
  ) =>
    test(`ends the collection, and finds the consent ${name}`, function* ({ bank }) {
      const { consentId, user } = yield* Consent.createAuthorized(bank)
      bank.meanwhile = Bank.runBeforeCall("accounts", refusal)
      bank.state = { status: state, granted: {} }
      const id = yield* World.start(storedConsentRequest(consentId), user)
      assert.strictEqual(yield* endOf(id, "AUTHENTICATION_ERROR"), "CONSENT_REFUSED")
      assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, status)
      assert.strictEqual(Bank.countCalls(bank, "accounts"), 1, "a rejected call is not retried")
      yield* noData(id)
    })

  refuses("revoked at the bank", Bank.consentInvalid, "revokedByPsu", "REVOKED")
  refuses("terminated at the bank", Bank.refused, "terminatedByTpp", "REVOKED")
  refuses("expired at the bank", Bank.consentInvalid, "expired", "EXPIRED")
  refuses("unchanged if the bank confirms it", Bank.refused, "valid", "AUTHORIZED")

  test("ends the collection even if the bank cannot report the consent's state", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    bank.meanwhile = (call) => (call === "accounts" ? Bank.consentInvalid : Bank.unreachable)
    const id = yield* World.start(storedConsentRequest(consentId), user)
    assert.strictEqual(yield* endOf(id, "AUTHENTICATION_ERROR"), "CONSENT_REFUSED")
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
    bank.meanwhile = Bank.succeeds
    bank.state = { status: "revokedByPsu", granted: {} }
    yield* Consent.passTime(20 * Consent.minute, Consent.minute)
    yield* Consent.untilStatus(user, consentId, "REVOKED")
  })
})

describe("a bank that accepts no more calls", () => {
  const limited = (retryAfterMillis: number) => Effect.fail(new BankError({ reason: "LIMITED", retryAfterMillis }))

  test("is read again after the pause that it asks for", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    bank.meanwhile = (call) =>
      call === "accounts" && Bank.countCalls(bank, call) === 1 ? limited(30_000) : Effect.void
    const id = yield* World.start(storedConsentRequest(consentId), user)
    yield* World.untilStatus(id, "COLLECTING")
    yield* World.runPendingWork(50)
    assert.strictEqual(Bank.countCalls(bank, "accounts"), 1)
    yield* Consent.passTime(30, 30)
    yield* World.untilStatus(id, "COMPLETED")
    assert.strictEqual(Bank.countCalls(bank, "accounts"), 2)
  })

  test("ends the collection if the pause exceeds the collection's time", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    bank.meanwhile = Bank.runBeforeCall("accounts", limited(7_200_500))
    const id = yield* World.start(storedConsentRequest(consentId), user)
    const { extraInformation } = yield* World.untilStatus(id, "THIRD_PARTY_ERROR")
    const { code, retryAfterSeconds } = extraInformation?.FAILURE_REASON ?? {}
    assert.deepStrictEqual([code, retryAfterSeconds], ["COMPANY_ERROR", 7_201])
    assert.strictEqual(Bank.countCalls(bank, "accounts"), 1)
    yield* noData(id)
  })
})

const acceptOnly = ({ userId }: UserCaller, consentId: string, millis: number) =>
  World.acceptWithoutSteps({ _tag: "StoredConsent", consent: { consentId }, attributes: {} }, { userId, millis })

describe("a consent that ends during a reading", () => {
  const ends = (
    name: string,
    end: (user: UserCaller, consentId: string) => Effect.Effect<unknown, unknown, World.TestServices>
  ) =>
    test(`ends the collection without data: ${name}`, function* ({ bank }) {
      const { consentId, user } = yield* Consent.createAuthorized(bank, Consent.expiringAfter(60_000))
      const reading = yield* World.gate
      bank.meanwhile = Bank.runBeforeCall("accounts", reading.passing)
      const id = yield* World.start(storedConsentRequest(consentId), user)
      yield* reading.reached
      yield* TestClock.adjust("20 millis")
      yield* World.untilStatus(id, "COLLECTING")
      yield* end(user, consentId)
      yield* reading.open
      assert.strictEqual(yield* endOf(id, "AUTHENTICATION_ERROR"), "CONSENT_ENDED")
      yield* noData(id)
    })

  ends("its user revokes it", Consent.revoke)
  ends("the client expires it", (user, consentId) =>
    Effect.flatMap(Consents, (consents) => consents.expire(user, consentId))
  )

  test("ends the collection without data: it expires", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank, Consent.expiringAfter(10_000))
    bank.meanwhile = Bank.runBeforeCall("accounts", Effect.sleep("20 seconds"))
    const id = yield* World.start(storedConsentRequest(consentId), user)
    yield* Consent.passTime(25)
    assert.strictEqual(yield* endOf(id, "AUTHENTICATION_ERROR"), "CONSENT_ENDED")
    yield* noData(id)
  })

  test("ends the collection without calling the bank if the consent ended after the start", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    yield* acceptOnly(user, consentId, 20_000)
    yield* Consent.revoke(user, consentId)
    yield* World.runDueProcesses
    assert.strictEqual(yield* endOf(collectionId, "AUTHENTICATION_ERROR"), "CONSENT_ENDED")
    assert.strictEqual(Bank.countCalls(bank, "accounts"), 0)
  })
})

describe("a consent that ends before the data is recorded", () => {
  test("ends the collection without data", function* ({ bank }) {
    const store = yield* CollectionStore
    const consents = yield* Consents
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    yield* acceptOnly(user, consentId, 10 * Consent.minute * 1000)
    const revokeBeforeData: typeof store.advance = (found, changes) =>
      changes.some(({ data }) => data !== undefined)
        ? Effect.andThen(Effect.orDie(consents.revoke(user, consentId)), store.advance(found, changes))
        : store.advance(found, changes)
    yield* takeSteps(collectionId).pipe(Effect.provideService(CollectionStore, { ...store, advance: revokeBeforeData }))
    yield* World.runDueProcesses
    yield* World.runPendingWork(50)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "REVOKED")
    assert.strictEqual(yield* endOf(collectionId, "AUTHENTICATION_ERROR"), "CONSENT_ENDED")
    yield* noData(collectionId)
  })
})

describe("a failing bank", () => {
  const unread = (
    name: string,
    setUp: Partial<ScriptedBank>,
    status: "THIRD_PARTY_ERROR" | "FAILED",
    reason: FailureCode,
    attempts: number
  ) =>
    test(`ends the collection if it ${name}`, function* ({ bank }) {
      const { consentId, user } = yield* Consent.createAuthorized(bank)
      Object.assign(bank, setUp)
      const id = yield* World.start(storedConsentRequest(consentId), user)
      yield* Consent.passTime(100)
      assert.strictEqual(yield* endOf(id, status), reason)
      assert.isAtLeast(Bank.countCalls(bank, "accounts"), attempts)
      yield* noData(id)
      assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
    })

  const bankError = Effect.fail(new BankError({ reason: "BANK_ERROR" }))
  const broken = Effect.fail(new BankError({ reason: "BROKEN" }))
  unread("is unreachable", { meanwhile: Bank.failsUnreachable }, "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE", 5)
  unread("answers with errors", { meanwhile: () => bankError }, "THIRD_PARTY_ERROR", "COMPANY_ERROR", 5)
  unread("hangs", { meanwhile: () => Effect.never }, "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE", 2)
  unread("breaks", { meanwhile: () => broken }, "FAILED", "CONNECTOR_ERROR", 1)
  const breaks = (name: string, setUp: Partial<ScriptedBank>) => unread(name, setUp, "FAILED", "CONNECTOR_ERROR", 0)
  breaks("throws", { accounts: () => Effect.die(new Error("boom")) })
  breaks("interrupts itself", { accounts: () => Effect.interrupt })
  breaks("returns something other than accounts", { accounts: () => Bank.returnMalformed([{ id: "x" }]) })
  const nameless = { ...account("acc-1"), accountId: "" }
  breaks("returns an account without an identifier", { accounts: () => Bank.returnMalformed([nameless]) })
  breaks("returns too many accounts", { given: Array.from({ length: 1001 }, (_, index) => account(`acc-${index}`)) })

  const isReadUntil = (name: string, setUp: Partial<ScriptedBank>) =>
    test(`is given up at the collection's deadline if it ${name}`, function* ({ bank }) {
      const { consentId, user } = yield* Consent.createAuthorized(bank)
      Object.assign(bank, setUp)
      yield* acceptOnly(user, consentId, 20_000)
      yield* World.runDueProcesses
      yield* Consent.passTime(21)
      assert.strictEqual(yield* endOf(collectionId, "FAILED"), "COLLECTION_TIMEOUT")
    })

  isReadUntil("is unreachable", { meanwhile: Bank.failsUnreachable })
  isReadUntil("hangs", { meanwhile: () => Effect.never })
  isReadUntil("rejects the reading, and then hangs", {
    meanwhile: (call) => (call === "accounts" ? Bank.refused : Effect.never)
  })

  test("does not end the collection if it recovers in time", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    bank.meanwhile = Bank.failsUnreachable
    const id = yield* World.start(storedConsentRequest(consentId), user)
    yield* Consent.passTime(40)
    bank.meanwhile = Bank.succeeds
    yield* Consent.passTime(15)
    yield* World.untilStatus(id, "COMPLETED")
  })
})
