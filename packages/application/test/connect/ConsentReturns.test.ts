/** Consents of Connect sessions: the person's return from the bank, and what the client sees (spec 2.4, 13). */
import { assert, describe } from "@effect/vitest"
import { Consents, ConnectSessionStore } from "@sheaf/ports"
import type { ConnectSessionChange, StoredConnectSession, UserCaller } from "@sheaf/ports"
import { ConnectSessionSample } from "@sheaf/ports/testing"
import { Clock, Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { codeIn, confirm } from "../consents/ConfirmationSteps.ts"
import * as World from "../collections/World.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import { test } from "../consents/ConsentWorld.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import type { ScriptedBank } from "../consents/ScriptedBank.ts"
import { makeVisit } from "../BankVisit.ts"

const connectSessionId = "019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e"
const page = `https://sheaf.example/connect/${connectSessionId}`
const browser = Redacted.make("B".repeat(43))
const sessions = { [connectSessionId]: browser }
const accountIds = ["SE4550000000058398257466"]

const started = Effect.fnUntraced(function* (bank: ScriptedBank) {
  bank.state = { status: "received", granted: {} }
  const store = yield* ConnectSessionStore
  const user = yield* Consent.maja
  const createdAt = yield* Clock.currentTimeMillis
  const session = ConnectSessionSample.make({
    connectSessionId,
    clientId: user.clientId,
    userId: user.userId,
    purpose: "CONSENT",
    createdAt,
    terms: { returnTo: { returnUrl: "https://app.example/linked" } }
  })
  yield* store.add(session, Redacted.make("link"))
  assert.isTrue(yield* store.bind({ ...session, isBound: false }, browser, session))
  const { consentId } = yield* Consent.createAwaiting(
    { ...Consent.request(), returnUrl: page },
    { ...user, connectSessionId }
  )
  return { consentId, user, own: { ...user, connectSessionId } }
})

const come = Effect.fnUntraced(function* (bank: ScriptedBank, visitor: Parameters<typeof makeVisit>[1] = {}) {
  const returned = yield* (yield* Consents).handleReturn(makeVisit(Bank.returnState(bank), visitor))
  if (returned._tag === "RETURNED") return returned.outcome
  return returned._tag === "REDIRECTED" ? returned.location : returned._tag
})

const authorized = Effect.fnUntraced(function* (bank: ScriptedBank) {
  const made = yield* started(bank)
  const expiresAt = "2026-04-02T23:59:59.999Z"
  bank.state = { status: "valid", granted: { accountIds, transactions: false, expiresAt } }
  const location = yield* come(bank, { sessions })
  yield* confirm(made.own, made.consentId, codeIn(location))
  yield* Consent.passTime(11)
  return { ...made, expiresAt }
})

const changeSession = Effect.fnUntraced(function* (change: (found: StoredConnectSession) => ConnectSessionChange) {
  const store = yield* ConnectSessionStore
  const { clientId } = yield* Consent.maja
  const found = Option.getOrThrow(yield* store.find(clientId, connectSessionId))
  assert.isTrue(yield* store.change(found, change(found)))
})

const seen = Effect.fnUntraced(function* (user: UserCaller, consentId: string) {
  const consents = yield* Consents
  const { userId, ...client } = user
  const views = [
    yield* consents.read(user, consentId),
    (yield* consents.status(user, consentId)).body,
    (yield* consents.status(client, consentId)).body,
    ...(yield* consents.list(user, { limit: 10 })).items,
    ...(yield* consents.listOfUser(client, userId, { limit: 10 })).items
  ]
  assert.lengthOf(views, 5)
  return views.map(({ expiresAt, scope }) => ({ expiresAt, scope }))
})

const asked = { type: "PSD2_AIS", balances: true, transactions: true }

describe("a consent of a Connect session", () => {
  test("is completed only in the browser that holds the session", function* ({ bank }) {
    const { consentId, own } = yield* started(bank)
    bank.state = { status: "valid", granted: {} }
    const location = yield* come(bank, { sessions })
    assert.isTrue(location.startsWith(`${page}?consentId=`))
    yield* confirm(own, consentId, codeIn(location))
    yield* Consent.untilStatus(own, consentId, "AUTHORIZED")
  })

  test("ends when another browser returns, and is revoked at the bank", function* ({ bank }) {
    const { consentId, own } = yield* started(bank)
    bank.state = { status: "valid", granted: {} }
    // The consent is not authorized yet, although a check has found that the bank has granted it.
    yield* Consent.passTime(4)
    assert.strictEqual((yield* Consent.statusOf(own, consentId)).status, "AWAITING_AUTHORIZATION")
    assert.strictEqual(yield* come(bank), "ELSEWHERE")
    yield* Consent.untilFailedWith(own, consentId, "NOT_CONFIRMED")
    yield* Consent.checkClosed(bank, consentId)
    // The session's own browser returns too late.
    assert.strictEqual(codeIn(yield* come(bank, { sessions })), "none")
  })

  test("ends when a browser returns with the secrets of other sessions", function* ({ bank }) {
    const { consentId, own } = yield* started(bank)
    const forged = { [connectSessionId]: Redacted.make("A".repeat(43)), another: browser }
    assert.strictEqual(yield* come(bank, { sessions: forged }), "ELSEWHERE")
    yield* Consent.untilFailedWith(own, consentId, "NOT_CONFIRMED")
  })

  test("ends after a return to another bank's address", function* ({ bank }) {
    const { consentId, own } = yield* started(bank)
    bank.state = { status: "valid", granted: {} }
    assert.strictEqual(codeIn(yield* come(bank, { sessions, company: "se-kontobanken" })), "none")
    yield* Consent.untilFailedWith(own, consentId, "NOT_CONFIRMED")
    yield* Consent.checkClosed(bank, consentId)
  })
})

describe("the client of a Connect session", () => {
  test("sees nothing of the bank's answer before it confirms the session", function* ({ bank }) {
    const { consentId, expiresAt, own, user } = yield* authorized(bank)
    const before = { expiresAt: "2026-06-30T23:59:59.999Z", scope: asked }
    for (const view of yield* seen(user, consentId)) assert.deepStrictEqual<object>(view, before)
    const granted = { expiresAt, scope: { ...asked, transactions: false, accountIds } }
    const { body } = yield* (yield* Consents).status(own, consentId)
    assert.deepStrictEqual<object>({ expiresAt: body.expiresAt, scope: body.scope }, granted)
    const confirmation = { codeHash: "hash", until: Date.parse(expiresAt), answer: "CONFIRMED" } as const
    yield* changeSession((found) => ({ ...found, progress: { steps: [], confirmation } }))
    for (const view of yield* seen(user, consentId)) assert.deepStrictEqual<object>(view, granted)
  })

  test("sees no account of a consent that it has discarded, even once the session is erased", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank)
    yield* changeSession((found) => ({ ...found, status: "ABANDONED", endedAt: 0, discardAt: 0 }))
    yield* World.runDueProcesses
    yield* World.runPendingWork(20)
    yield* Consent.untilClosed(consentId)
    const sql = yield* SqlClient.SqlClient
    yield* sql`DELETE FROM connect_session`
    for (const { scope } of yield* seen(user, consentId)) assert.notProperty(scope, "accountIds")
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "REVOKED")
  })

  test("sees no account of a discarded consent that the bank had ended before", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank)
    bank.state = { status: "revokedByPsu", granted: {} }
    yield* Consent.passTime(Consent.day + 60, 3_600)
    yield* Consent.untilClosed(consentId)
    for (const { scope } of yield* seen(user, consentId)) assert.notProperty(scope, "accountIds")
    yield* changeSession((found) => ({ ...found, status: "EXPIRED", endedAt: 0, discardAt: 0 }))
    yield* World.runDueProcesses
    yield* World.runPendingWork(20)
    const sql = yield* SqlClient.SqlClient
    yield* sql`DELETE FROM connect_session`
    for (const { scope } of yield* seen(user, consentId)) assert.notProperty(scope, "accountIds")
  })
})
