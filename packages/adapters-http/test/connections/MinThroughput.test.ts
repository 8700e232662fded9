/** Tests the minimum speed of bodies and responses when the process is sometimes frozen or overloaded (spec 8). */
import { assert, describe, it } from "vitest"
import * as MinThroughput from "../../src/inbound/connections/MinThroughput.ts"

const { defaults } = MinThroughput
const period = MinThroughput.bodyThroughputPeriod(defaults)
const intervalMillis = 2_500

/** The time since the previous check, in milliseconds, and the number of bytes received by then. */
type Check = readonly [millis: number, received: number]

const firstSlow = (checks: ReadonlyArray<Check>): number | undefined => {
  let now = 0
  const clock = new MinThroughput.ThroughputClock(now, intervalMillis)
  const progress = new MinThroughput.TransferProgress(now, defaults)
  const found = checks.findIndex(([millis, received]) => {
    now += millis
    return progress.isTooSlow(clock.check(now), received, period)
  })
  return found === -1 ? undefined : found + 1
}

const onTime = (count: number, received = 0): ReadonlyArray<Check> =>
  Array.from({ length: count }, () => [intervalMillis, received] as const)

describe("the minimum pace", () => {
  it("ends the body of a client that sends nothing for a period after the grace time", () => {
    assert.strictEqual(firstSlow(onTime(20)), 8)
  })

  it("does not count the time during which the process did not read", () => {
    const frozen = [14_000, 0] as const
    assert.isUndefined(firstSlow([...onTime(3), frozen, frozen, ...onTime(2)]))
    assert.strictEqual(firstSlow([...onTime(3), frozen, frozen, ...onTime(3)]), 8)
  })

  it("accepts a body that arrives at the minimum pace, however late the checks run", () => {
    for (const lateMillis of [0, 400, 9_000, 60_000]) {
      const checks = Array.from({ length: 40 }, (_, index) => {
        const millis = intervalMillis + lateMillis
        return [millis, Math.ceil(((index + 1) * millis * defaults.bytesPerSecond) / 1000)] as const
      })
      assert.isUndefined(firstSlow(checks), `${lateMillis} ms late`)
    }
  })
})
