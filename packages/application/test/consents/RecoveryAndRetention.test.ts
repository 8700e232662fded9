/** Recovering consents after a crash, unreadable consents, and erasing closed consents. */
import { assert, describe, it } from "@effect/vitest"
import { UserStore } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import type { Duration } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Consent from "./ConsentWorld.ts"
import { test } from "./ConsentWorld.ts"
import * as Expiration from "../../src/tasks/Expiration.ts"
import * as UnfinishedErasures from "../../src/users/UnfinishedErasures.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import * as Eid from "./ScriptedElectronicId.ts"
import { temporaryDatabase } from "../collections/TemporaryDatabase.ts"
import * as World from "../collections/World.ts"

const isClosedInStore = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT id FROM consent WHERE id = ${id} AND closed_at IS NULL`).length === 0
})

describe("an unreadable consent", () => {
  const maintainFor = Effect.fnUntraced(function* (seconds: number) {
    for (let left = seconds; left > 0; left -= 2 * Consent.minute) {
      yield* TestClock.adjust("2 minutes")
      yield* World.runDueProcesses
      yield* World.runPendingWork(5)
    }
  })

  const damaged = Effect.fnUntraced(function* (bank: ScriptedBank, expiresAt: string) {
    const { consentId: id, user } = yield* Consent.createAuthorized(bank, { expiresAt })
    yield* Consent.corruptColumn(id)
    yield* Consent.makeOverdue(id)
    return { id, user }
  })

  test("is abandoned when it expires", function* ({ bank }) {
    const { id, user } = yield* damaged(bank, "2026-04-03T12:00:00.000Z")
    yield* maintainFor(2 * Consent.day - 2 * Consent.minute)
    assert.strictEqual((yield* Consent.statusOf(user, id)).status, "AUTHORIZED")
    assert.isFalse(yield* isClosedInStore(id))
    // An unreadable consent is read again once an hour.
    yield* maintainFor(70 * Consent.minute)
    assert.strictEqual((yield* Consent.statusOf(user, id)).status, "EXPIRED")
    assert.isTrue(yield* isClosedInStore(id))
  })

  test("is abandoned at once if its user is erased", function* ({ bank }) {
    const users = yield* UserStore
    const { id: live, user } = yield* damaged(bank, "2026-06-30T12:00:00.000Z")
    const revoked = yield* Consent.create(user)
    yield* Consent.runDueSteps
    bank.meanwhile = Bank.failsUnreachable
    yield* Consent.revoke(user, revoked)
    yield* Consent.runDueSteps
    yield* Consent.corruptColumn(revoked)
    yield* users.erase(user.clientId, user.userId, yield* Clock.currentTimeMillis)
    yield* UnfinishedErasures.finishErasures
    assert.isTrue(yield* isClosedInStore(live), "a live consent does not wait until it is due")
    assert.isFalse(yield* isClosedInStore(revoked))
    yield* maintainFor(2 * Consent.minute)
    assert.isTrue(yield* isClosedInStore(revoked))
    yield* UnfinishedErasures.finishErasures
    assert.isEmpty(yield* users.erasures)
  })
})

type Left = Effect.Success<ReturnType<typeof Consent.createConsent>>

/** Runs two services on one database, one after the other. The second has only the rows that the first left. */
const afterRestart = (
  name: string,
  before: (bank: ScriptedBank) => Effect.Effect<Left, unknown, World.TestServices>,
  after: World.TestBody<[Left & Pick<Consent.ExternalServices, "bank" | "electronicId">]>
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      const bank = Bank.make()
      const electronicId = Eid.make()
      const world = { bank, electronicId, file: yield* temporaryDatabase }
      const left = yield* before(bank).pipe(Consent.runInWorld(world), Effect.scoped)
      yield* Effect.gen(() => after({ ...left, bank, electronicId })).pipe(Consent.runInWorldAgain(world))
    })
  )

const continued = Effect.fnUntraced(function* ({ consentId: id, user }: Left, away: Duration.Input) {
  yield* TestClock.adjust(away)
  yield* World.runDueProcesses
  yield* World.runPendingWork(20)
  return yield* Consent.statusOf(user, id)
})

describe("a consent after a crash of the service", () => {
  const awaits = () => Consent.createAwaiting()

  afterRestart("is authorized", awaits, function* ({ bank, ...left }) {
    bank.state = { status: "valid", granted: {} }
    assert.strictEqual((yield* continued(left, "80 seconds")).status, "AUTHORIZED")
  })

  afterRestart("fails if the authorization has timed out", awaits, function* ({ bank, ...left }) {
    assert.strictEqual((yield* continued(left, "1 hour")).error?.code, "AUTHENTICATION_TIMEOUT")
    yield* Consent.checkClosed(bank, left.consentId)
  })

  afterRestart("expires if its end has passed", Consent.createAuthorized, function* (left) {
    assert.strictEqual((yield* continued(left, "91 days")).status, "EXPIRED")
  })

  const revokedUntold = Effect.fnUntraced(function* (bank: ScriptedBank) {
    const left = yield* Consent.createAuthorized(bank)
    bank.meanwhile = Bank.failsUnreachable
    yield* Consent.revoke(left.user, left.consentId)
    yield* Consent.passTime(Consent.hour, 10 * Consent.minute)
    return left
  })

  afterRestart(
    "is revoked at the bank if the crash prevented the revocation",
    revokedUntold,
    function* ({ bank, ...left }) {
      assert.isFalse(yield* Consent.isClosed(left.consentId))
      bank.meanwhile = Bank.succeeds
      yield* continued(left, "12 minutes")
      yield* Consent.checkClosed(bank, left.consentId)
    }
  )

  const identifying = () => Consent.createAwaiting(Consent.byElectronicId("SWEDISH_MOBILE_EID_SAME_DEVICE"))

  afterRestart("continues with its open order", identifying, function* ({ electronicId, ...left }) {
    electronicId.progress = Eid.complete(Consent.personalNumber)
    assert.strictEqual((yield* continued(left, "80 seconds")).status, "AUTHORIZED")
    assert.lengthOf(electronicId.requests, 1)
  })
})

describe("closed consents", () => {
  test("are erased thirty days after they are closed", function* () {
    const { consentId: id, user } = yield* Consent.createAwaiting()
    yield* Consent.revoke(user, id)
    yield* Consent.passTime(5)
    yield* Consent.passTime(30 * Consent.day - 10, Consent.day)
    yield* Expiration.eraseConsents
    assert.strictEqual((yield* Consent.statusOf(user, id)).status, "REVOKED")
    yield* Consent.passTime(20)
    yield* Expiration.eraseConsents
    assert.strictEqual((yield* Effect.flip(Consent.revoke(user, id)))._tag, "ConsentNotFound")
  })
})
