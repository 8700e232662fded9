/**
 * Requests with an idempotency key, handled by several processes. Unlike the HTTP layer, `Idempotency` does not reject
 * a key that belongs to a running request (spec 8).
 */
import { assert, describe } from "@effect/vitest"
import * as IdempotencyKey from "@sheaf/domain/IdempotencyKey"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Collections, Consents, CurrentIdempotentRequest, Users } from "@sheaf/ports"
import type { Caller } from "@sheaf/ports"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Expiration from "../../src/tasks/Expiration.ts"
import * as Company from "../collections/ScriptedCompany.ts"
import * as World from "../collections/World.ts"
import { storedConsentRequest } from "../readings/ConsentRequests.ts"
import * as Consent from "../consents/ConsentWorld.ts"

const instruction = {
  id: "r-1",
  etag: "e-1",
  url: "https://login.nordhem.example/1",
  method: "GET",
  headers: {}
} as const

const question = Company.ask("LOGIN", { kind: "RESPONSE_OBJECT", etags: ["e-1"] }, { INSTRUCTIONS: [instruction] })

const test = Consent.testWith({ script: Company.steps(question, Company.poll("LOGIN", 600_000)) })

const response: SupplementInfo = { type: "RESPONSE_OBJECT", etag: "e-1", headers: {}, response: "the answer" }

interface Sent {
  readonly key?: string
  readonly caller?: Caller
  readonly path?: string
}

const keyed = <A, E, R>(
  request: Effect.Effect<A, E, R>,
  { caller = World.caller, key = "order-17", path = "/" }: Sent = {}
) =>
  Effect.suspend(() => {
    let isReplayed = false
    const { clientId, userId } = caller
    const parsed = IdempotencyKey.parse(key) ?? assert.fail("the key is malformed")
    const markReplayed = Effect.sync(() => void (isReplayed = true))
    const owner = { clientId, ...(userId !== undefined && { userId }) }
    return request.pipe(
      Effect.provideService(CurrentIdempotentRequest, { ...owner, method: "POST", path, key: parsed, markReplayed }),
      Effect.map((result) => ({ result, isReplayed }))
    )
  })

const start = (asked = World.request, caller?: Caller) =>
  Effect.flatMap(Collections, (collections) => collections.start(caller ?? World.caller, asked))

const other = {
  ...World.request,
  parameters: [{ type: "USERNAME_PASSWORD", username: "nils", password: "p" }]
} as const

const count = (table: "collection" | "consent" | "app_user" | "request_key") =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql`SELECT id FROM ${sql.literal(table)}`, ({ length }) => length)
  )

const expectOnce = Effect.fnUntraced(function* <A, E, R>(
  request: Effect.Effect<A, E, R>,
  idOf: (result: A) => string,
  sent?: Sent
) {
  const all = yield* Effect.all(
    Array.from({ length: 6 }, () => keyed(request, sent)),
    { concurrency: "unbounded" }
  )
  assert.lengthOf([...new Set(all.map(({ result }) => idOf(result)))], 1)
  assert.lengthOf(
    all.filter(({ isReplayed }) => !isReplayed),
    1
  )
})

describe("of several processes with the same request, one", () => {
  test("starts a collection", function* () {
    yield* expectOnce(start(), ({ body }) => body.collectionId)
    assert.strictEqual(yield* count("collection"), 1)
  })

  test("counts as one of the four readings a day without the person", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const asked = storedConsentRequest(consentId, {})
    yield* expectOnce(start(asked, user), ({ body }) => body.collectionId, { caller: user })
    const sql = yield* SqlClient.SqlClient
    assert.deepStrictEqual(yield* sql`SELECT resource, readings FROM consent_use`, [{ resource: "", readings: 1 }])
  })

  test("creates a consent", function* () {
    const user = yield* Consent.maja
    const consents = yield* Consents
    yield* expectOnce(consents.create(user, Consent.request()), ({ consentId }) => consentId, { caller: user })
    assert.strictEqual(yield* count("consent"), 1)
  })

  test("creates a user", function* () {
    const users = yield* Users
    yield* expectOnce(users.create(World.caller, "maja"), ({ user }) => user.userId)
    assert.strictEqual(yield* count("app_user"), 1)
  })

  test("supplies input, and one lets the question time out", function* () {
    const collections = yield* Collections
    const [one, two] = [yield* World.start(), yield* World.start()]
    for (const id of [one, two]) yield* World.untilStatus(id, "LOGIN")
    yield* expectOnce(collections.supply(World.caller, one, response), ({ body }) => body.id)
    yield* expectOnce(collections.timeOut(World.caller, two), ({ body }) => body.id, { path: "/expire" })
  })

  test("expires a consent", function* () {
    const { consentId, user } = yield* Consent.createConsent()
    const consents = yield* Consents
    yield* expectOnce(consents.expire(user, consentId), ({ body }) => body.consentId, { caller: user })
  })
})

describe("a key", () => {
  test("belongs to one request, whatever the order of its members", function* () {
    const first = yield* keyed(start())
    const { company, loginMethod, parameters } = World.request
    const same = yield* keyed(start({ parameters, loginMethod: loginMethod ?? "EMAIL", company }))
    assert.isTrue(same.isReplayed)
    assert.strictEqual(same.result.body.id, first.result.body.id)
    assert.strictEqual((yield* Effect.flip(keyed(start(other))))._tag, "IdempotencyKeyReused")
    for (const sent of [
      { key: "order-18" },
      { path: "/other" },
      { caller: World.stranger },
      { caller: yield* Consent.maja }
    ]) {
      assert.isFalse((yield* keyed(start(other, sent.caller), sent)).isReplayed)
    }
  })

  test("is kept for an accepted request without effect", function* () {
    const collections = yield* Collections
    const id = yield* World.start()
    yield* World.untilStatus(id, "LOGIN")
    const supply = collections.supply(World.caller, id, response)
    yield* supply
    assert.isFalse((yield* keyed(supply)).isReplayed)
    assert.isTrue((yield* keyed(supply)).isReplayed)
  })

  test("is not kept for a rejected request", function* () {
    assert.strictEqual(
      (yield* Effect.flip(keyed(start({ ...World.request, company: "se-nobody" }))))._tag,
      "UnknownCompany"
    )
    assert.isFalse((yield* keyed(start())).isReplayed)
  })

  test("outlives its object, which is not made again", function* () {
    const sql = yield* SqlClient.SqlClient
    const { result } = yield* keyed(start())
    yield* sql`DELETE FROM collection WHERE id = ${result.body.collectionId}`
    assert.strictEqual((yield* Effect.flip(keyed(start())))._tag, "CollectionNotFound")
    assert.strictEqual(yield* count("collection"), 0)
  })

  test("is free again after 24 hours", function* () {
    yield* keyed(start())
    yield* TestClock.adjust("24 hours")
    yield* Expiration.eraseIdempotencyKeys
    assert.strictEqual(yield* count("request_key"), 0)
    assert.isFalse((yield* keyed(start())).isReplayed)
  })

  test("is erased with its user", function* () {
    const users = yield* Users
    const created = yield* keyed(users.create(World.caller, "maja"))
    const caller = { ...World.caller, userId: created.result.user.userId }
    yield* keyed(start(World.request, caller), { caller })
    const consents = yield* Consents
    const { consentId } = (yield* keyed(consents.create(caller, Consent.request()), { caller, key: "order-18" })).result
    yield* keyed(consents.expire(World.caller, consentId), { path: "/expire" })
    assert.strictEqual(yield* count("request_key"), 4)
    yield* users.erase(World.caller, caller.userId)
    assert.strictEqual(yield* count("request_key"), 0)
  })
})
