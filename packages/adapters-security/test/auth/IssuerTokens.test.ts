/**
 * Tests tokens from an issuer that a client trusts: a valid token identifies one of the client's users, and an invalid
 * token is rejected (spec 5).
 */
import { assert, describe } from "@effect/vitest"
import { Tokens, UserStore } from "@sheaf/ports"
import { Deferred, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { createPublicKey, generateKeyPairSync } from "node:crypto"
import type { KeyObject } from "node:crypto"
import * as ForgedTokens from "./ForgedTokens.ts"
import * as TokenFixtures from "./TokenFixtures.ts"

const { startTime } = TokenFixtures
const seconds = startTime / 1000
const [second, minute] = [1000, 60_000]

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
const ec384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey
const otherEc = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
const weakRsa = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey
const ed = generateKeyPairSync("ed25519").privateKey

const jwk = (key: KeyObject, kid: string, more: object = {}) => ({
  ...createPublicKey(key).export({ format: "jwk" }),
  kid,
  ...more
})

const brask = "https://id.brask.example/"
const lund = "https://id.lund.example"

const issuers = [
  { issuer: brask, audience: "collections", clientId: "brask", algorithms: ["ES256", "PS256", "EdDSA"] as const },
  { issuer: lund, audience: "collections", clientId: "lund", algorithms: ["ES256"] as const },
  { issuer: "https://id.nobody.example", audience: "collections", clientId: "nobody", algorithms: ["ES256"] as const }
]

const keys = [
  jwk(ec, "ec", { use: "sig", alg: "ES256" }),
  jwk(rsa, "rsa", { use: "sig", alg: "PS256", key_ops: ["verify"] }),
  jwk(ed, "ed", { alg: "EdDSA" })
]

const publishing = (published: ReadonlyArray<unknown>): TokenFixtures.PublishedDocuments => ({
  documents: new Map<string, unknown>([
    [brask, { keys: published }],
    [lund, { keys: [jwk(otherEc, "ec")] }],
    ["https://id.nobody.example", { keys: published }]
  ]),
  requested: 0
})

const testWith = (published: ReadonlyArray<unknown>) => TokenFixtures.testWith({ issuers }, () => publishing(published))

const test = testWith(keys)

const header = { alg: "ES256", typ: "at+jwt", kid: "ec" }
const claims = { iss: brask, aud: "collections", sub: "customer-20417", iat: seconds, exp: seconds + 3600 }

const signed = (
  changedHeader: object = {},
  changedClaims: object = {},
  signer: ForgedTokens.Signer = ForgedTokens.es256(ec)
) => ForgedTokens.token({ ...header, ...changedHeader }, { ...claims, ...changedClaims }, signer)

const findUser = (externalId: string, clientId = "brask") =>
  Effect.flatMap(UserStore, (users) => users.findByExternalId(clientId, externalId))

describe("a token from an issuer that a client trusts", () => {
  test("identifies a user of that client, and creates the user the first time", function* () {
    assert.deepStrictEqual(yield* findUser("customer-20417"), Option.none())
    const caller = yield* TokenFixtures.verify(signed())
    const user = yield* Effect.flatMap(findUser("customer-20417"), Effect.fromOption)
    assert.deepStrictEqual(caller, { clientId: "brask", environment: "test", userId: user.userId })
    assert.deepStrictEqual(yield* TokenFixtures.verify(signed({}, { iat: seconds - 1 })), caller)
  })

  test("identifies the user that the client created under that name", function* () {
    const user = yield* TokenFixtures.addUser(TokenFixtures.userId, "brask", "customer-20417")
    assert.strictEqual((yield* TokenFixtures.verify(signed())).userId, user.userId)
  })

  test("belongs to the client in the issuer's configuration, even if it claims another", function* () {
    const of = { iss: lund, client_id: "brask", azp: "brask", env: "test" }
    const { clientId, environment } = yield* TokenFixtures.verify(signed({}, of, ForgedTokens.es256(otherEc)))
    assert.deepStrictEqual({ clientId, environment }, { clientId: "lund", environment: "production" })
    assert.deepStrictEqual(yield* findUser("customer-20417", "brask"), Option.none())
  })

  const accepted: ReadonlyArray<[title: string, token: string]> = [
    ["signed with PS256", signed({ alg: "PS256", kid: "rsa" }, {}, ForgedTokens.ps256(rsa))],
    ["signed with EdDSA", signed({ alg: "EdDSA", kid: "ed" }, {}, ForgedTokens.edDsa(ed))],
    ["with the type JWT", signed({ typ: "JWT" })],
    ["with the full media type", signed({ typ: "application/at+jwt" })],
    ["without a type", signed({ typ: undefined })],
    ["for several audiences", signed({}, { aud: ["other", "collections"] })],
    ["with a lifetime of a day", signed({}, { exp: seconds + 86_400 })],
    ["from a clock that is 10 seconds ahead", signed({}, { iat: seconds + 10, nbf: seconds + 10 })],
    ["with unknown members", signed({ x5t: "abc" }, { scope: "all", email: "maja@example.com" })],
    ["with the longest user name", signed({}, { sub: "å".repeat(255) })]
  ]
  for (const [title, token] of accepted) {
    test(`is accepted ${title}`, function* () {
      assert.strictEqual((yield* TokenFixtures.verify(token)).clientId, "brask")
    })
  }

  const rsaPem = createPublicKey(rsa).export({ type: "spki", format: "pem" })
  const refused: ReadonlyArray<[title: string, token: string, reason: string]> = [
    ["from an unconfigured issuer", signed({}, { iss: "https://id.brask.example" }), "UNKNOWN_ISSUER"],
    ["from an issuer of an unknown client", signed({}, { iss: "https://id.nobody.example" }), "UNKNOWN_ISSUER"],
    ["signed by another client's issuer", signed({}, {}, ForgedTokens.es256(otherEc)), "WRONG_SIGNATURE"],
    ["that claims to be ours", signed({}, { iss: TokenFixtures.serviceUrl }), "UNKNOWN_KEY"],
    ["with the type of a logout token", signed({ typ: "logout+jwt" }), "MALFORMED"],
    ["with the algorithm none and a signature", signed({ alg: "none" }), "WRONG_SIGNATURE"],
    [
      "with HS256 and a public key",
      signed({ alg: "HS256", kid: "rsa" }, {}, ForgedTokens.hs256(rsaPem)),
      "WRONG_SIGNATURE"
    ],
    ["with RS256", signed({ alg: "RS256", kid: "rsa" }, {}, ForgedTokens.rs256(rsa)), "WRONG_SIGNATURE"],
    ["with RS256 labeled PS256", signed({ alg: "PS256", kid: "rsa" }, {}, ForgedTokens.rs256(rsa)), "WRONG_SIGNATURE"],
    ["with a key for another algorithm", signed({ alg: "ES256", kid: "rsa" }), "UNKNOWN_KEY"],
    ["without a key id", signed({ kid: undefined }), "UNKNOWN_KEY"],
    ["with an unknown key id", signed({ kid: "other" }), "UNKNOWN_KEY"],
    ["for another audience", signed({}, { aud: "payments" }), "WRONG_CLAIMS"],
    ["with a lifetime over a day", signed({}, { exp: seconds + 86_401 }), "WRONG_CLAIMS"],
    ["that has expired", signed({}, { iat: seconds - 60, exp: seconds - 10 }), "EXPIRED"],
    ["without a user", signed({}, { sub: undefined }), "WRONG_CLAIMS"],
    ["with a lone surrogate in the user name", signed({}, { sub: "a\ud800" }), "WRONG_CLAIMS"]
  ]
  for (const [title, token, reason] of refused) {
    test(`is refused ${title}: ${reason}`, function* () {
      assert.strictEqual(yield* TokenFixtures.reason(token), reason)
      assert.deepStrictEqual(yield* findUser("customer-20417"), Option.none(), "creates no user")
    })
  }

  test("is refused unless it was issued after the user's sessions ended", function* () {
    const { userId } = yield* TokenFixtures.verify(signed())
    yield* (yield* UserStore).endSessions("brask", userId, startTime)
    yield* TestClock.adjust(2 * second)
    assert.strictEqual(yield* TokenFixtures.reason(signed()), "SESSION_ENDED")
    // The issuer's clock may be up to 10 seconds ahead.
    assert.strictEqual(yield* TokenFixtures.reason(signed({}, { iat: seconds + 10 })), "SESSION_ENDED")
    assert.strictEqual((yield* TokenFixtures.verify(signed({}, { iat: seconds + 11 }))).userId, userId)
  })

  test("does not recreate a user who was erased after it was issued, but a newer token does", function* () {
    const { userId } = yield* TokenFixtures.verify(signed())
    yield* (yield* UserStore).erase("brask", userId, startTime)
    yield* TestClock.adjust(2 * second)
    assert.strictEqual(yield* TokenFixtures.reason(signed()), "UNKNOWN_USER")
    assert.strictEqual(yield* TokenFixtures.reason(signed({}, { iat: seconds + 10 })), "UNKNOWN_USER")
    assert.deepStrictEqual(yield* findUser("customer-20417"), Option.none())
    const anew = yield* TokenFixtures.verify(signed({}, { iat: seconds + 11 }))
    assert.notStrictEqual(anew.userId, userId)
    assert.strictEqual(yield* TokenFixtures.reason(signed()), "UNKNOWN_USER")
  })

  const asOurs = {
    issuer: TokenFixtures.serviceUrl,
    audience: "collections",
    clientId: "brask",
    algorithms: ["ES256"] as const
  }
  const atOurAddress = { documents: new Map([[TokenFixtures.serviceUrl, { keys }]]), requested: 0 }
  TokenFixtures.testWith({ issuers: [asOurs] }, () => atOurAddress)(
    "is never accepted as our own, even if an issuer is configured with our address",
    function* () {
      assert.strictEqual(yield* TokenFixtures.reason(signed({}, { iss: TokenFixtures.serviceUrl })), "UNKNOWN_KEY")
    }
  )
})

describe("a published key set", () => {
  const one = jwk(ec, "ec")
  const unusable: ReadonlyArray<[title: string, keys: ReadonlyArray<unknown>]> = [
    ["no key", []],
    ["a key for encryption", [{ ...one, use: "enc" }]],
    ["a key for other operations", [{ ...one, key_ops: ["deriveKey"] }]],
    ["a key for another algorithm", [{ ...one, alg: "ES384" }]],
    ["a key on another curve", [jwk(ec384, "ec")]],
    ["a key of another type", [jwk(rsa, "ec")]],
    ["a secret", [{ kty: "oct", kid: "ec", k: "c2VjcmV0" }]],
    ["a private key", [{ ...ec.export({ format: "jwk" }), kid: "ec" }]],
    ["a key without an id", [{ ...one, kid: undefined }]],
    ["a point off the curve", [{ ...one, y: one.x }]],
    ["two keys with one id", [one, jwk(otherEc, "ec")]],
    ["more than 64 keys", Array.from({ length: 65 }, (_, index) => jwk(ec, index === 0 ? "ec" : `ec${index}`))]
  ]
  for (const [title, published] of unusable) {
    testWith(published)(`is useless with ${title}`, function* () {
      assert.strictEqual(yield* TokenFixtures.reason(signed()), "UNKNOWN_KEY")
    })
  }

  testWith([jwk(weakRsa, "weak")])("is useless with an RSA key below 2048 bits", function* () {
    const token = signed({ alg: "PS256", kid: "weak" }, {}, ForgedTokens.ps256(weakRsa))
    assert.strictEqual(yield* TokenFixtures.reason(token), "UNKNOWN_KEY")
  })

  const forOthers = [null, 1, {}, { kty: "oct", kid: "ec", k: "c2VjcmV0" }, jwk(ec384, "ec384"), jwk(rsa, "ec")]
  testWith([...forOthers, one])("can contain unsuitable keys next to a suitable one", function* () {
    assert.strictEqual((yield* TokenFixtures.verify(signed())).clientId, "brask")
  })

  for (const document of ["a list", [], undefined, { keys: {} }, "null"]) {
    test(`cannot be ${JSON.stringify(document)}`, function* ({ documents }) {
      documents.set(brask, document)
      assert.strictEqual(yield* TokenFixtures.reason(signed()), "UNKNOWN_KEY")
    })
  }
})

describe("an issuer", () => {
  test("is asked for its keys once every ten minutes", function* (published) {
    yield* Effect.all(
      Array.from({ length: 20 }, () => TokenFixtures.verify(signed())),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(published.requested, 1)
    yield* TestClock.adjust(10 * minute - second)
    yield* TokenFixtures.verify(signed())
    assert.strictEqual(published.requested, 1)
    yield* TestClock.adjust(second)
    yield* TokenFixtures.verify(signed())
    assert.strictEqual(published.requested, 2)
  })

  test("is asked for unknown keys at most every 30 seconds", function* (published) {
    const rotated = signed({ kid: "new" }, {}, ForgedTokens.es256(otherEc))
    yield* TokenFixtures.verify(signed())
    published.documents.set(brask, { keys: [jwk(otherEc, "new"), ...keys] })
    yield* TestClock.adjust(30 * second - 1)
    assert.strictEqual(yield* TokenFixtures.reason(rotated), "UNKNOWN_KEY")
    yield* TestClock.adjust(1)
    assert.strictEqual((yield* TokenFixtures.verify(rotated)).clientId, "brask")
    assert.strictEqual(published.requested, 2)
    yield* TestClock.adjust(30 * second)
    for (let i = 0; i < 100; i++) yield* TokenFixtures.reason(signed({ kid: `made up ${i}` }))
    assert.strictEqual(published.requested, 3)
  })

  test("withdraws a key by no longer publishing it", function* (published) {
    yield* TokenFixtures.verify(signed())
    published.documents.set(brask, { keys: [jwk(otherEc, "new")] })
    yield* TestClock.adjust(10 * minute)
    assert.strictEqual(yield* TokenFixtures.reason(signed()), "UNKNOWN_KEY")
  })

  test("that cannot be reached is trusted for another hour, and asked every 30 seconds", function* (published) {
    const lasting = signed({}, { exp: seconds + 86_400 })
    yield* TokenFixtures.verify(lasting)
    published.documents.delete(brask)
    yield* TestClock.adjust(70 * minute - second)
    for (let i = 0; i < 10; i++) yield* TokenFixtures.verify(lasting)
    assert.strictEqual(published.requested, 2)
    yield* TestClock.adjust(second)
    assert.strictEqual(yield* TokenFixtures.reason(lasting), "UNKNOWN_KEY")
    published.documents.set(brask, { keys })
    yield* TestClock.adjust(30 * second)
    yield* TokenFixtures.verify(lasting)
  })

  test("still serves other callers if the first caller is interrupted", function* (published) {
    const answered = yield* Deferred.make<void>()
    published.responded = Deferred.await(answered)
    const first = yield* Effect.forkChild(TokenFixtures.verify(signed()), { startImmediately: true })
    while (published.requested === 0) yield* Effect.yieldNow
    yield* Fiber.interrupt(first)
    const second = yield* Effect.forkChild(TokenFixtures.verify(signed()), { startImmediately: true })
    // Lets all fibers run until they wait for the response.
    for (let turns = 0; turns < 100; turns++) yield* Effect.yieldNow
    yield* Deferred.succeed(answered, undefined)
    assert.strictEqual((yield* Fiber.join(second)).clientId, "brask")
    assert.strictEqual(published.requested, 1)
  })

  test("is not asked for malformed tokens, or for tokens from unknown issuers", function* (published) {
    yield* TokenFixtures.reason(signed({ alg: "HS256" }))
    yield* TokenFixtures.reason(signed({ crit: [] }))
    yield* TokenFixtures.reason(signed({}, { iss: "https://forger.example" }))
    assert.strictEqual(published.requested, 0)
    assert.isNotEmpty(yield* (yield* Tokens).publicKeys)
  })
})
