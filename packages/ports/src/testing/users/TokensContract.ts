/** What every {@link Tokens} does with tokens of our own (spec 5; decisions 8). */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import type { Layer } from "effect"
import { TestClock } from "effect/testing"
import { Tokens } from "../../users/Tokens.ts"
import { ClientStore } from "../../users/ApiKeys.ts"
import { UserStore } from "../../users/UserStore.ts"
import { newId } from "../Fixture.ts"

/** How long a token lives, and how far the clocks of two machines may differ, in milliseconds. */
const [life, skew] = [3_600_000, 10_000]

const addUser = Effect.gen(function* () {
  const [clientId, userId] = [yield* newId, yield* newId]
  yield* (yield* ClientStore).addClient({ id: clientId, name: "A client", environment: "test" })
  const created = { userId, clientId, externalId: `of ${userId}`, createdAt: yield* Clock.currentTimeMillis }
  return (yield* (yield* UserStore).create(created)).user
})

/** A user with a token. */
const opened = Effect.gen(function* () {
  const user = yield* addUser
  const { expiresAt, token } = yield* (yield* Tokens).issue(user, "test")
  return { user, expiresAt, token: Redacted.make(token) }
})

/** Why a token is refused. */
const reasonOf = (token: Redacted.Redacted) =>
  Effect.map(
    Effect.flatMap(Tokens, (tokens) => Effect.flip(tokens.verify(token))),
    (error) => (error._tag === "InvalidToken" ? error.reason : error._tag)
  )

/** Checks an adapter, over the stores of the users and clients that its tokens name. */
export const tokensContract = <E>(name: string, adapter: Layer.Layer<Tokens | UserStore | ClientStore, E>) =>
  layer(adapter)(`the tokens contract: ${name}`, (it) => {
    it.effect("gives the user of a token until its hour, and ten seconds more, are over", () =>
      Effect.gen(function* () {
        const tokens = yield* Tokens
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
    )

    it.effect("never issues a token twice", () =>
      Effect.gen(function* () {
        const tokens = yield* Tokens
        const { token, user } = yield* opened
        assert.notStrictEqual((yield* tokens.issue(user, "test")).token, Redacted.value(token))
      })
    )

    it.effect("refuses every token of a session that was ended, and accepts the next one", () =>
      Effect.gen(function* () {
        const tokens = yield* Tokens
        const users = yield* UserStore
        const { token, user } = yield* opened
        const { clientId, userId } = user
        yield* users.endSessions(clientId, userId, yield* Clock.currentTimeMillis)
        assert.strictEqual(yield* reasonOf(token), "SESSION_ENDED")
        const renewed = yield* Effect.flatMap(users.find(clientId, userId), Effect.fromOption)
        const next = yield* tokens.issue(renewed, "test")
        assert.strictEqual((yield* tokens.verify(Redacted.make(next.token))).userId, userId)
      })
    )

    it.effect("refuses the token of an erased user", () =>
      Effect.gen(function* () {
        const { token, user } = yield* opened
        yield* (yield* UserStore).erase(user.clientId, user.userId, yield* Clock.currentTimeMillis)
        assert.strictEqual(yield* reasonOf(token), "UNKNOWN_USER")
      })
    )

    it.effect("verifies with the key of before a rotation as long as a token of it lives", () =>
      Effect.gen(function* () {
        const tokens = yield* Tokens
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
    )

    it.effect("publishes no private part of a key", () =>
      Effect.gen(function* () {
        for (const key of yield* (yield* Tokens).publicKeys) assert.notProperty(key, "d")
      })
    )
  })
