/**
 * Tests users, consents and signing keys in SQL beyond the contract suites: durability, and the binding of sealed
 * columns to their rows.
 */
import { assert, layer } from "@effect/vitest"
import { ConsentSample as Sample, testsOf } from "@sheaf/ports/testing"
import { ClientStore, CollectionStore, ConsentStore, SigningKeyStore, UserStore } from "@sheaf/ports"
import { Effect, Exit, Fiber, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "./Database.ts"
import { durabilityOf } from "./sqlite/Durability.ts"
import { openTransaction } from "./sqlite/OpenTransaction.ts"

const now = Sample.startTime
const clientId = "client-one"
const userId = "user-one"

const accepted = (consentId: string) => Sample.acceptConsent({ clientId, userId }, { consentId })

const found = (consentId: string, step: number) => Sample.precondition({ clientId, consentId }, step, step + 1)

const addUser = Effect.gen(function* () {
  for (const id of [clientId, "client-two"]) {
    yield* (yield* ClientStore).addClient({ id, name: id, environment: "test" })
  }
  yield* (yield* UserStore).create({ userId, clientId, externalId: "customer-1", createdAt: now })
})

layer(Database.stores)("users and consents in SQLite", (it) => {
  const test = testsOf(it, ConsentStore)

  test("survive a power cut after every promised write", function* () {
    const [users, consents, collections] = [yield* UserStore, yield* ConsentStore, yield* CollectionStore]
    const [clients, signing] = [yield* ClientStore, yield* SigningKeyStore]
    yield* addUser
    yield* clients.addKey(clientId, new Uint8Array(32), "key-1")
    const user = { userId: "user-two", clientId, externalId: "customer-2", createdAt: now }
    const key = { purpose: "TOKEN", keyId: "signing-1", jwk: Redacted.make("{}"), createdAt: now } as const
    const authorized = Sample.changeToStatus("AUTHORIZED", 3)
    const writes = [
      ["a user", 2, users.create(user)],
      ["the end of sessions", 2, users.endSessions(clientId, "user-two", now)],
      ["an erasure", 2, users.erase(clientId, "user-two", now)],
      ["a signing key", 2, signing.add(key, undefined)],
      ["a revoked key", 2, clients.revokeKey("key-1")],
      ["a consent", 2, accepted("durable")],
      ["a step", 1, consents.advance(found("durable", 0), Sample.changeToStatus("AWAITING_AUTHORIZATION", 2))],
      ["a lasting step", 2, consents.advance(found("durable", 1), authorized, { isLasting: true })],
      ["the end of a consent", 2, consents.advance(found("durable", 2), Sample.changeToStatus("REVOKED", 4))],
      ["erased consents", 2, Effect.asVoid(consents.eraseOfUser(clientId, userId))],
      ["erased data", 2, collections.eraseDataOf(clientId, "none", now)],
      ["erased collections", 2, Effect.asVoid(collections.eraseOfUser(clientId, userId, now))]
    ] as const
    for (const [what, level, write] of writes) assert.strictEqual(yield* durabilityOf(write), level, what)
  })

  test("reject an unknown return state without waiting for a transaction", function* (consents) {
    yield* addUser
    const returnState = "0123456789abcdef0123456789abcdef"
    yield* Sample.acceptConsent(
      { clientId, userId },
      { consentId: "returned" },
      Sample.redirectAuthorization(returnState)
    )
    const end = yield* openTransaction
    const [unknown, waited] = [
      yield* Effect.forkChild(consents.takeReturn("made up")),
      yield* Effect.forkChild(consents.takeReturn(returnState))
    ]
    for (let turns = 0; turns < 100; turns++) yield* Effect.yieldNow
    assert.deepStrictEqual(unknown.pollUnsafe(), Exit.succeed(Option.none()))
    assert.isUndefined(waited.pollUnsafe())
    yield* end
    assert.deepStrictEqual(yield* Fiber.join(waited), Option.some({ clientId, consentId: "returned" }))
  })

  test("cannot be read after a sealed value is moved to another row or column", function* () {
    const sql = yield* SqlClient.SqlClient
    const [consents, users] = [yield* ConsentStore, yield* UserStore]
    yield* addUser
    for (const id of ["original", "forged"]) yield* accepted(id)
    yield* sql`UPDATE consent SET progress = (SELECT progress FROM consent WHERE id = 'original') WHERE id = 'forged'`
    assert.strictEqual((yield* Effect.flip(consents.loadState("forged"))).operation, "open progress")
    yield* sql`UPDATE consent SET shown = scope WHERE id = 'original'`
    assert.strictEqual((yield* Effect.flip(consents.find(clientId, "original"))).operation, "open shown")
    yield* sql`UPDATE consent SET shown = NULL, client_id = 'client-two' WHERE id = 'original'`
    assert.strictEqual((yield* Effect.flip(consents.find("client-two", "original"))).operation, "open scope")
    yield* users.create({ userId: "forged", clientId, externalId: "customer-3", createdAt: now })
    yield* sql`UPDATE app_user SET external_id = (SELECT external_id FROM app_user WHERE id = ${userId})
      WHERE id = 'forged'`
    assert.strictEqual((yield* Effect.flip(users.find(clientId, "forged"))).operation, "open external_id")
  })
})
