/** Tokens of issuers that a client trusts (decisions 8): whom they name, and every way in which one may be wrong. */
import { assert, describe } from "@effect/vitest"
import { Tokens, UserStore } from "@sheaf/ports"
import { Deferred, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { createPublicKey, generateKeyPairSync } from "node:crypto"
import type { KeyObject } from "node:crypto"
import * as Forge from "./Forge.ts"
import * as TokenWorld from "./TokenWorld.ts"

const { begin } = TokenWorld
const seconds = begin / 1000
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

/** Issuers that publish these keys. */
const publishing = (published: ReadonlyArray<unknown>): TokenWorld.Published => ({
  documents: new Map<string, unknown>([
    [brask, { keys: published }],
    [lund, { keys: [jwk(otherEc, "ec")] }],
    ["https://id.nobody.example", { keys: published }]
  ]),
  asked: 0
})

/** Tests in which the first and the last issuer publish these keys. */
const testWith = (published: ReadonlyArray<unknown>) => TokenWorld.testWith({ issuers }, () => publishing(published))

const test = testWith(keys)

const header = { alg: "ES256", typ: "at+jwt", kid: "ec" }
const claims = { iss: brask, aud: "collections", sub: "customer-20417", iat: seconds, exp: seconds + 3600 }

const signed = (changedHeader: object = {}, changedClaims: object = {}, signer: Forge.Signer = Forge.es256(ec)) =>
  Forge.token({ ...header, ...changedHeader }, { ...claims, ...changedClaims }, signer)

const findUser = (externalId: string, clientId = "brask") =>
  Effect.flatMap(UserStore, (users) => users.findByExternalId(clientId, externalId))

describe("a token of an issuer that a client trusts", () => {
  test("names a user of that client, who is made known by the first one", function* () {
    assert.deepStrictEqual(yield* findUser("customer-20417"), Option.none())
    const caller = yield* TokenWorld.verify(signed())
    const user = yield* Effect.flatMap(findUser("customer-20417"), Effect.fromOption)
    assert.deepStrictEqual(caller, { clientId: "brask", environment: "test", userId: user.userId })
    assert.deepStrictEqual(yield* TokenWorld.verify(signed({}, { iat: seconds - 1 })), caller)
  })

  test("names the user whom the client made known by that name", function* () {
    const user = yield* TokenWorld.addUser(TokenWorld.userId, "brask", "customer-20417")
    assert.strictEqual((yield* TokenWorld.verify(signed())).userId, user.userId)
  })

  test("names one user, also when the first ones come at the same moment", function* () {
    const callers = yield* Effect.all(
      Array.from({ length: 10 }, () => TokenWorld.verify(signed())),
      {
        concurrency: "unbounded"
      }
    )
    assert.lengthOf(new Set(callers.map(({ userId }) => userId)), 1)
  })

  test("is of the client that the issuer is configured for, whatever it says", function* () {
    const of = { iss: lund, client_id: "brask", azp: "brask", env: "test" }
    const { clientId, environment } = yield* TokenWorld.verify(signed({}, of, Forge.es256(otherEc)))
    assert.deepStrictEqual({ clientId, environment }, { clientId: "lund", environment: "production" })
    assert.deepStrictEqual(yield* findUser("customer-20417", "brask"), Option.none())
  })

  const accepted: ReadonlyArray<[what: string, token: string]> = [
    ["signed with PS256", signed({ alg: "PS256", kid: "rsa" }, {}, Forge.ps256(rsa))],
    ["signed with EdDSA", signed({ alg: "EdDSA", kid: "ed" }, {}, Forge.edDsa(ed))],
    ["of the type JWT", signed({ typ: "JWT" })],
    ["of the whole media type", signed({ typ: "application/at+jwt" })],
    ["of no type", signed({ typ: undefined })],
    ["for several audiences", signed({}, { aud: ["other", "collections"] })],
    ["that lives for a day", signed({}, { exp: seconds + 86_400 })],
    ["whose issuer's clock is 10 seconds ahead", signed({}, { iat: seconds + 10, nbf: seconds + 10 })],
    ["with members that nobody knows", signed({ x5t: "abc" }, { scope: "all", email: "maja@example.com" })],
    ["with the longest name that a user may have", signed({}, { sub: "å".repeat(255) })]
  ]
  for (const [what, token] of accepted) {
    test(`is accepted ${what}`, function* () {
      assert.strictEqual((yield* TokenWorld.verify(token)).clientId, "brask")
    })
  }

  const rsaPem = createPublicKey(rsa).export({ type: "spki", format: "pem" })
  const refused: ReadonlyArray<[what: string, token: string, reason: string]> = [
    ["of an issuer that nobody configured", signed({}, { iss: "https://id.brask.example" }), "UNKNOWN_ISSUER"],
    ["of an issuer whose client there is not", signed({}, { iss: "https://id.nobody.example" }), "UNKNOWN_ISSUER"],
    ["of another client's issuer", signed({}, {}, Forge.es256(otherEc)), "WRONG_SIGNATURE"],
    ["that calls itself ours", signed({}, { iss: TokenWorld.base }), "UNKNOWN_KEY"],
    ["of the type of a logout", signed({ typ: "logout+jwt" }), "MALFORMED"],
    ["of a proof of possession", signed({ typ: "dpop+jwt" }), "MALFORMED"],
    ["with the algorithm none", signed({ alg: "none" }, {}, Forge.unsigned), "MALFORMED"],
    ["with the algorithm none and a signature", signed({ alg: "none" }), "WRONG_SIGNATURE"],
    ["with HS256 and a public key", signed({ alg: "HS256", kid: "rsa" }, {}, Forge.hs256(rsaPem)), "WRONG_SIGNATURE"],
    ["with RS256", signed({ alg: "RS256", kid: "rsa" }, {}, Forge.rs256(rsa)), "WRONG_SIGNATURE"],
    [
      "with RS256 that calls itself PS256",
      signed({ alg: "PS256", kid: "rsa" }, {}, Forge.rs256(rsa)),
      "WRONG_SIGNATURE"
    ],
    ["with the key of another algorithm", signed({ alg: "ES256", kid: "rsa" }), "UNKNOWN_KEY"],
    ["without a key id", signed({ kid: undefined }), "UNKNOWN_KEY"],
    ["with a key id of nobody", signed({ kid: "other" }), "UNKNOWN_KEY"],
    ["with a key of its own", signed({ jwk: jwk(otherEc, "ec") }, {}, Forge.es256(otherEc)), "MALFORMED"],
    ["with an address of keys", signed({ jku: "https://forger.example" }), "MALFORMED"],
    ["with an extension", signed({ crit: ["b64"], b64: true }), "MALFORMED"],
    ["for another audience", signed({}, { aud: "payments" }), "WRONG_CLAIMS"],
    ["for no audience", signed({}, { aud: undefined }), "WRONG_CLAIMS"],
    ["that never ends", signed({}, { exp: undefined }), "WRONG_CLAIMS"],
    ["that never began", signed({}, { iat: undefined }), "WRONG_CLAIMS"],
    ["that lives for more than a day", signed({}, { exp: seconds + 86_401 }), "WRONG_CLAIMS"],
    ["that has ended", signed({}, { iat: seconds - 60, exp: seconds - 10 }), "EXPIRED"],
    ["that has not begun", signed({}, { iat: seconds + 11 }), "WRONG_CLAIMS"],
    ["that is not good yet", signed({}, { nbf: seconds + 11 }), "WRONG_CLAIMS"],
    ["of nobody", signed({}, { sub: undefined }), "WRONG_CLAIMS"],
    ["of an empty name", signed({}, { sub: "" }), "WRONG_CLAIMS"],
    ["of a name that nobody sees", signed({}, { sub: "\u200b" }), "WRONG_CLAIMS"],
    ["of a name with a line break", signed({}, { sub: "a\nb" }), "WRONG_CLAIMS"],
    ["of a name with half a character", signed({}, { sub: "a\ud800" }), "WRONG_CLAIMS"],
    ["of a name that is too long", signed({}, { sub: "a".repeat(256) }), "WRONG_CLAIMS"],
    ["of a name that is a number", signed({}, { sub: 20417 }), "WRONG_CLAIMS"],
    ["that is too long", signed({}, { padding: "x".repeat(6200) }), "MALFORMED"]
  ]
  for (const [what, token, reason] of refused) {
    test(`is refused ${what}: ${reason}`, function* () {
      assert.strictEqual(yield* TokenWorld.reason(token), reason)
      assert.deepStrictEqual(yield* findUser("customer-20417"), Option.none(), "and makes nobody known")
    })
  }

  test("is refused when it is not younger than the end of the user's sessions", function* () {
    const { userId } = yield* TokenWorld.verify(signed())
    yield* (yield* UserStore).endSessions("brask", userId, begin)
    yield* TestClock.adjust(2 * second)
    assert.strictEqual(yield* TokenWorld.reason(signed()), "SESSION_ENDED")
    // Its issuer's clock may be 10 seconds ahead: it may be as old.
    assert.strictEqual(yield* TokenWorld.reason(signed({}, { iat: seconds + 10 })), "SESSION_ENDED")
    assert.strictEqual((yield* TokenWorld.verify(signed({}, { iat: seconds + 11 }))).userId, userId)
  })

  test("does not make a user anew who was erased after it was issued; a younger one does", function* () {
    const { userId } = yield* TokenWorld.verify(signed())
    yield* (yield* UserStore).erase("brask", userId, begin)
    yield* TestClock.adjust(2 * second)
    assert.strictEqual(yield* TokenWorld.reason(signed()), "UNKNOWN_USER")
    assert.strictEqual(yield* TokenWorld.reason(signed({}, { iat: seconds + 10 })), "UNKNOWN_USER")
    assert.deepStrictEqual(yield* findUser("customer-20417"), Option.none())
    const anew = yield* TokenWorld.verify(signed({}, { iat: seconds + 11 }))
    assert.notStrictEqual(anew.userId, userId)
    assert.strictEqual(yield* TokenWorld.reason(signed()), "UNKNOWN_USER")
  })

  const asOurs = { issuer: TokenWorld.base, audience: "collections", clientId: "brask", algorithms: ["ES256"] as const }
  const atOurAddress = { documents: new Map([[TokenWorld.base, { keys }]]), asked: 0 }
  TokenWorld.testWith({ issuers: [asOurs] }, () => atOurAddress)(
    "is never taken for one of our own, also when its issuer is configured with our address",
    function* () {
      assert.strictEqual(yield* TokenWorld.reason(signed({}, { iss: TokenWorld.base })), "UNKNOWN_KEY")
    }
  )
})

describe("what an issuer publishes", () => {
  const one = jwk(ec, "ec")
  const unusable: ReadonlyArray<[what: string, keys: ReadonlyArray<unknown>]> = [
    ["no key", []],
    ["a key for encryption", [{ ...one, use: "enc" }]],
    ["a key for other operations", [{ ...one, key_ops: ["deriveKey"] }]],
    ["a key for another algorithm", [{ ...one, alg: "ES384" }]],
    ["a key on another curve", [jwk(ec384, "ec")]],
    ["a key of another kind", [jwk(rsa, "ec")]],
    ["a secret", [{ kty: "oct", kid: "ec", k: "c2VjcmV0" }]],
    ["a private key", [{ ...ec.export({ format: "jwk" }), kid: "ec" }]],
    ["a key without an id", [{ ...one, kid: undefined }]],
    ["a point that is not on the curve", [{ ...one, y: one.x }]],
    ["two keys with one id", [one, jwk(otherEc, "ec")]],
    ["more keys than anybody has", Array.from({ length: 65 }, (_, index) => jwk(ec, index === 0 ? "ec" : `ec${index}`))]
  ]
  for (const [what, published] of unusable) {
    testWith(published)(`may not be ${what}`, function* () {
      assert.strictEqual(yield* TokenWorld.reason(signed()), "UNKNOWN_KEY")
    })
  }

  testWith([jwk(weakRsa, "weak")])("may not be an RSA key of less than 2048 bits", function* () {
    const token = signed({ alg: "PS256", kid: "weak" }, {}, Forge.ps256(weakRsa))
    assert.strictEqual(yield* TokenWorld.reason(token), "UNKNOWN_KEY")
  })

  const forOthers = [null, 1, {}, { kty: "oct", kid: "ec", k: "c2VjcmV0" }, jwk(ec384, "ec384"), jwk(rsa, "ec")]
  testWith([...forOthers, one])("may hold what is not for us, beside what is", function* () {
    assert.strictEqual((yield* TokenWorld.verify(signed())).clientId, "brask")
  })

  for (const document of ["a list", [], undefined, { keys: {} }, "null"]) {
    test(`may not be no set of keys: ${JSON.stringify(document)}`, function* ({ documents }) {
      documents.set(brask, document)
      assert.strictEqual(yield* TokenWorld.reason(signed()), "UNKNOWN_KEY")
    })
  }
})

describe("an issuer", () => {
  test("is asked for its keys once in ten minutes", function* (published) {
    yield* Effect.all(
      Array.from({ length: 20 }, () => TokenWorld.verify(signed())),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(published.asked, 1)
    yield* TestClock.adjust(10 * minute - second)
    yield* TokenWorld.verify(signed())
    assert.strictEqual(published.asked, 1)
    yield* TestClock.adjust(second)
    yield* TokenWorld.verify(signed())
    assert.strictEqual(published.asked, 2)
  })

  test("is asked again for a key that nobody knows, every 30 seconds at most", function* (published) {
    const rotated = signed({ kid: "new" }, {}, Forge.es256(otherEc))
    yield* TokenWorld.verify(signed())
    published.documents.set(brask, { keys: [jwk(otherEc, "new"), ...keys] })
    yield* TestClock.adjust(30 * second - 1)
    assert.strictEqual(yield* TokenWorld.reason(rotated), "UNKNOWN_KEY")
    yield* TestClock.adjust(1)
    assert.strictEqual((yield* TokenWorld.verify(rotated)).clientId, "brask")
    assert.strictEqual(published.asked, 2)
    yield* TestClock.adjust(30 * second)
    for (let i = 0; i < 100; i++) yield* TokenWorld.reason(signed({ kid: `made up ${i}` }))
    assert.strictEqual(published.asked, 3)
  })

  test("takes a key back by not publishing it any more", function* (published) {
    yield* TokenWorld.verify(signed())
    published.documents.set(brask, { keys: [jwk(otherEc, "new")] })
    yield* TestClock.adjust(10 * minute)
    assert.strictEqual(yield* TokenWorld.reason(signed()), "UNKNOWN_KEY")
  })

  test("that cannot be reached is believed for another hour, and asked every 30 seconds", function* (published) {
    const lasting = signed({}, { exp: seconds + 86_400 })
    yield* TokenWorld.verify(lasting)
    published.documents.delete(brask)
    yield* TestClock.adjust(70 * minute - second)
    for (let i = 0; i < 10; i++) yield* TokenWorld.verify(lasting)
    assert.strictEqual(published.asked, 2)
    yield* TestClock.adjust(second)
    assert.strictEqual(yield* TokenWorld.reason(lasting), "UNKNOWN_KEY")
    published.documents.set(brask, { keys })
    yield* TestClock.adjust(30 * second)
    yield* TokenWorld.verify(lasting)
  })

  test("is asked on, also when whoever asked first hangs up", function* (published) {
    const answered = yield* Deferred.make<void>()
    published.answered = Deferred.await(answered)
    const first = yield* Effect.forkChild(TokenWorld.verify(signed()), { startImmediately: true })
    while (published.asked === 0) yield* Effect.yieldNow
    yield* Fiber.interrupt(first)
    const second = yield* Effect.forkChild(TokenWorld.verify(signed()), { startImmediately: true })
    // Until nothing happens any more but the wait for the answer.
    for (let turns = 0; turns < 100; turns++) yield* Effect.yieldNow
    yield* Deferred.succeed(answered, undefined)
    assert.strictEqual((yield* Fiber.join(second)).clientId, "brask")
    assert.strictEqual(published.asked, 1)
  })

  test("is not asked for a token that is none, or of nobody it knows", function* (published) {
    yield* TokenWorld.reason(signed({ alg: "HS256" }))
    yield* TokenWorld.reason(signed({ crit: [] }))
    yield* TokenWorld.reason(signed({}, { iss: "https://forger.example" }))
    assert.strictEqual(published.asked, 0)
    assert.isNotEmpty(yield* (yield* Tokens).publicKeys)
  })
})
