import { assert, describe, it } from "@effect/vitest"
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { FailureCode } from "@sheaf/domain/FailureReason"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { BankError, Collections, CollectionStore, Consents } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Clock, Deferred, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { Upkeep } from "../../src/index.ts"
import { account } from "../consents/BankAccounts.ts"
import * as ConsentWorld from "../consents/ConsentWorld.ts"
import { minute, noon, pass, statusOf, until } from "../consents/ConsentWorld.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import type { ScriptedBank } from "../consents/ScriptedBank.ts"
import { authorized, collect, start, underConsent } from "./UnderStoredConsent.ts"
import * as World from "../collections/World.ts"

const run = (name: string, test: (bank: ScriptedBank) => Effect.Effect<void, unknown, World.Provided>) =>
  it.effect(name, () => {
    const bank = Object.assign(Bank.make(), { given: [account("acc-1"), account("acc-2", "PSD2_SAVINGS_ACCOUNT")] })
    return test(bank).pipe(ConsentWorld.world({ bank }))
  })

const collectionId = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d11"

const withoutId = ({ id: _, ...record }: WealthRecord) => record

describe("a collection under a stored consent", () => {
  run("reads the accounts without any login, and serves them as wealth", (bank) =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const store = yield* CollectionStore
      const { consentId, user } = yield* authorized(bank)
      const id = yield* collect(user, underConsent(consentId))
      const records = yield* collections.wealthData(user, id)
      assert.deepStrictEqual(records.map(withoutId), bank.given.map(withoutId))
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
  )

  run("is the user's, and forgets the consent once it has ended", (bank) =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const { consentId, user } = yield* authorized(bank)
      const id = yield* collect(user, underConsent(consentId))
      const work = Option.getOrThrow(yield* store.work(id))
      assert.strictEqual(work.userId, user.userId)
      assert.notProperty(work, "order")
      assert.notProperty(work, "session")
    })
  )

  run("gives no account beyond the consent, whatever the bank gives", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank, { accountIds: ["acc-2", "acc-3"] })
      const id = yield* collect(user, underConsent(consentId))
      const records = yield* (yield* Collections).wealthData(user, id)
      assert.deepStrictEqual(records.map(withoutId), [withoutId(account("acc-2", "PSD2_SAVINGS_ACCOUNT"))])
    })
  )

  run("gives no balance under a consent without balances, under any name", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank, { balances: false })
      const id = yield* collect(user, underConsent(consentId))
      for (const record of yield* (yield* Collections).wealthData(user, id)) {
        assert.notProperty(record, "bookedBalance")
        assert.notProperty(record, "availableBalance")
        assert.notProperty(record, "financialInformation")
        assert.property(record, "transactions")
      }
    })
  )

  run("gives no transaction under a consent without transactions", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank, { transactions: false })
      const id = yield* collect(user, underConsent(consentId))
      for (const record of yield* (yield* Collections).wealthData(user, id)) {
        assert.notProperty(record, "transactions")
        assert.property(record, "bookedBalance")
        assert.property(record, "financialInformation")
      }
    })
  )

  run("gives no document: a consent covers none", (bank) =>
    Effect.gen(function* () {
      const letter = { documentId: "letter", name: "letter.pdf", contentType: "application/pdf" } as const
      bank.given = [{ ...account("acc-1"), documents: [letter] }]
      const { consentId, user } = yield* authorized(bank)
      const id = yield* collect(user, underConsent(consentId))
      const [record] = yield* (yield* Collections).wealthData(user, id)
      assert.notProperty(record, "documents")
    })
  )

  run("is empty when the bank has no account, or none that is covered", (bank) =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const { consentId, user } = yield* authorized(bank, { accountIds: ["acc-9"] })
      const id = yield* collect(user, underConsent(consentId), "COMPLETED_EMPTY")
      assert.deepStrictEqual(yield* collections.wealthData(user, id), [])
    })
  )

  run("gives the types of account that were asked for", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank)
      const productTypes = ["PSD2_SAVINGS_ACCOUNT", "ISK"] as const
      const id = yield* collect(user, underConsent(consentId, {}, { type: "COLLECTION_FILTER", productTypes }))
      const records = yield* (yield* Collections).wealthData(user, id)
      assert.deepStrictEqual(
        records.map(({ type }) => type),
        ["PSD2_SAVINGS_ACCOUNT"]
      )
    })
  )
})

/** How a collection ended, and why. */
const endOf = Effect.fnUntraced(function* (id: string, status: CollectionStatus) {
  const body = yield* World.until(id, status)
  return body.extraInformation?.FAILURE_REASON?.code
})

const noData = Effect.fnUntraced(function* (id: string) {
  const collections = yield* Collections
  const store = yield* CollectionStore
  assert.strictEqual((yield* Effect.flip(collections.wealthData(World.caller, id)))._tag, "CollectionNotCompleted")
  assert.isTrue(Option.isNone(yield* store.wealthData(id)))
})

describe("a reading that the bank refuses", () => {
  const refuses = (
    name: string,
    refusal: Effect.Effect<void, BankError>,
    state: ScriptedBank["state"]["status"],
    status: "REVOKED" | "EXPIRED" | "AUTHORIZED"
  ) =>
    run(`ends the collection, and finds the consent ${name}`, (bank) =>
      Effect.gen(function* () {
        const { consentId, user } = yield* authorized(bank)
        bank.meanwhile = Bank.only("accounts", refusal)
        bank.state = { status: state, granted: {} }
        const id = yield* start(user, underConsent(consentId))
        assert.strictEqual(yield* endOf(id, "AUTHENTICATION_ERROR"), "CONSENT_REFUSED")
        assert.strictEqual((yield* statusOf(user, consentId)).status, status)
        assert.strictEqual(Bank.times(bank, "accounts"), 1, "a refusal is not tried again")
        yield* noData(id)
      })
    )

  refuses("revoked at the bank", Bank.consentInvalid, "revokedByPsu", "REVOKED")
  refuses("terminated at the bank", Bank.refused, "terminatedByTpp", "REVOKED")
  refuses("expired at the bank", Bank.consentInvalid, "expired", "EXPIRED")
  refuses("as it was, when the bank stands by it", Bank.refused, "valid", "AUTHORIZED")

  run("ends the collection also when the bank cannot say what became of the consent", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank)
      bank.meanwhile = (call) => (call === "accounts" ? Bank.consentInvalid : Bank.unreachable)
      const id = yield* start(user, underConsent(consentId))
      assert.strictEqual(yield* endOf(id, "AUTHENTICATION_ERROR"), "CONSENT_REFUSED")
      assert.strictEqual((yield* statusOf(user, consentId)).status, "AUTHORIZED")
      bank.meanwhile = Bank.isThere
      bank.state = { status: "revokedByPsu", granted: {} }
      yield* pass(20 * minute, minute)
      yield* until(user, consentId, "REVOKED")
    })
  )
})

describe("a consent that ends during the reading", () => {
  const ends = (
    name: string,
    end: (user: Parameters<typeof statusOf>[0], consentId: string) => Effect.Effect<unknown, unknown, World.Provided>
  ) =>
    run(`ends the collection without data: ${name}`, (bank) =>
      Effect.gen(function* () {
        const { consentId, user } = yield* authorized(bank, { expiresAt: new Date(noon + 60_000).toISOString() })
        const reading = yield* Deferred.make<void>()
        const go = yield* Deferred.make<void>()
        bank.meanwhile = Bank.only("accounts", Effect.andThen(Deferred.succeed(reading, undefined), Deferred.await(go)))
        const id = yield* start(user, underConsent(consentId))
        yield* Deferred.await(reading)
        yield* TestClock.adjust("20 millis")
        yield* World.until(id, "COLLECTING")
        yield* end(user, consentId)
        yield* Deferred.succeed(go, undefined)
        assert.strictEqual(yield* endOf(id, "AUTHENTICATION_ERROR"), "CONSENT_ENDED")
        yield* noData(id)
      })
    )

  ends("its user revokes it", ConsentWorld.revoke)
  ends("its time is made to be over", (user, consentId) =>
    Effect.flatMap(Consents, (consents) => consents.expire(user, consentId))
  )

  run("ends the collection without data: its time is over", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank, { expiresAt: new Date(noon + 10_000).toISOString() })
      bank.meanwhile = Bank.only("accounts", Effect.sleep("20 seconds"))
      const id = yield* start(user, underConsent(consentId))
      yield* pass(25)
      assert.strictEqual(yield* endOf(id, "AUTHENTICATION_ERROR"), "CONSENT_ENDED")
      yield* noData(id)
    })
  )

  run("ends the collection before the bank is asked, where the bank's name of it is not known", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank)
      yield* ConsentWorld.forgetsItsBank(consentId)
      const id = yield* start(user, underConsent(consentId))
      assert.strictEqual(yield* endOf(id, "AUTHENTICATION_ERROR"), "CONSENT_ENDED")
      assert.strictEqual(Bank.times(bank, "accounts"), 0)
    })
  )

  run("ends the collection before the bank is asked, where it ended between the start and the reading", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank)
      yield* Effect.all([start(user, underConsent(consentId)), ConsentWorld.revoke(user, consentId)])
      const { items } = yield* (yield* Collections).list(user, { limit: 1 })
      const id = items[0]?.collectionId ?? assert.fail("it was accepted")
      assert.strictEqual(yield* endOf(id, "AUTHENTICATION_ERROR"), "CONSENT_ENDED")
    })
  )
})

/** Accepts a collection under a stored consent, of which the engine does not hear. */
const acceptOnly = Effect.fnUntraced(function* (user: UserCaller, consentId: string, millis: number) {
  const now = yield* Clock.currentTimeMillis
  const head = {
    ...CollectionLifecycle.begin,
    collectionId,
    clientId: user.clientId,
    userId: user.userId,
    company: "se-fjallbanken",
    market: "se",
    createdAt: now,
    statusChangedAt: now
  } as const
  const order = { _tag: "StoredConsent" as const, consent: { consentId }, attributes: {} }
  const store = yield* CollectionStore
  yield* store.accept({ head, products: ["PSD2_AIS"], order, deadline: now + millis })
})

describe("a consent that ends between the reading and its recording", () => {
  run("ends the collection without data", (bank) =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const consents = yield* Consents
      const { consentId, user } = yield* authorized(bank)
      yield* acceptOnly(user, consentId, 10 * minute * 1000)
      const revokeBeforeData: typeof store.advance = (found, changes) =>
        changes.some(({ data }) => data !== undefined)
          ? Effect.andThen(Effect.orDie(consents.revoke(user, consentId)), store.advance(found, changes))
          : store.advance(found, changes)
      yield* TestClock.adjust("101 seconds")
      yield* Upkeep.goOn.pipe(Effect.provideService(CollectionStore, { ...store, advance: revokeBeforeData }))
      assert.strictEqual((yield* statusOf(user, consentId)).status, "REVOKED")
      assert.strictEqual(yield* endOf(collectionId, "AUTHENTICATION_ERROR"), "CONSENT_ENDED")
      yield* noData(collectionId)
    })
  )
})

describe("a bank that cannot be read", () => {
  const unread = (
    name: string,
    setUp: Partial<ScriptedBank>,
    status: "THIRD_PARTY_ERROR" | "FAILED",
    reason: FailureCode,
    attempts: number
  ) =>
    run(`ends the collection: it ${name}`, (bank) =>
      Effect.gen(function* () {
        const { consentId, user } = yield* authorized(bank)
        Object.assign(bank, setUp)
        const id = yield* start(user, underConsent(consentId))
        yield* pass(100)
        assert.strictEqual(yield* endOf(id, status), reason)
        assert.isAtLeast(Bank.times(bank, "accounts"), attempts)
        yield* noData(id)
        assert.strictEqual((yield* statusOf(user, consentId)).status, "AUTHORIZED")
      })
    )

  const bankError = Effect.fail(new BankError({ reason: "BANK_ERROR" }))
  const broken = Effect.fail(new BankError({ reason: "BROKEN" }))
  unread("stays away", { meanwhile: Bank.isAway }, "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE", 5)
  unread("answers with errors", { meanwhile: () => bankError }, "THIRD_PARTY_ERROR", "COMPANY_ERROR", 5)
  unread("hangs", { meanwhile: () => Effect.never }, "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE", 2)
  unread("breaks", { meanwhile: () => broken }, "FAILED", "CONNECTOR_ERROR", 1)
  unread("throws", { accounts: () => Effect.die(new Error("boom")) }, "FAILED", "CONNECTOR_ERROR", 0)
  unread("interrupts itself", { accounts: () => Effect.interrupt }, "FAILED", "CONNECTOR_ERROR", 0)
  unread("gives what is no account", { accounts: () => Bank.unreadable([{ id: "x" }]) }, "FAILED", "CONNECTOR_ERROR", 0)
  unread(
    "gives an account without an identifier",
    { accounts: () => Bank.unreadable([{ ...account("acc-1"), accountId: "" }]) },
    "FAILED",
    "CONNECTOR_ERROR",
    0
  )
  unread(
    "gives more accounts than anybody has",
    { given: Array.from({ length: 1001 }, (_, index) => account(`acc-${index}`)) },
    "FAILED",
    "CONNECTOR_ERROR",
    1
  )

  const isReadUntil = (name: string, setUp: Partial<ScriptedBank>) =>
    run(`is waited for no longer than the collection may take: it ${name}`, (bank) =>
      Effect.gen(function* () {
        const { consentId, user } = yield* authorized(bank)
        Object.assign(bank, setUp)
        yield* acceptOnly(user, consentId, 20_000)
        yield* Upkeep.recover
        yield* pass(21)
        assert.strictEqual(yield* endOf(collectionId, "FAILED"), "COLLECTION_TIMEOUT")
      })
    )

  isReadUntil("stays away", { meanwhile: Bank.isAway })
  isReadUntil("hangs", { meanwhile: () => Effect.never })
  isReadUntil("refuses, and then hangs", {
    meanwhile: (call) => (call === "accounts" ? Bank.refused : Effect.never)
  })

  run("does not end the collection when it comes back in time", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank)
      bank.meanwhile = Bank.isAway
      const id = yield* start(user, underConsent(consentId))
      yield* pass(40)
      bank.meanwhile = Bank.isThere
      yield* pass(15)
      yield* World.until(id, "COMPLETED")
    })
  )
})
