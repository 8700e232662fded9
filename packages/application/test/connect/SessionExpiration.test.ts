/** Connect sessions that nobody finishes or confirms, and how they end (spec 13). */
import { assert, describe } from "@effect/vitest"
import type { ReturnTarget } from "@sheaf/domain/ReturnUrl"
import { ConnectSessionStore } from "@sheaf/ports"
import type { NewConnectSession } from "@sheaf/ports"
import { ConnectSessionSample } from "@sheaf/ports/testing"
import { Clock, Effect, Option, Redacted } from "effect"
import * as Expiration from "../../src/tasks/Expiration.ts"
import * as World from "../collections/World.ts"
import { SqlClient } from "effect/sql"
import * as Consent from "../consents/ConsentWorld.ts"

const connectSessionId = "019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e"
const returnTo: ReturnTarget = { returnUrl: "https://app.example/linked" }

const started = Effect.fnUntraced(function* (terms: NewConnectSession["terms"]) {
  const user = yield* Consent.maja
  const createdAt = yield* Clock.currentTimeMillis
  const session = ConnectSessionSample.make({
    connectSessionId,
    clientId: user.clientId,
    userId: user.userId,
    purpose: "CONSENT",
    createdAt,
    expiresAt: createdAt + 60_000,
    terms
  })
  yield* (yield* ConnectSessionStore).add(session, Redacted.make("link"))
  const consentId = yield* Consent.create({ ...user, connectSessionId })
  yield* Consent.runDueSteps
  return { user, consentId }
})

const maintenance = Effect.all([World.runDueProcesses, World.runPendingWork(50), Expiration.eraseConnectSessions])

const found = Effect.fnUntraced(function* (clientId: string) {
  return yield* (yield* ConnectSessionStore).find(clientId, connectSessionId)
})

describe("a session that nobody finishes", () => {
  Consent.test("expires on time, and loses its consents if it has a return address", function* () {
    const { consentId, user } = yield* started({ returnTo })
    yield* Consent.passTime(30)
    yield* maintenance
    assert.strictEqual(Option.getOrThrow(yield* found(user.clientId)).status, "OPEN")
    yield* Consent.passTime(31)
    yield* maintenance
    const session = Option.getOrThrow(yield* found(user.clientId))
    assert.strictEqual(session.status, "EXPIRED")
    assert.notProperty(session, "discardAt")
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "REVOKED")
  })

  Consent.test("keeps its consents without a return address", function* () {
    const { consentId, user } = yield* started({})
    yield* Consent.passTime(61)
    yield* maintenance
    assert.strictEqual(Option.getOrThrow(yield* found(user.clientId)).status, "EXPIRED")
    assert.notStrictEqual((yield* Consent.statusOf(user, consentId)).status, "REVOKED")
  })

  Consent.test("expires with more than a hundred others, even if an older one is unreadable", function* () {
    const { user } = yield* started({})
    const sql = yield* SqlClient.SqlClient
    const store = yield* ConnectSessionStore
    const first = Option.getOrThrow(yield* found(user.clientId))
    const ids = Array.from({ length: 101 }, (_, index) => `${connectSessionId.slice(0, -3)}${100 + index}`)
    for (const id of ids) {
      const other = { ...first, status: "OPEN" as const, connectSessionId: id, expiresAt: first.expiresAt + 1 }
      yield* store.add(other, Redacted.make("link"))
    }
    yield* sql`UPDATE connect_session SET progress = terms WHERE id = ${connectSessionId}`
    yield* Consent.passTime(62)
    yield* maintenance
    for (const id of ids) {
      assert.strictEqual(Option.getOrThrow(yield* store.find(user.clientId, id)).status, "EXPIRED")
    }
    assert.strictEqual((yield* Effect.flip(found(user.clientId))).reason, "UNREADABLE")
  })

  Consent.test("is erased after its retention", function* () {
    const { user } = yield* started({})
    yield* Consent.passTime(61)
    yield* maintenance
    yield* Consent.passTime(31 * Consent.day, Consent.day)
    yield* maintenance
    assert.isTrue(Option.isNone(yield* found(user.clientId)))
  })
})
