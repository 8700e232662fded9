/** Quotas for unattended readings (spec 2.3). */
import { assert, describe, it } from "@effect/vitest"
import { quotaOf } from "../../src/consents/UnattendedReadings.ts"
import type { ReadingRule, ReadingUse } from "../../src/consents/UnattendedReadings.ts"

const day = 86_400_000
const hour = day / 24
const noon = Date.parse("2026-04-01T12:00:00Z")

const whole = (at: number, readings = 1): ReadingUse => ({ resource: "", at, readings })
const part = (resource: string, at: number, readings = 1): ReadingUse => ({ resource, at, readings })

const rows: ReadonlyArray<
  readonly [what: string, rule: ReadingRule, uses: ReadonlyArray<ReadingUse>, left: number, nextAt?: number]
> = [
  ["is the bank's number at first", { perDay: 4 }, [], 4],
  ["forgets a reading after 24 hours", { perDay: 1 }, [whole(noon - day)], 1],
  [
    "names the time at which the oldest reading is forgotten",
    { perDay: 2 },
    [whole(noon - hour), whole(noon)],
    0,
    noon - hour + day
  ],
  ["waits for as many readings as it is over", { perDay: 1 }, [whole(noon - 2), whole(noon - 1)], 0, noon - 1 + day],
  ["counts the account that was read most often", { perDay: 4 }, [whole(noon), part("a", noon, 2), part("b", noon)], 1],
  [
    "ignores repeats if the bank counts per consent",
    { perDay: 4, per: "CONSENT" },
    [whole(noon), part("a", noon, 2)],
    3
  ],
  [
    "ends at midnight (UTC) if the bank counts by day",
    { perDay: 1, window: "CALENDAR_DAY" },
    [whole(noon - hour)],
    0,
    noon + 12 * hour
  ],
  [
    "ends at the bank's own midnight",
    { perDay: 1, window: "CALENDAR_DAY", timeZone: "Europe/Paris" },
    [whole(noon - 14 * hour)],
    0,
    noon + 10 * hour
  ],
  [
    "forgets what was read before the bank's own midnight",
    { perDay: 1, window: "CALENDAR_DAY", timeZone: "Europe/Paris" },
    [whole(noon - 14 * hour - 1)],
    1
  ],
  ["forgets yesterday's readings at midnight", { perDay: 1, window: "CALENDAR_DAY" }, [whole(noon - 13 * hour)], 1],
  [
    "counts a reading at midnight",
    { perDay: 1, window: "CALENDAR_DAY" },
    [whole(noon - 12 * hour)],
    0,
    noon + 12 * hour
  ]
]

describe("a quota of unattended readings", () => {
  for (const [what, rule, uses, left, nextAt] of rows) {
    it(`${what}`, () => {
      assert.deepStrictEqual(quotaOf(rule, uses, noon), { left, ...(nextAt !== undefined && { nextAt }) })
    })
  }
})
