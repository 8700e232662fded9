/** Tests properties of the limit on login attempts, in virtual time (spec 8). */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import * as LoginAttempts from "../../src/limits/LoginAttempts.ts"

const limit: LoginAttempts.AttemptLimit = { starts: 10, startsAfterFailure: 3, windowMillis: 600_000 }

const int = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const events = Schema.Array(Schema.Struct({ pause: int(0, 200_000), fails: Schema.Boolean })).check(
  Schema.isMaxLength(40)
)

/**
 * Tries to start a collection after each pause, and returns the starts that were accepted. A collection that fails does
 * so immediately.
 */
const play = (steps: ReadonlyArray<{ readonly pause: number; readonly fails: boolean }>) => {
  let now = 0
  let attempts: LoginAttempts.LoginAttempts = []
  const accepted: Array<LoginAttempts.LoginAttempt> = []
  for (const { fails, pause } of steps) {
    now += pause
    const wait = LoginAttempts.waitMillis(limit, attempts, now)
    assert.isAtMost(wait, limit.windowMillis)
    assert.strictEqual(LoginAttempts.waitMillis(limit, attempts, now + wait), 0, "a start is allowed after the pause")
    if (wait > 0) continue
    attempts = LoginAttempts.addAttempt(limit, attempts, now)
    if (fails) attempts = LoginAttempts.markFailed(limit, attempts, now, now)
    accepted.push({ at: now, hasFailed: fails })
    assert.isAtMost(attempts.length, limit.starts)
  }
  return accepted
}

it.prop("no window has more starts than the limits allow", [events], ([steps]) => {
  const accepted = play(steps)
  for (const { at, hasFailed } of accepted) {
    const inWindow = accepted.filter((other) => other.at >= at && other.at < at + limit.windowMillis)
    const ofSameTime = accepted.filter((other) => other.at === at).length - 1
    assert.isAtMost(inWindow.length, limit.starts)
    if (hasFailed) assert.isAtMost(inWindow.length, limit.startsAfterFailure + ofSameTime)
  }
})

it("three wrong passwords refuse the fourth start until the first has left the window", () => {
  let attempts: LoginAttempts.LoginAttempts = []
  for (const at of [0, 1000, 2000]) {
    assert.strictEqual(LoginAttempts.waitMillis(limit, attempts, at), 0)
    attempts = LoginAttempts.markFailed(limit, LoginAttempts.addAttempt(limit, attempts, at), at, at + 500)
  }
  assert.strictEqual(LoginAttempts.waitMillis(limit, attempts, 3000), limit.windowMillis - 3000)
  assert.strictEqual(LoginAttempts.waitMillis(limit, attempts, limit.windowMillis), 0)
})

it("starts before the first wrong password count only against the higher limit", () => {
  let attempts: LoginAttempts.LoginAttempts = []
  for (const at of [0, 1, 2, 3, 4]) attempts = LoginAttempts.addAttempt(limit, attempts, at)
  attempts = LoginAttempts.markFailed(limit, attempts, 4, 5)
  attempts = LoginAttempts.addAttempt(limit, attempts, 6)
  assert.strictEqual(LoginAttempts.waitMillis(limit, attempts, 7), 0)
  assert.isAbove(LoginAttempts.waitMillis(limit, LoginAttempts.addAttempt(limit, attempts, 7), 8), 0)
})

it("a start that was not accepted no longer counts, and a failed start stays", () => {
  const attempts = LoginAttempts.markFailed(
    limit,
    LoginAttempts.addAttempt(limit, LoginAttempts.addAttempt(limit, [], 5), 5),
    5,
    6
  )
  const left = LoginAttempts.withdrawAttempt(attempts, 5)
  assert.deepStrictEqual(left, [{ at: 5, hasFailed: true }])
  assert.deepStrictEqual(LoginAttempts.withdrawAttempt(left, 5), left)
})

it("after the clock is set back, no login waits longer than two windows", () => {
  const late = 100 * limit.windowMillis
  let attempts: LoginAttempts.LoginAttempts = []
  for (let sent = 0; sent < limit.starts; sent++) attempts = LoginAttempts.addAttempt(limit, attempts, late)
  assert.strictEqual(LoginAttempts.waitMillis(limit, attempts, 0), 0)
  const soon = late - limit.windowMillis + 1
  assert.isAtMost(LoginAttempts.waitMillis(limit, attempts, soon), 2 * limit.windowMillis)
})

it("a failure that arrives late keeps the attempts in order", () => {
  const attempts = LoginAttempts.markFailed(limit, LoginAttempts.addAttempt(limit, [], 50), 20, 60)
  assert.deepStrictEqual(attempts, [
    { at: 20, hasFailed: true },
    { at: 50, hasFailed: false }
  ])
})
