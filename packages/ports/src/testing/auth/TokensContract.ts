/** The contract of {@link Tokens} for Sheaf's own tokens (spec 5). */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Option, Redacted } from "effect"
import type { Layer } from "effect"
import { TestClock } from "effect/testing"
import { Tokens } from "../../auth/Tokens.ts"
import type { ClientStore } from "../../auth/ClientStore.ts"
import { UserStore } from "../../users/UserStore.ts"
import { newClient, newUser, testsOf } from "../samples/Fixture.ts"

/** A token's lifetime and the tolerated clock skew, in milliseconds. */
const [life, skew] = [3_600_000, 10_000]

const opened = Effect.gen(function* () {
  const clientId = yield* newClient
  const user = Option.getOrThrow(yield* (yield* UserStore).find(clientId, yield* newUser(clientId)))
  const { expiresAt, token } = yield* (yield* Tokens).issue(user, "test")
  return { user, expiresAt, token: Redacted.make(token) }
})

const reasonOf = (token: Redacted.Redacted) =>
  Effect.map(
    Effect.flatMap(Tokens, (tokens) => Effect.flip(tokens.verify(token))),
    (error) => (error._tag === "InvalidToken" ? error.reason : error._tag)
  )

export const tokensContract = <E>(name: string, adapter: Layer.Layer<Tokens | UserStore | ClientStore, E>) =>
  layer(adapter)(`the tokens contract: ${name}`, (it) => {
    const test = testsOf(it, Tokens)

    test("accepts a token for one hour and ten seconds", function* (tokens) {
      const { expiresAt, token, user } = yield* opened
      const { clientId, userId } = user
      const now = yield* Clock.currentTimeMillis
      assert.approximately(Date.parse(expiresAt), now + life, 1000)
      const caller = { clientId, environment: "test", userId }
      assert.deepStrictEqual(yield* tokens.verify(token), caller)
      yield* TestClock.setTime(Date.parse(expiresAt) + skew - 1)
      assert.deepStrictEqual(yield* tokens.verify(token), caller)
      yield* TestClock.setTime(Date.parse(expiresAt) + skew)
      assert.strictEqual(yield* reasonOf(token), "EXPIRED")
    })

    test("never issues the same token twice", function* (tokens) {
      const { token, user } = yield* opened
      assert.notStrictEqual((yield* tokens.issue(user, "test")).token, Redacted.value(token))
    })

    test("rejects the tokens of an ended session and accepts the next token", function* (tokens) {
      const users = yield* UserStore
      const { token, user } = yield* opened
      const { clientId, userId } = user
      yield* users.endSessions(clientId, userId, yield* Clock.currentTimeMillis)
      assert.strictEqual(yield* reasonOf(token), "SESSION_ENDED")
      const renewed = yield* Effect.flatMap(users.find(clientId, userId), Effect.fromOption)
      const next = yield* tokens.issue(renewed, "test")
      assert.strictEqual((yield* tokens.verify(Redacted.make(next.token))).userId, userId)
    })

    test("rejects the token of an erased user", function* () {
      const { token, user } = yield* opened
      yield* (yield* UserStore).erase(user.clientId, user.userId, yield* Clock.currentTimeMillis)
      assert.strictEqual(yield* reasonOf(token), "UNKNOWN_USER")
    })

    test("keeps the old key after a rotation until its last token expires", function* (tokens) {
      const before = yield* opened
      const published = yield* tokens.publicKeys
      yield* tokens.rotate
      const [newest, ...others] = yield* tokens.publicKeys
      assert.deepStrictEqual(others, published)
      assert.notDeepEqual(newest, published[0])
      const after = yield* opened
      yield* TestClock.adjust(life - 1000)
      for (const { token, user } of [before, after]) {
        assert.strictEqual((yield* tokens.verify(token)).userId, user.userId)
      }
      yield* TestClock.adjust(180_000)
      const [left, ...more] = yield* tokens.publicKeys
      assert.deepStrictEqual([left, more], [newest, []])
      assert.strictEqual(yield* reasonOf(before.token), "UNKNOWN_KEY")
    })

    test("publishes no private key", function* (tokens) {
      for (const key of yield* tokens.publicKeys) assert.notProperty(key, "d")
    })
  })
