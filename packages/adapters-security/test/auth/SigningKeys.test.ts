/**
 * Tests that the service's signing keys are created on first use, rotated, and removed when no token needs them (spec
 * 5).
 */
import { assert, describe } from "@effect/vitest"
import { SigningKeyStore, Tokens } from "@sheaf/ports"
import type { SigningPurpose } from "@sheaf/ports"
import { Context, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { createPublicKey } from "node:crypto"
import { TokensLive } from "../../src/index.ts"
import * as ForgedTokens from "./ForgedTokens.ts"
import * as TokenFixtures from "./TokenFixtures.ts"
import { test } from "./TokenFixtures.ts"

const { startTime, userId } = TokenFixtures
const [second, minute, day] = [1000, 60_000, 86_400_000]

const keyIds = Effect.map(
  Effect.flatMap(Tokens, (tokens) => tokens.publicKeys),
  (keys) => keys.map(({ kid }) => kid)
)

const storedIds = Effect.map(
  Effect.flatMap(SigningKeyStore, (store) => store.all("TOKEN")),
  (keys) => keys.map(({ keyId }) => keyId)
)

const keyIdOf = (token: string): string => {
  const [header = ""] = token.split(".")
  return (JSON.parse(Buffer.from(header, "base64url").toString()) as { kid: string }).kid // every token here has this header
}

const issued = Effect.gen(function* () {
  return (yield* TokenFixtures.issue(yield* TokenFixtures.addUser(userId))).token
})

const rotate = Effect.flatMap(Tokens, (tokens) => tokens.rotate)

const otherProcess = Effect.gen(function* () {
  const context = yield* Effect.context<Layer.Services<ReturnType<typeof TokensLive.layer>>>()
  const built = yield* Layer.build(TokensLive.layer({})).pipe(Effect.provide(context))
  return Context.get(built, Tokens)
})

describe("signing keys", () => {
  test("are published without private parts, under their thumbprint", function* () {
    const [published, ...others] = yield* (yield* Tokens).publicKeys
    assert.isEmpty(others)
    const { key, keyId } = yield* TokenFixtures.signingKey
    const { crv, kty, x, y } = createPublicKey(key).export({ format: "jwk" })
    assert.deepStrictEqual<object | undefined>(published, { kty, crv, x, y, kid: keyId, alg: "ES256", use: "sig" })
    assert.match(keyId, /^[A-Za-z0-9_-]{43}$/)
  })

  test("are created only once when several processes race", function* () {
    const user = yield* TokenFixtures.addUser(userId)
    const other = yield* otherProcess
    const wanted = [yield* Tokens, other, yield* Tokens, other].map((tokens) => tokens.issue(user, "test"))
    const sessions = yield* Effect.all(wanted, { concurrency: "unbounded" })
    const [only, ...rest] = yield* storedIds
    assert.isEmpty(rest)
    for (const { token } of sessions) {
      assert.strictEqual(keyIdOf(token), only)
      assert.strictEqual((yield* other.verify(Redacted.make(token))).userId, userId)
    }
  })

  test("still verify after two rotations in a row", function* () {
    const before = yield* issued
    yield* rotate
    yield* rotate
    assert.strictEqual((yield* TokenFixtures.verify(before)).userId, userId)
    assert.lengthOf(yield* keyIds, 3)
  })

  test("rotate automatically after 30 days", function* () {
    const first = keyIdOf(yield* issued)
    yield* TestClock.adjust(30 * day - second)
    assert.strictEqual(keyIdOf(yield* issued), first)
    yield* TestClock.adjust(minute)
    assert.strictEqual(keyIdOf(yield* issued), first)
    assert.lengthOf(yield* keyIds, 2)
    yield* TestClock.adjust(2 * minute)
    assert.notStrictEqual(keyIdOf(yield* issued), first)
  })

  test("are published by every process before one of them signs", function* () {
    const first = keyIdOf(yield* issued)
    const other = yield* otherProcess
    yield* other.publicKeys
    yield* rotate
    const [newest] = yield* storedIds
    const user = yield* TokenFixtures.addUser(userId)
    for (let signedWith = first; signedWith !== newest; yield* TestClock.adjust(5 * second)) {
      const { token } = yield* (yield* Tokens).issue(user, "test")
      signedWith = keyIdOf(token)
      const published = (yield* other.publicKeys).map(({ kid }) => kid)
      assert.include(published, signedWith)
      assert.strictEqual((yield* other.verify(Redacted.make(token))).userId, userId)
    }
  })

  test("are read at most once a second for unknown key ids", function* () {
    let reads = 0
    const store = yield* SigningKeyStore
    const counted = Layer.succeed(SigningKeyStore, {
      ...store,
      all: (purpose: SigningPurpose) =>
        Effect.suspend(() => {
          reads++
          return store.all(purpose)
        })
    })
    const built = yield* Layer.build(TokensLive.layer({}).pipe(Layer.provide(counted)))
    const tokens = Context.get(built, Tokens)
    yield* tokens.publicKeys
    const header = { alg: "ES256", typ: "at+jwt", kid: "unknown" }
    const unknown = Redacted.make(ForgedTokens.token(header, { iss: TokenFixtures.serviceUrl }, () => Buffer.alloc(64)))
    const before = reads
    yield* TestClock.adjust(second)
    for (let i = 0; i < 100; i++) {
      const error = yield* Effect.flip(tokens.verify(unknown))
      assert.isTrue(error._tag === "InvalidToken" && error.reason === "UNKNOWN_KEY")
    }
    assert.strictEqual(reads - before, 1)
  })

  test("are not revealed when the stored or published keys are printed", function* () {
    yield* issued
    const [stored] = yield* (yield* SigningKeyStore).all("TOKEN")
    const { d } = JSON.parse(Redacted.value(stored?.jwk ?? Redacted.make("{}"))) as { d: string }
    assert.isAbove(d.length, 40)
    assert.notInclude(JSON.stringify(stored), d)
    assert.notInclude(JSON.stringify(yield* (yield* Tokens).publicKeys), d)
    assert.strictEqual(stored?.createdAt, startTime)
  })
})
