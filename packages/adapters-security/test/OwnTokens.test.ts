/** Our own tokens (decisions 8): what is in them, for how long they are good, and every way in which one may be wrong. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { createPublicKey, generateKeyPairSync } from "node:crypto"
import { inspect } from "node:util"
import * as Forge from "./Forge.ts"
import * as TokenWorld from "./TokenWorld.ts"
import { test } from "./TokenWorld.ts"

const { base, begin, userId } = TokenWorld
const seconds = begin / 1000

const decoded = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? "", "base64url").toString())

const caller = { clientId: "brask", environment: "test", userId }

/** Makes the user of these tests, and a token in that name. */
const opened = Effect.gen(function* () {
  const user = yield* TokenWorld.addUser(userId)
  return (yield* TokenWorld.issue(user)).token
})

/** What a right token says, to be said otherwise. */
const claims = {
  iss: base,
  aud: "sheaf",
  sub: userId,
  client_id: "brask",
  env: "test",
  session_generation: 0,
  jti: "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e60",
  iat: seconds,
  exp: seconds + 3600
}

describe("a token of our own", () => {
  test("says who issued it for whom, and for how long", function* () {
    const session = yield* TokenWorld.issue(yield* TokenWorld.addUser(userId))
    assert.strictEqual(session.userId, userId)
    assert.strictEqual(session.expiresAt, "2026-04-01T09:00:00.000Z")
    const [header, payload] = session.token.split(".")
    const { keyId } = yield* TokenWorld.signingKey
    assert.deepStrictEqual(decoded(header), { alg: "ES256", typ: "at+jwt", kid: keyId })
    const { jti, ...rest } = decoded(payload) as typeof claims // the test asserts what it uses
    const { jti: _, ...expected } = claims
    assert.deepStrictEqual(rest, expected)
    assert.match(jti, /^[0-9a-f-]{36}$/)
  })
})

const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 })

/** What a forger has: the key that really signs (only to make what is wrong in one thing alone), and its public half. */
type Given = Effect.Success<typeof TokenWorld.signingKey>

const header = (given: Given, changed: object = {}) => ({ alg: "ES256", typ: "at+jwt", kid: given.keyId, ...changed })

/** Signed by the right key. */
const signed = (given: Given, changedHeader: object, changedClaims: object = {}) =>
  Forge.token(header(given, changedHeader), { ...claims, ...changedClaims }, Forge.es256(given.key))

const without = (given: Given, name: keyof typeof claims) => {
  const { [name]: _, ...rest } = claims
  return Forge.token(header(given), rest, Forge.es256(given.key))
}

const publicPem = ({ key }: Given) => createPublicKey(key).export({ type: "spki", format: "pem" })
const publicDer = ({ key }: Given) => createPublicKey(key).export({ type: "spki", format: "der" })
const publicJwk = ({ key }: Given) => JSON.stringify(createPublicKey(key).export({ format: "jwk" }))

const hs256 = (given: Given, secret: string | Buffer) =>
  Forge.token(header(given, { alg: "HS256" }), claims, Forge.hs256(secret))

const parts = (text: string): ReadonlyArray<string> => text.split(".")

const forged: ReadonlyArray<[what: string, make: (given: Given) => string, reason: string]> = [
  ["nothing", () => "", "MALFORMED"],
  ["no token", () => "sheaf-demo", "MALFORMED"],
  ["white space around it", (given) => ` ${signed(given, {})}\n`, "MALFORMED"],
  ["two parts", (given) => parts(signed(given, {})).slice(0, 2).join("."), "MALFORMED"],
  ["four parts", (given) => `${signed(given, {})}.e30`, "MALFORMED"],
  ["the five parts of an encrypted one", (given) => `${signed(given, { enc: "A256GCM" })}.e30.e30`, "MALFORMED"],
  ["no signature", (given) => Forge.token(header(given), claims, Forge.unsigned), "MALFORMED"],
  ["8 KiB and more", (given) => signed(given, {}, { padding: "x".repeat(6200) }), "MALFORMED"],
  ["a header that is no JSON", (given) => Forge.token("{alg}", claims, Forge.es256(given.key)), "MALFORMED"],
  ["a header that is a list", (given) => Forge.token([], claims, Forge.es256(given.key)), "MALFORMED"],
  ["claims that are a text", (given) => Forge.token(header(given), '"sheaf"', Forge.es256(given.key)), "MALFORMED"],
  ["claims that are a list", (given) => Forge.token(header(given), [claims], Forge.es256(given.key)), "MALFORMED"],
  [
    "another token as its claims",
    (given) => Forge.token(header(given), signed(given, {}), Forge.es256(given.key)),
    "MALFORMED"
  ],
  ["a word that another token is in it", (given) => signed(given, { cty: "JWT" }), "MALFORMED"],
  ["a nested depth of JSON", (given) => Forge.token(header(given), "[".repeat(6000), Forge.unsigned), "MALFORMED"],
  ["no algorithm", (given) => signed(given, { alg: undefined }), "MALFORMED"],
  ["the type of an ID token", (given) => signed(given, { typ: "JWT" }), "MALFORMED"],
  ["no type", (given) => signed(given, { typ: undefined }), "MALFORMED"],
  ["a type in other letters", (given) => signed(given, { typ: "AT+JWT" }), "MALFORMED"],
  ["an extension", (given) => signed(given, { crit: ["exp"], exp: seconds + 60 }), "MALFORMED"],
  ["an empty list of extensions", (given) => signed(given, { crit: [] }), "MALFORMED"],
  ["an unencoded payload", (given) => signed(given, { b64: false, crit: ["b64"] }), "MALFORMED"],
  ["a key that it brings along", (given) => signed(given, { jwk: JSON.parse(publicJwk(given)) }), "MALFORMED"],
  ["an address of keys", (given) => signed(given, { jku: "https://forger.example/jwks.json" }), "MALFORMED"],
  ["an address of a certificate", (given) => signed(given, { x5u: "https://forger.example/a.pem" }), "MALFORMED"],
  ["a certificate", (given) => signed(given, { x5c: ["MIIB"] }), "MALFORMED"],
  ["compression", (given) => signed(given, { zip: "DEF" }), "MALFORMED"],
  ["no issuer", (given) => without(given, "iss"), "MALFORMED"],
  ["issuers in a list", (given) => signed(given, {}, { iss: [base] }), "MALFORMED"],
  ["another issuer", (given) => signed(given, {}, { iss: "https://sheaf.example.forger.example" }), "UNKNOWN_ISSUER"],
  ["our address with a slash", (given) => signed(given, {}, { iss: `${base}/` }), "UNKNOWN_ISSUER"],
  ["the algorithm none", (given) => Forge.token(header(given, { alg: "none" }), claims, Forge.unsigned), "MALFORMED"],
  ["the algorithm none, and a signature", (given) => signed(given, { alg: "none" }), "WRONG_SIGNATURE"],
  ["the algorithm NoNe", (given) => signed(given, { alg: "NoNe" }), "WRONG_SIGNATURE"],
  ["the algorithm in small letters", (given) => signed(given, { alg: "es256" }), "WRONG_SIGNATURE"],
  ["HS256 with the public key as PEM", (given) => hs256(given, publicPem(given)), "WRONG_SIGNATURE"],
  ["HS256 with the public key as DER", (given) => hs256(given, publicDer(given)), "WRONG_SIGNATURE"],
  ["HS256 with the public key as JSON", (given) => hs256(given, publicJwk(given)), "WRONG_SIGNATURE"],
  ["HS256 with an empty secret", (given) => hs256(given, ""), "WRONG_SIGNATURE"],
  [
    "an HMAC that calls itself ES256",
    (given) => Forge.token(header(given), claims, Forge.hs256(publicPem(given))),
    "WRONG_SIGNATURE"
  ],
  [
    "an algorithm of other issuers",
    (given) => Forge.token(header(given, { alg: "PS256" }), claims, Forge.ps256(rsa.privateKey)),
    "WRONG_SIGNATURE"
  ],
  [
    "somebody else's signature",
    (given) => Forge.token(header(given), claims, Forge.es256(stranger)),
    "WRONG_SIGNATURE"
  ],
  ["a signature of zeros", (given) => Forge.token(header(given), claims, () => Buffer.alloc(64)), "WRONG_SIGNATURE"],
  ["half a signature", (given) => Forge.token(header(given), claims, () => Buffer.alloc(32)), "WRONG_SIGNATURE"],
  ["no key id", (given) => signed(given, { kid: undefined }), "UNKNOWN_KEY"],
  ["a key id that nobody knows", (given) => signed(given, { kid: "mine" }), "UNKNOWN_KEY"],
  ["a key id that is a path", (given) => signed(given, { kid: "../../dev/null" }), "UNKNOWN_KEY"],
  ["a key id that is SQL", (given) => signed(given, { kid: "' OR '1' = '1" }), "UNKNOWN_KEY"],
  ["an empty key id", (given) => signed(given, { kid: "" }), "MALFORMED"],
  ["a key id that is a number", (given) => signed(given, { kid: 1 }), "MALFORMED"],
  ["no audience", (given) => without(given, "aud"), "WRONG_CLAIMS"],
  ["another audience", (given) => signed(given, {}, { aud: "sheaf-bank" }), "WRONG_CLAIMS"],
  ["no end", (given) => without(given, "exp"), "WRONG_CLAIMS"],
  ["an end that is a text", (given) => signed(given, {}, { exp: "2027-01-01" }), "WRONG_CLAIMS"],
  ["an end in the past", (given) => signed(given, {}, { iat: seconds - 100, exp: seconds - 10 }), "EXPIRED"],
  ["no beginning", (given) => without(given, "iat"), "WRONG_CLAIMS"],
  ["a beginning in the future", (given) => signed(given, {}, { iat: seconds + 11 }), "WRONG_CLAIMS"],
  ["a beginning long ago", (given) => signed(given, {}, { iat: seconds - 3611 }), "EXPIRED"],
  ["more than an hour", (given) => signed(given, {}, { exp: seconds + 3601 }), "WRONG_CLAIMS"],
  ["a time before which it is none", (given) => signed(given, {}, { nbf: seconds + 11 }), "WRONG_CLAIMS"],
  ["a time before which it is none, as a text", (given) => signed(given, {}, { nbf: "soon" }), "WRONG_CLAIMS"],
  ["no user", (given) => without(given, "sub"), "WRONG_CLAIMS"],
  ["a user who is nobody", (given) => signed(given, {}, { sub: userId.replace("019a", "019b") }), "UNKNOWN_USER"],
  ["a user with a strange id", (given) => signed(given, {}, { sub: "maja" }), "WRONG_CLAIMS"],
  ["no client", (given) => without(given, "client_id"), "WRONG_CLAIMS"],
  ["a client that nobody knows", (given) => signed(given, {}, { client_id: "nobody" }), "WRONG_CLAIMS"],
  ["another client", (given) => signed(given, {}, { client_id: "lund", env: "production" }), "UNKNOWN_USER"],
  ["no environment", (given) => without(given, "env"), "WRONG_CLAIMS"],
  ["another environment", (given) => signed(given, {}, { env: "production" }), "WRONG_CLAIMS"],
  ["no number of its session", (given) => without(given, "session_generation"), "WRONG_CLAIMS"],
  ["a session to come", (given) => signed(given, {}, { session_generation: 1 }), "SESSION_ENDED"],
  ["no id", (given) => without(given, "jti"), "WRONG_CLAIMS"]
]

describe("a token that was forged", () => {
  test("is accepted only when nothing in it is wrong", function* () {
    yield* opened
    const given = yield* TokenWorld.signingKey
    assert.deepStrictEqual(yield* TokenWorld.verify(signed(given, {})), caller)
    const within = [{ iat: seconds + 10 }, { nbf: seconds + 10 }, { iat: seconds - 50, exp: seconds - 9 }]
    for (const changed of within) assert.deepStrictEqual(yield* TokenWorld.verify(signed(given, {}, changed)), caller)
  })

  for (const [what, make, reason] of forged) {
    test(`with ${what} is refused: ${reason}`, function* () {
      yield* opened
      assert.strictEqual(yield* TokenWorld.reason(make(yield* TokenWorld.signingKey)), reason)
    })
  }

  test("is not repeated when it is refused", function* () {
    yield* opened
    const given = yield* TokenWorld.signingKey
    for (const [, make] of forged) {
      const text = make(given)
      const error = yield* Effect.flip(TokenWorld.verify(text))
      const shown = `${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)}`
      for (const part of parts(text).filter((one) => one.length > 8)) assert.notInclude(shown, part.slice(0, 200))
      assert.notInclude(shown, userId)
    }
  })
})

const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.+/ \n\u0000é"

const mutations = {
  kind: Schema.Literals(["changed", "removed", "added"]),
  at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })),
  character: Arbitrary.map(
    Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: characters.length - 1 }))),
    (index) => characters.charAt(index)
  )
}

const mutate = (text: string, kind: "added" | "changed" | "removed", at: number, character: string): string =>
  `${text.slice(0, at)}${kind === "removed" ? "" : character}${text.slice(kind === "added" ? at : at + 1)}`

describe("a single character", () => {
  it.effect.prop(
    "of a token is not changed, removed or added without being noticed",
    mutations,
    ({ at, character, kind }) =>
      Effect.gen(function* () {
        const token = yield* opened
        const other = mutate(token, kind, at % (kind === "added" ? token.length + 1 : token.length), character)
        if (other !== token)
          assert.include(
            ["MALFORMED", "UNKNOWN_KEY", "WRONG_SIGNATURE", "UNKNOWN_ISSUER"],
            yield* TokenWorld.reason(other)
          )
      }).pipe(Effect.provide(TokenWorld.layer())),
    { arbitrary: { runs: 300 } }
  )

  test("at the end of the signature is not another that decodes to the same bytes", function* () {
    const token = yield* opened
    const last = token.slice(-1)
    const others = Array.from(characters.slice(0, 64)).filter((character) => character !== last)
    for (const character of others) {
      assert.include(["MALFORMED", "WRONG_SIGNATURE"], yield* TokenWorld.reason(token.slice(0, -1) + character))
    }
  })
})
