/** A consent that replaces another one (spec 2.4). */
import { assert, describe } from "@effect/vitest"
import type { RenewConsent } from "@sheaf/domain/RenewConsent"
import { Consents, ConnectSessionStore } from "@sheaf/ports"
import type { ConnectSessionChange, UserCaller } from "@sheaf/ports"
import { ConnectSessionSample } from "@sheaf/ports/testing"
import { Clock, Effect, Option, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import * as Consent from "./ConsentWorld.ts"
import { test } from "./ConsentWorld.ts"
import * as World from "../collections/World.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import * as Eid from "./ScriptedElectronicId.ts"

const renewal: RenewConsent = {
  parameters: [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17", validUntil: "2026-09-30" }]
}

const renew = (user: UserCaller, consentId: string, request = renewal) =>
  Effect.flatMap(Consents, (consents) => consents.renew(user, consentId, request))

const refusal = (user: UserCaller, consentId: string, request = renewal) => Effect.flip(renew(user, consentId, request))

const accountIds = ["SE4550000000058398257466"]

const expiresAt = Date.parse("2026-06-30T23:59:59.999Z")
const renewableFrom = expiresAt - 30 * 86_400_000

describe("the renewal of a consent", () => {
  test("has its company and scope, and ends it once authorized", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank, {
      accountIds,
      balances: true,
      transactions: false
    })
    const consents = yield* Consents
    assert.strictEqual((yield* consents.read(user, consentId)).renewableFrom, new Date(renewableFrom).toISOString())
    yield* TestClock.setTime(renewableFrom)
    bank.state = { status: "received", granted: {} }
    const made = yield* renew(user, consentId)
    assert.deepStrictEqual(made, {
      company: "se-fjallbanken",
      consentId: made.consentId,
      createdAt: new Date(renewableFrom).toISOString(),
      statusChangedAt: new Date(renewableFrom).toISOString(),
      pollingInterval: 2000,
      userId: user.userId,
      expiresAt: "2026-09-30T23:59:59.999Z",
      scope: { type: "PSD2_AIS", accountIds, balances: true, transactions: false },
      status: "INITIATED",
      renews: consentId
    })
    yield* Consent.untilStatus(user, made.consentId, "AWAITING_AUTHORIZATION")
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
    bank.state = { status: "valid", granted: {} }
    yield* Consent.passTime(Consent.minute, 2)
    yield* Consent.untilStatus(user, made.consentId, "AUTHORIZED")
    yield* Consent.untilStatus(user, consentId, "REVOKED")
    yield* Consent.untilClosed(consentId)
    assert.strictEqual((yield* consents.read(user, made.consentId)).renews, consentId)
  })

  test("leaves it alone if the person rejects the new one", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    yield* TestClock.setTime(renewableFrom)
    bank.state = { status: "rejected", granted: {} }
    const made = yield* renew(user, consentId)
    yield* Consent.passTime(Consent.minute, 2)
    yield* Consent.untilStatus(user, made.consentId, "FAILED")
    bank.state = { status: "valid", granted: {} }
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
  })

  test("is possible from 30 days before the end, and after it", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    yield* TestClock.setTime(renewableFrom - 1)
    const early = yield* refusal(user, consentId)
    assert.isTrue(early._tag === "ConsentNotRenewable" && early.from === renewableFrom)
    yield* TestClock.setTime(expiresAt + 1)
    yield* Consent.runDueSteps
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "EXPIRED")
    assert.strictEqual((yield* renew(user, consentId)).renews, consentId)
  })

  const authorize = Effect.fnUntraced(function* (user: UserCaller, consentId: string) {
    yield* Consent.passTime(Consent.minute, 2)
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
  })

  test("is possible once at a time, even for an expired consent", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    yield* TestClock.setTime(expiresAt + 1)
    bank.state = { status: "received", granted: {} }
    const results = yield* Effect.all(
      Array.from({ length: 4 }, () => Effect.result(renew(user, consentId))),
      { concurrency: "unbounded" }
    )
    const made = results.flatMap((each) => (Result.isSuccess(each) ? [each.success] : []))
    const refused = results.flatMap((each) => (Result.isFailure(each) ? [each.failure._tag] : []))
    assert.deepStrictEqual([made.length, new Set(refused)], [1, new Set(["ConsentNotRenewable"])])
    bank.state = { status: "valid", granted: {} }
    yield* authorize(user, made[0]?.consentId ?? "")
    assert.strictEqual((yield* refusal(user, consentId))._tag, "ConsentNotRenewable")
  })

  test("ends with the consent if that is revoked first, but not once it is authorized", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    yield* TestClock.setTime(renewableFrom)
    bank.state = { status: "received", granted: {} }
    const { consentId: made } = yield* renew(user, consentId)
    yield* Consent.untilStatus(user, made, "AWAITING_AUTHORIZATION")
    yield* Consent.revoke(user, consentId)
    assert.strictEqual((yield* Consent.statusOf(user, made)).status, "REVOKED")
    yield* Consent.checkClosed(bank, made)
    const other = yield* Consent.createAuthorized(bank)
    const { consentId: replacement } = yield* renew(user, other.consentId)
    yield* authorize(user, replacement)
    yield* Consent.revoke(user, other.consentId)
    assert.strictEqual((yield* Consent.statusOf(user, replacement)).status, "AUTHORIZED")
  })

  test("leaves nothing alive when the client revokes the consent at the same moment", function* ({ bank }) {
    bank.state = { status: "received", granted: {} }
    for (const isRevokedFirst of [true, false]) {
      const { consentId, user } = yield* Consent.createAuthorized(bank)
      yield* TestClock.setTime(renewableFrom)
      bank.state = { status: "received", granted: {} }
      const revoked = Effect.as(Consent.revoke(user, consentId), undefined)
      const renewed = Effect.option(renew(user, consentId))
      const calls = isRevokedFirst ? [revoked, renewed] : [renewed, revoked]
      const made = (yield* Effect.all(calls, { concurrency: "unbounded" })).flatMap((each) =>
        each === undefined ? [] : Option.toArray(each)
      )
      bank.state = { status: "valid", granted: {} }
      yield* Consent.passTime(Consent.minute, 2)
      for (const id of [consentId, ...made.map((each) => each.consentId)]) {
        assert.strictEqual((yield* Consent.statusOf(user, id)).status, "REVOKED")
      }
      assert.strictEqual((yield* refusal(user, consentId))._tag, "ConsentNotRenewable")
      yield* TestClock.setTime(Consent.noon)
    }
  })

  test("needs the person who authorized the consent with the electronic ID", function* ({
    bank,
    electronicId: provider
  }) {
    provider.progress = Eid.complete(Consent.personalNumber)
    const electronicId = Consent.byElectronicId("SWEDISH_MOBILE_EID_ANY_DEVICE")
    const { company: _, ...byMaja } = electronicId
    const { consentId, user } = yield* Consent.createAuthorized(bank, {}, { asked: electronicId })
    yield* TestClock.setTime(renewableFrom)
    const parameters = renewal.parameters.concat({ type: "SWEDISH_EID", personalNumber: "197501012384" })
    const other = yield* refusal(user, consentId, { ...byMaja, parameters })
    assert.strictEqual(Consent.describeError(other), "INVALID_FIELD /parameters/1")
    assert.strictEqual((yield* renew(user, consentId, byMaja)).renews, consentId)
  })

  test("is impossible for revoked consents, for other users, and with a wider scope", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank, { accountIds, balances: false })
    yield* TestClock.setTime(renewableFrom)
    const stranger = yield* Consent.userOf("somebody-else")
    assert.strictEqual((yield* refusal(stranger, consentId))._tag, "ConsentNotFound")
    const wider = yield* refusal(user, consentId, {
      parameters: [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17", balances: true, accountIds: ["another"] }]
    })
    assert.deepStrictEqual(wider._tag === "InvalidParameters" ? wider.violations.map(({ pointer }) => pointer) : [], [
      "/parameters/0/accountIds",
      "/parameters/0/balances"
    ])
    yield* Consent.revoke(user, consentId)
    assert.strictEqual((yield* refusal(user, consentId))._tag, "ConsentNotRenewable")
  })
})

const connectSessionId = "019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e"

const renewedInSession = Effect.fnUntraced(function* (bank: ScriptedBank) {
  const { consentId, user } = yield* Consent.createAuthorized(bank)
  yield* TestClock.setTime(renewableFrom)
  const createdAt = yield* Clock.currentTimeMillis
  const session = ConnectSessionSample.make({
    connectSessionId,
    clientId: user.clientId,
    userId: user.userId,
    purpose: "CONSENT",
    createdAt,
    terms: { renews: consentId, returnTo: { returnUrl: "https://app.example/linked" } }
  })
  yield* (yield* ConnectSessionStore).add(session, Redacted.make("link"))
  const { consentId: made } = yield* renew({ ...user, connectSessionId }, consentId)
  yield* Consent.passTime(Consent.minute, 2)
  yield* Consent.untilStatus(user, made, "AUTHORIZED")
  return { consentId, made, user }
})

const changeSession = Effect.fnUntraced(function* (
  { clientId }: UserCaller,
  answer: "CONFIRMED" | undefined,
  discardAt?: number
) {
  const store = yield* ConnectSessionStore
  const found = Option.getOrThrow(yield* store.find(clientId, connectSessionId))
  const { expiresAt } = found
  const endedAt = yield* Clock.currentTimeMillis
  const confirmation = { codeHash: "hash", until: endedAt + 600_000, ...(answer && { answer }) }
  const progress = { ...found.progress, confirmation }
  const ended = { status: "COMPLETED", endedAt, expiresAt, progress } as const
  const change: ConnectSessionChange = discardAt === undefined ? ended : { ...ended, discardAt }
  assert.isTrue(yield* store.change(found, change))
})

describe("a renewal in a Connect session with a return address", () => {
  test("leaves the consent alone until the client confirms the session", function* ({ bank }) {
    const { consentId, made, user } = yield* renewedInSession(bank)
    yield* Consent.passTime(10 * Consent.minute, Consent.minute)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
    yield* changeSession(user, "CONFIRMED")
    yield* Consent.passTime(Consent.hour, Consent.minute)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "REVOKED")
    assert.strictEqual((yield* Consent.statusOf(user, made)).status, "AUTHORIZED")
  })

  test("ends alone if the client does not confirm the session", function* ({ bank }) {
    const { consentId, made, user } = yield* renewedInSession(bank)
    yield* changeSession(user, undefined, (yield* Clock.currentTimeMillis) + 600_000)
    yield* Consent.passTime(11 * Consent.minute, Consent.minute)
    yield* World.runDueProcesses
    yield* Consent.untilStatus(user, made, "REVOKED")
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
    assert.strictEqual((yield* renew(user, consentId)).renews, consentId)
  })

  test("ends with the consent that the client revokes before it confirms", function* ({ bank }) {
    const { consentId, made, user } = yield* renewedInSession(bank)
    yield* Consent.revoke(user, consentId)
    assert.strictEqual((yield* Consent.statusOf(user, made)).status, "REVOKED")
  })
})
