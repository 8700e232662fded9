/** Tests when sessions of the operator's console end. */
import { assert, it } from "vitest"
import * as OperatorSessions from "../../src/inbound/operator/OperatorSessions.ts"

const begin = () => {
  const time = { now: 1_000 }
  return { time, sessions: OperatorSessions.make(() => time.now) }
}

it("a session that is used ends after eight hours", () => {
  const { sessions, time } = begin()
  const { cookie, token } = sessions.open("maja")
  const end = time.now + OperatorSessions.maxAgeMillis
  while (time.now + OperatorSessions.idleTimeoutMillis - 1 < end) {
    time.now += OperatorSessions.idleTimeoutMillis - 1
    assert.strictEqual(sessions.find(cookie, token)?.operator, "maja")
  }
  time.now = end
  assert.isUndefined(sessions.find(cookie, token))
})

it("a session ends half an hour after its last use, and a wrong token does not count as use", () => {
  const { sessions, time } = begin()
  const { cookie, token } = sessions.open("maja")
  time.now += OperatorSessions.idleTimeoutMillis - 1
  assert.isUndefined(sessions.find(cookie, `${token}a`))
  time.now += 1
  assert.isUndefined(sessions.find(cookie, token))
})

it("a ninth session ends the oldest one", () => {
  const { sessions } = begin()
  const opened = Array.from({ length: 9 }, (_, index) => sessions.open(`operator ${index}`))
  const found = opened.map(({ cookie, token }) => sessions.find(cookie, token)?.operator)
  assert.deepStrictEqual(found, [undefined, ...opened.slice(1).map(({ operator }) => operator)])
})
