/** Tests the service's own tokens: their content, and that every forgery is rejected (spec 5). */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { createPublicKey, generateKeyPairSync } from "node:crypto"
import { inspect } from "node:util"
import * as ForgedTokens from "./ForgedTokens.ts"
import * as TokenFixtures from "./TokenFixtures.ts"
import { test } from "./TokenFixtures.ts"

const { serviceUrl, startTime, userId } = TokenFixtures
const seconds = startTime / 1000

const decoded = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? "", "base64url").toString())

const caller = { clientId: "brask", environment: "test", userId }

const opened = Effect.gen(function* () {
  const user = yield* TokenFixtures.addUser(userId)
  return (yield* TokenFixtures.issue(user)).token
})

const claims = {
  iss: serviceUrl,
  aud: "sheaf",
  sub: userId,
  client_id: "brask",
  env: "test",
  session_generation: 0,
  jti: "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e60",
  iat: seconds,
  exp: seconds + 3600
}

describe("an issued token", () => {
  test("names its issuer, user, client and expiry", function* () {
    const session = yield* TokenFixtures.issue(yield* TokenFixtures.addUser(userId))
    assert.strictEqual(session.userId, userId)
    assert.strictEqual(session.expiresAt, "2026-04-01T09:00:00.000Z")
    const [header, payload] = session.token.split(".")
    const { keyId } = yield* TokenFixtures.signingKey
    assert.deepStrictEqual(decoded(header), { alg: "ES256", typ: "at+jwt", kid: keyId })
    const { jti, ...rest } = decoded(payload) as typeof claims // the assertion below checks these claims
    const { jti: _, ...expected } = claims
    assert.deepStrictEqual(rest, expected)
    assert.match(jti, /^[0-9a-f-]{36}$/)
  })
})

const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 })

/** Forgeries use the real signing key, so each one is wrong in exactly one respect. */
type Given = Effect.Success<typeof TokenFixtures.signingKey>

const header = (given: Given, changed: object = {}) => ({ alg: "ES256", typ: "at+jwt", kid: given.keyId, ...changed })

const signed = (given: Given, changedHeader: object, changedClaims: object = {}) =>
  ForgedTokens.token(header(given, changedHeader), { ...claims, ...changedClaims }, ForgedTokens.es256(given.key))

const without = (given: Given, name: keyof typeof claims) => {
  const { [name]: _, ...rest } = claims
  return ForgedTokens.token(header(given), rest, ForgedTokens.es256(given.key))
}

const publicPem = ({ key }: Given) => createPublicKey(key).export({ type: "spki", format: "pem" })
const publicDer = ({ key }: Given) => createPublicKey(key).export({ type: "spki", format: "der" })
const publicJwk = ({ key }: Given) => JSON.stringify(createPublicKey(key).export({ format: "jwk" }))

const hs256 = (given: Given, secret: string | Buffer) =>
  ForgedTokens.token(header(given, { alg: "HS256" }), claims, ForgedTokens.hs256(secret))

const parts = (text: string): ReadonlyArray<string> => text.split(".")

const rejectedParameters: ReadonlyArray<readonly [title: string, header: (given: Given) => object]> = [
  ["an extension", () => ({ crit: ["exp"] })],
  ["an empty list of extensions", () => ({ crit: [] })],
  ["an unencoded payload", () => ({ b64: false, crit: ["b64"] })],
  ["an embedded key", (given) => ({ jwk: JSON.parse(publicJwk(given)) })],
  ["the address of a key set", () => ({ jku: "https://forger.example/jwks.json" })],
  ["an address of a certificate", () => ({ x5u: "https://forger.example/a.pem" })],
  ["a certificate", () => ({ x5c: ["MIIB"] })],
  ["compression", () => ({ zip: "DEF" })],
  ["encryption", () => ({ enc: "A256GCM" })],
  ["a nested token", () => ({ cty: "JWT" })]
]

const forged: ReadonlyArray<readonly [title: string, make: (given: Given) => string, reason: string]> = [
  ["no text", () => "", "MALFORMED"],
  ["the text of an API key", () => "sheaf-demo", "MALFORMED"],
  ["surrounding white space", (given) => ` ${signed(given, {})}\n`, "MALFORMED"],
  ["two parts", (given) => parts(signed(given, {})).slice(0, 2).join("."), "MALFORMED"],
  ["four parts", (given) => `${signed(given, {})}.e30`, "MALFORMED"],
  ["no signature", (given) => ForgedTokens.token(header(given), claims, ForgedTokens.unsigned), "MALFORMED"],
  ["more than 8 KiB", (given) => signed(given, {}, { padding: "x".repeat(6200) }), "MALFORMED"],
  [
    "a header that is not JSON",
    (given) => ForgedTokens.token("{alg}", claims, ForgedTokens.es256(given.key)),
    "MALFORMED"
  ],
  ["a header that is a list", (given) => ForgedTokens.token([], claims, ForgedTokens.es256(given.key)), "MALFORMED"],
  [
    "a string as claims",
    (given) => ForgedTokens.token(header(given), '"sheaf"', ForgedTokens.es256(given.key)),
    "MALFORMED"
  ],
  [
    "a list as claims",
    (given) => ForgedTokens.token(header(given), [claims], ForgedTokens.es256(given.key)),
    "MALFORMED"
  ],
  [
    "a token as claims",
    (given) => ForgedTokens.token(header(given), signed(given, {}), ForgedTokens.es256(given.key)),
    "MALFORMED"
  ],
  [
    "deeply nested JSON",
    (given) => ForgedTokens.token(header(given), "[".repeat(6000), ForgedTokens.unsigned),
    "MALFORMED"
  ],
  ...rejectedParameters.map(
    ([title, changed]) => [title, (given: Given) => signed(given, changed(given)), "MALFORMED"] as const
  ),
  ["no algorithm", (given) => signed(given, { alg: undefined }), "MALFORMED"],
  ["the type of an ID token", (given) => signed(given, { typ: "JWT" }), "MALFORMED"],
  ["no type", (given) => signed(given, { typ: undefined }), "MALFORMED"],
  ["an uppercase type", (given) => signed(given, { typ: "AT+JWT" }), "MALFORMED"],
  ["no issuer", (given) => without(given, "iss"), "MALFORMED"],
  ["a list of issuers", (given) => signed(given, {}, { iss: [serviceUrl] }), "MALFORMED"],
  ["another issuer", (given) => signed(given, {}, { iss: "https://sheaf.example.forger.example" }), "UNKNOWN_ISSUER"],
  ["our address with a slash", (given) => signed(given, {}, { iss: `${serviceUrl}/` }), "UNKNOWN_ISSUER"],
  [
    "the algorithm none",
    (given) => ForgedTokens.token(header(given, { alg: "none" }), claims, ForgedTokens.unsigned),
    "MALFORMED"
  ],
  ...["none", "NoNe", "es256"].map(
    (alg) => [`a signature and alg ${alg}`, (given: Given) => signed(given, { alg }), "WRONG_SIGNATURE"] as const
  ),
  ["HS256 with the public key as PEM", (given) => hs256(given, publicPem(given)), "WRONG_SIGNATURE"],
  ["HS256 with the public key as DER", (given) => hs256(given, publicDer(given)), "WRONG_SIGNATURE"],
  ["HS256 with the public key as JSON", (given) => hs256(given, publicJwk(given)), "WRONG_SIGNATURE"],
  ["HS256 with an empty secret", (given) => hs256(given, ""), "WRONG_SIGNATURE"],
  [
    "an HMAC labeled ES256",
    (given) => ForgedTokens.token(header(given), claims, ForgedTokens.hs256(publicPem(given))),
    "WRONG_SIGNATURE"
  ],
  [
    "an algorithm of other issuers",
    (given) => ForgedTokens.token(header(given, { alg: "PS256" }), claims, ForgedTokens.ps256(rsa.privateKey)),
    "WRONG_SIGNATURE"
  ],
  [
    "another key's signature",
    (given) => ForgedTokens.token(header(given), claims, ForgedTokens.es256(stranger)),
    "WRONG_SIGNATURE"
  ],
  [
    "a signature of zeros",
    (given) => ForgedTokens.token(header(given), claims, () => Buffer.alloc(64)),
    "WRONG_SIGNATURE"
  ],
  ["half a signature", (given) => ForgedTokens.token(header(given), claims, () => Buffer.alloc(32)), "WRONG_SIGNATURE"],
  ...[undefined, "mine", "../../dev/null", "' OR '1' = '1"].map(
    (kid) => [`the key id ${kid}`, (given: Given) => signed(given, { kid }), "UNKNOWN_KEY"] as const
  ),
  ["an empty key id", (given) => signed(given, { kid: "" }), "MALFORMED"],
  ["a number as key id", (given) => signed(given, { kid: 1 }), "MALFORMED"],
  ...(["aud", "exp", "iat", "sub", "client_id", "env", "session_generation", "jti"] as const).map(
    (name) => [`no ${name}`, (given: Given) => without(given, name), "WRONG_CLAIMS"] as const
  ),
  ["another audience", (given) => signed(given, {}, { aud: "sheaf-bank" }), "WRONG_CLAIMS"],
  ["a string as expiry", (given) => signed(given, {}, { exp: "2027-01-01" }), "WRONG_CLAIMS"],
  ["a past expiry", (given) => signed(given, {}, { iat: seconds - 100, exp: seconds - 10 }), "EXPIRED"],
  ["a future time of issue", (given) => signed(given, {}, { iat: seconds + 11 }), "WRONG_CLAIMS"],
  ["an old time of issue", (given) => signed(given, {}, { iat: seconds - 3611 }), "EXPIRED"],
  ["a lifetime over an hour", (given) => signed(given, {}, { exp: seconds + 3601 }), "WRONG_CLAIMS"],
  ["a future nbf", (given) => signed(given, {}, { nbf: seconds + 11 }), "WRONG_CLAIMS"],
  ["a string as nbf", (given) => signed(given, {}, { nbf: "soon" }), "WRONG_CLAIMS"],
  ["an unknown user", (given) => signed(given, {}, { sub: userId.replace("019a", "019b") }), "UNKNOWN_USER"],
  ["an invalid user id", (given) => signed(given, {}, { sub: "maja" }), "WRONG_CLAIMS"],
  ["an unknown client", (given) => signed(given, {}, { client_id: "nobody" }), "WRONG_CLAIMS"],
  ["another client", (given) => signed(given, {}, { client_id: "lund", env: "production" }), "UNKNOWN_USER"],
  ["another environment", (given) => signed(given, {}, { env: "production" }), "WRONG_CLAIMS"],
  ["a future session", (given) => signed(given, {}, { session_generation: 1 }), "SESSION_ENDED"]
]

describe("a token", () => {
  test("is accepted if all claims are valid, within ten seconds of clock difference", function* () {
    yield* opened
    const given = yield* TokenFixtures.signingKey
    assert.deepStrictEqual(yield* TokenFixtures.verify(signed(given, {})), caller)
    const within = [{ iat: seconds + 10 }, { nbf: seconds + 10 }, { iat: seconds - 50, exp: seconds - 9 }]
    for (const changed of within)
      assert.deepStrictEqual(yield* TokenFixtures.verify(signed(given, {}, changed)), caller)
  })

  TokenFixtures.testWith({ hasOtherAddresses: true })(
    "of another node is accepted under any address, but only with the common key",
    function* () {
      yield* opened
      const given = yield* TokenFixtures.signingKey
      const elsewhere = { iss: "http://127.0.0.1:8090" }
      assert.deepStrictEqual(yield* TokenFixtures.verify(signed(given, {}, elsewhere)), caller)
      const forged = ForgedTokens.token(header(given), { ...claims, ...elsewhere }, ForgedTokens.es256(stranger))
      assert.strictEqual(yield* TokenFixtures.reason(forged), "WRONG_SIGNATURE")
    }
  )

  for (const [title, make, reason] of forged) {
    test(`is refused with ${title}: ${reason}`, function* () {
      yield* opened
      assert.strictEqual(yield* TokenFixtures.reason(make(yield* TokenFixtures.signingKey)), reason)
    })
  }

  test("is not quoted in the error that refuses it", function* () {
    yield* opened
    const given = yield* TokenFixtures.signingKey
    for (const [, make] of forged) {
      const text = make(given)
      const error = yield* Effect.flip(TokenFixtures.verify(text))
      const shown = `${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)}`
      for (const part of parts(text).filter((one) => one.length > 8)) assert.notInclude(shown, part.slice(0, 200))
      assert.notInclude(shown, userId)
    }
  })

  test("is refused if its signature is not canonical base64url", function* () {
    const token = yield* opened
    const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for (const character of characters.replace(token.slice(-1), "")) {
      assert.include(["MALFORMED", "WRONG_SIGNATURE"], yield* TokenFixtures.reason(token.slice(0, -1) + character))
    }
  })
})
