import { assert, describe, it } from "@effect/vitest"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import { ConsentStore, StoreError, UserStore } from "@sheaf/ports"
import type { NewConsent, UserCaller } from "@sheaf/ports"
import { Clock, Effect, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type * as Recovery from "../../src/durable/Recovery.ts"
import { ConsentUpkeep } from "../../src/index.ts"
import * as ConsentWorld from "./ConsentWorld.ts"
import {
  authorized,
  awaiting,
  byElectronicId,
  checkClosed,
  create,
  day,
  hour,
  isClosed,
  maja,
  minute,
  pass,
  personalNumber,
  statusOf,
  test,
  until
} from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import * as Eid from "./ScriptedElectronicId.ts"
import * as World from "../collections/World.ts"

const consentId = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"

/** Accepts a consent as a process does that dies before it tells the engine. */
const acceptOnly = Effect.fnUntraced(function* ({ clientId, userId }: UserCaller) {
  const now = yield* Clock.currentTimeMillis
  const scope = { type: "PSD2_AIS", balances: true, transactions: true } as const
  const validUntil = "2026-06-30"
  const consent: NewConsent = {
    view: {
      consentId,
      clientId,
      userId,
      company: "se-fjallbanken",
      market: "se",
      status: "INITIATED",
      revision: 1,
      createdAt: now,
      statusChangedAt: now,
      expiresAt: Date.parse(ConsentScope.expiresAt(validUntil)),
      scope
    },
    progress: {
      terms: { scope, psuIpAddress: "192.0.2.17", psuLocale: "sv-se", validUntil },
      returnState: "0123456789abcdef0123456789abcdef",
      attempts: 0
    }
  }
  assert.isTrue(yield* (yield* ConsentStore).accept(consent))
})

/** Whether nothing is left to be done about a consent, told without reading it. */
const isClosedInStore = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT id FROM consent WHERE id = ${id} AND closed_at IS NULL`).length === 0
})

const recoveries = [
  ["starts one that was accepted and that the engine never heard of", "0 seconds", ConsentWorld.recover],
  ["starts one also when the service was away for longer than a person waits", "1 hour", ConsentWorld.recover],
  ["goes on with one that the engine has lost, a while after it should have", "71 seconds", ConsentWorld.goOn()]
] as const

describe("recovery of consents", () => {
  for (const [name, away, recover] of recoveries) {
    test(name, function* () {
      const user = yield* maja
      yield* acceptOnly(user)
      yield* TestClock.adjust(away)
      yield* recover
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
    })
  }

  test("changes nothing of one that runs as it should", function* ({ bank }) {
    const { body, consentId: running, user } = yield* awaiting()
    const asked = bank.calls.length
    yield* ConsentWorld.recover
    yield* ConsentWorld.goOn()
    yield* World.turns(50)
    assert.deepStrictEqual(yield* statusOf(user, running), body)
    assert.lengthOf(bank.calls, asked)
  })

  test("is not held up by one that cannot be read", function* () {
    const { consentId: damaged, user } = yield* awaiting()
    yield* acceptOnly(user)
    yield* ConsentWorld.damage(damaged)
    yield* TestClock.adjust("80 seconds")
    yield* ConsentWorld.goOn()
    yield* until(user, consentId, "AWAITING_AUTHORIZATION")
  })
})

describe("a consent that cannot be read any more", () => {
  /** Goes on with it as often as upkeep does within this time, in seconds, and gives what the log was told. */
  const upkeepFor = Effect.fnUntraced(function* (seconds: number, logged: Recovery.Logged = new Map()) {
    const told: Array<unknown> = []
    const heard = Logger.make(({ message }) => told.push(message))
    for (let left = seconds; left > 0; left -= 30) {
      yield* TestClock.adjust("30 seconds")
      yield* ConsentWorld.goOn(logged).pipe(Effect.provideService(Logger.CurrentLoggers, new Set([heard])))
    }
    return told
  })

  const damaged = Effect.fnUntraced(function* (bank: ScriptedBank, expiresAt: string) {
    const { consentId: id, user } = yield* authorized(bank, { expiresAt })
    yield* ConsentWorld.damage(id)
    yield* ConsentWorld.overdue(id)
    return { id, user }
  })

  test("is told of in the log from time to time, and given up when its time is over", function* ({ bank }) {
    const { id, user } = yield* damaged(bank, "2026-04-03T12:00:00.000Z")
    assert.strictEqual((yield* upkeepFor(2 * day - 2 * minute)).length, 2)
    assert.strictEqual((yield* statusOf(user, id)).status, "AUTHORIZED")
    assert.isFalse(yield* isClosedInStore(id))
    yield* upkeepFor(4 * minute)
    assert.strictEqual((yield* statusOf(user, id)).status, "EXPIRED")
    assert.isTrue(yield* isClosedInStore(id))
    assert.isEmpty(yield* upkeepFor(5 * minute))
  })

  test("is given up at once when its user was erased, so that the erasure comes to its end", function* ({ bank }) {
    const users = yield* UserStore
    const { id: live, user } = yield* damaged(bank, "2026-06-30T12:00:00.000Z")
    const revoked = yield* create(user)
    yield* World.turns(50)
    bank.meanwhile = Bank.isAway
    yield* ConsentWorld.revoke(user, revoked)
    yield* World.turns(50)
    yield* ConsentWorld.damage(revoked)
    yield* users.erase(user.clientId, user.userId, yield* Clock.currentTimeMillis)
    yield* ConsentUpkeep.finishErasures
    assert.isTrue(yield* isClosedInStore(live), "one that has not ended does not even wait until it is due")
    assert.isFalse(yield* isClosedInStore(revoked))
    yield* upkeepFor(2 * minute)
    assert.isTrue(yield* isClosedInStore(revoked))
    yield* ConsentUpkeep.finishErasures
    assert.isEmpty(yield* users.erasures)
  })

  test("is not given up when it is only the database that does not answer", function* ({ bank }) {
    const store = yield* ConsentStore
    const { id } = yield* damaged(bank, "2026-04-01T12:10:00.000Z")
    const unavailable = Effect.fail(new StoreError({ operation: "read consent", cause: "away" }))
    yield* TestClock.adjust("1 hour")
    yield* ConsentWorld.goOn().pipe(Effect.provideService(ConsentStore, { ...store, work: () => unavailable }))
    assert.isFalse(yield* isClosedInStore(id))
  })
})

interface Left {
  readonly user: UserCaller
  readonly consentId: string
}

/** Two processes over one database, one after the other: what the second knows is in the rows. */
const afterRestart = (
  name: string,
  before: (bank: ScriptedBank) => Effect.Effect<Left, unknown, World.Provided>,
  after: World.Body<[Left & Pick<ConsentWorld.Outside, "bank" | "electronicId">]>
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      const bank = Bank.make()
      const electronicId = Eid.make()
      const world = { bank, electronicId, file: yield* World.temporaryFile }
      const left = yield* before(bank).pipe(ConsentWorld.world(world), Effect.scoped)
      yield* Effect.gen(() => after({ ...left, bank, electronicId })).pipe(ConsentWorld.again(world))
    })
  )

describe("a consent whose process has died", () => {
  const awaits = () => awaiting()

  afterRestart("is authorised by the next one", awaits, function* ({ bank, consentId: id, user }) {
    bank.state = { status: "valid", granted: {} }
    yield* TestClock.adjust("80 seconds")
    yield* ConsentWorld.goOn()
    assert.strictEqual((yield* statusOf(user, id)).status, "AUTHORIZED")
  })

  afterRestart("fails when its time was over meanwhile", awaits, function* ({ bank, consentId: id, user }) {
    yield* TestClock.adjust("1 hour")
    yield* ConsentWorld.goOn()
    const body = yield* statusOf(user, id)
    assert.strictEqual(body.error?.code, "AUTHENTICATION_TIMEOUT")
    yield* checkClosed(bank, id)
  })

  afterRestart("expires when its time was over meanwhile", authorized, function* ({ consentId: id, user }) {
    yield* TestClock.setTime(Date.parse("2026-07-01T00:10:00Z"))
    yield* ConsentWorld.goOn()
    assert.strictEqual((yield* statusOf(user, id)).status, "EXPIRED")
  })

  const revokedUntold = Effect.fnUntraced(function* (bank: ScriptedBank) {
    const left = yield* authorized(bank)
    bank.meanwhile = Bank.isAway
    yield* ConsentWorld.revoke(left.user, left.consentId)
    yield* pass(hour, 10 * minute)
    return left
  })

  afterRestart(
    "has its revocation told to the bank by the next one",
    revokedUntold,
    function* ({ bank, consentId: id }) {
      assert.isFalse(yield* isClosed(id))
      bank.meanwhile = Bank.isThere
      yield* TestClock.adjust("12 minutes")
      yield* ConsentWorld.goOn()
      yield* checkClosed(bank, id)
    }
  )

  afterRestart(
    "goes on with the order of the electronic ID that was open",
    () => awaiting(byElectronicId("SWEDISH_MOBILE_EID_SAME_DEVICE")),
    function* ({ consentId: id, electronicId, user }) {
      electronicId.progress = Eid.complete(personalNumber)
      yield* TestClock.adjust("80 seconds")
      yield* ConsentWorld.goOn()
      assert.strictEqual((yield* statusOf(user, id)).status, "AUTHORIZED")
      assert.lengthOf(electronicId.requests, 1)
    }
  )
})

describe("records of consents", () => {
  test("go thirty days after nothing was left to be done", function* () {
    const { consentId: id, user } = yield* awaiting()
    yield* ConsentWorld.revoke(user, id)
    yield* pass(5)
    yield* ConsentWorld.forgetJournals
    yield* pass(30 * day - 10, day)
    yield* ConsentUpkeep.expire
    assert.strictEqual((yield* statusOf(user, id)).status, "REVOKED")
    yield* pass(20)
    yield* ConsentUpkeep.expire
    assert.strictEqual((yield* Effect.flip(ConsentWorld.revoke(user, id)))._tag, "ConsentNotFound")
  })
})
