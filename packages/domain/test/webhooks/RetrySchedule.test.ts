/** The laws of the retry schedule (spec 6). */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as RetrySchedule from "../../src/webhooks/RetrySchedule.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const random = between(0, 999_999)
const anyRandom = (millionths: number) => millionths / 1_000_000

const attempts = between(1, RetrySchedule.retryDelays.length)

describe("the schedule of retries", () => {
  it("is that of the decisions", () => {
    const pauses = Array.from({ length: 10 }, (_, index) =>
      RetrySchedule.retryDelayAfter({ attempts: index + 1, random: 0.5 })
    )
    const [second, minute, hour] = [1000, 60_000, 3_600_000]
    const expected = [5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]
    assert.deepStrictEqual(pauses, [...expected, undefined])
  })

  it.prop("deviates by at most a tenth", [attempts, random], ([count, millionths]) => {
    const pause = RetrySchedule.retryDelays[count - 1] ?? NaN
    const jittered = RetrySchedule.retryDelayAfter({ attempts: count, random: anyRandom(millionths) }) ?? NaN
    assert.isAtMost(Math.abs(jittered - pause), pause * RetrySchedule.jitter)
  })

  it.prop(
    "can be lengthened by a receiver up to the next pause, but never shortened",
    [attempts, random, between(0, 400_000_000)],
    ([count, millionths, retryAfterMillis]) => {
      const failed = { attempts: count, random: anyRandom(millionths) }
      const plain = RetrySchedule.retryDelayAfter(failed) ?? NaN
      const asked = RetrySchedule.retryDelayAfter({ ...failed, retryAfterMillis }) ?? NaN
      const longest = RetrySchedule.retryDelays[count] ?? RetrySchedule.retryDelays[count - 1] ?? NaN
      assert.isAtLeast(asked, plain)
      assert.isAtMost(asked, Math.max(plain, longest))
      if (retryAfterMillis >= plain && retryAfterMillis <= longest) assert.strictEqual(asked, retryAfterMillis)
    }
  )

  it("ends an endpoint after five days without a success", () => {
    const days = 24 * 3_600_000
    assert.isFalse(RetrySchedule.hasFailedTooLong(1000, 999 + 5 * days))
    assert.isTrue(RetrySchedule.hasFailedTooLong(1000, 1000 + 5 * days))
  })
})
