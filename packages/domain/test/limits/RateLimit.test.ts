/**
 * Laws of rate limits, in virtual time: clients that stay within the rate are never rejected, and the number of
 * accepted requests is bounded (spec 8).
 */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as PollingInterval from "../../src/collections/PollingInterval.ts"
import * as RateLimit from "../../src/limits/RateLimit.ts"

const int = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const rates = Schema.Struct({ name: Schema.Literal("tests"), quota: int(1, 700), windowMillis: int(1000, 600_000) })

const send = (rate: RateLimit.RateLimit, times: ReadonlyArray<number>): ReadonlyArray<RateLimit.RateLimitResult> => {
  let fullAt: number | undefined
  return times
    .toSorted((one, other) => one - other)
    .map((at) => {
      const counted = RateLimit.take(rate, fullAt, at)
      fullAt = counted.fullAt
      return counted
    })
}

const polls: RateLimit.RateLimit = { name: "status", quota: 120, windowMillis: 60_000 }

describe("A client that keeps to the polling interval is never refused", () => {
  const jitter = Schema.Array(int(0, 20_000)).check(Schema.isMinLength(30), Schema.isMaxLength(200))
  const pollers = {
    [PollingInterval.animatedQrMillis]: 2,
    [PollingInterval.defaultMillis]: 4,
    [PollingInterval.collectingMillis]: 6
  }
  for (const [interval, count] of Object.entries(pollers)) {
    it.prop(`with ${count} pollers of ${interval} ms, whose requests arrive up to 20 s late`, [jitter], ([delays]) => {
      const times = delays.flatMap((delay, poll) =>
        Array.from({ length: count }, (_, poller) => poll * Number(interval) + ((delay * (poller + 1)) % 20_000))
      )
      assert.isTrue(send(polls, times).every(({ isAllowed }) => isAllowed))
    })
  }
})

describe("A rate", () => {
  const pauses = Schema.Array(int(0, 3000)).check(Schema.isMaxLength(100))
  const cumulated = (steps: ReadonlyArray<number>) => steps.map((_, i) => steps.slice(0, i + 1).reduce((a, b) => a + b))

  it.prop("allows a whole quota at once, and then one request after each pause", [rates], ([rate]) => {
    const results = send(
      rate,
      Array.from({ length: rate.quota + 1 }, () => 0)
    )
    assert.lengthOf(
      results.filter(({ isAllowed }) => isAllowed),
      rate.quota
    )
    const last = results.at(-1)
    assert.isFalse(last?.isAllowed)
    assert.strictEqual(last?.remaining, 0)
    const wait = last?.waitMillis ?? 0
    assert.isAtMost(Math.abs(wait - rate.windowMillis / rate.quota), 0.01)
    assert.isFalse(RateLimit.take(rate, last?.fullAt, Math.floor(wait * 0.9) - 1).isAllowed)
    assert.isTrue(RateLimit.take(rate, last?.fullAt, Math.ceil(wait)).isAllowed)
  })

  it.prop(
    "never allows more than two quotas in a window, nor more than the rate in the long run",
    [pauses],
    ([steps]) => {
      const rate = { name: "tests", quota: 5, windowMillis: 10_000 }
      const times = cumulated(steps)
      const results = send(rate, times)
      const allowed = times.filter((_, i) => results[i]?.isAllowed)
      const span = (allowed.at(-1) ?? 0) - (allowed[0] ?? 0)
      assert.isAtMost(allowed.length, rate.quota + Math.floor((span * rate.quota) / rate.windowMillis) + 1)
    }
  )

  it.prop("counts down, and a refused request changes nothing", [rates, pauses], ([rate, steps]) => {
    for (const [i, { isAllowed, remaining, waitMillis }] of send(rate, cumulated(steps)).entries()) {
      assert.isAtLeast(remaining, 0)
      assert.isBelow(remaining, rate.quota + (isAllowed ? 0 : 1))
      assert.strictEqual(waitMillis === 0, remaining > 0, String(i))
    }
    const used = send(
      rate,
      Array.from({ length: rate.quota }, () => 0)
    ).at(-1)
    assert.approximately(RateLimit.take(rate, used?.fullAt, 0).fullAt, used?.fullAt ?? 0, 1e-3)
  })

  it.prop("gives a returned request back", [rates], ([rate]) => {
    const first = RateLimit.take(rate, undefined, 0)
    assert.strictEqual(RateLimit.take(rate, RateLimit.refund(rate, first.fullAt), 0).remaining, rate.quota - 1)
  })

  it.prop(
    "refuses nobody for longer than a window, even if the clock is set back",
    [rates, pauses],
    ([rate, steps]) => {
      const late = 10_000_000
      const results = send(
        rate,
        cumulated(steps).map((at) => at + late)
      )
      assert.isTrue(RateLimit.take(rate, results.at(-1)?.fullAt, 0).waitMillis <= rate.windowMillis)
      assert.isTrue(
        RateLimit.take(rate, RateLimit.take(rate, results.at(-1)?.fullAt, 0).fullAt, rate.windowMillis).isAllowed
      )
    }
  )
})
