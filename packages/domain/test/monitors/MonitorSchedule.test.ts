/** When a monitor runs, including on days when the clocks change. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as MonitorSchedule from "../../src/monitors/MonitorSchedule.ts"

const at = (text: string): number => Date.parse(text)
const dayMillis = 86_400_000

const { nextRunAt, spreadMillis } = MonitorSchedule

describe("a monitor's next run", () => {
  const daily = { every: "P1D", at: "07:00", timeZone: "Europe/Stockholm" } as const
  const begun = at("2026-01-15T12:00:00Z")

  it.each([
    ["is tomorrow if today's time has passed", begun, "2026-01-16T06:00:00Z"],
    ["is today if the time is still to come", at("2026-01-16T05:59:59Z"), "2026-01-16T06:00:00Z"],
    [
      "is one run after a long outage, not one for each that was missed",
      at("2026-06-20T09:30:00Z"),
      "2026-06-21T05:00:00Z"
    ],
    ["stays at its time of day when summer time begins", at("2026-03-29T04:00:00Z"), "2026-03-29T05:00:00Z"],
    ["stays at its time of day when summer time ends", at("2026-10-25T04:00:00Z"), "2026-10-25T06:00:00Z"]
  ])("%s", (_, after, expected) => {
    assert.strictEqual(nextRunAt(daily, begun, after, 0), at(expected))
  })

  it.each([
    ["that the clocks skip comes after the gap", "2026-03-28T12:00:00Z", "2026-03-29T01:30:00Z"],
    ["that the clocks repeat comes once", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"]
  ])("a time %s", (_, after, expected) => {
    const schedule = { ...daily, at: "02:30" }
    const first = nextRunAt(schedule, begun, at(after), 0)
    assert.strictEqual(first, at(expected))
    assert.isAbove(nextRunAt(schedule, begun, first, 0) - first, 22 * 3_600_000)
  })

  it("counts weeks and months of 30 days from its first day", () => {
    const weekly = nextRunAt({ ...daily, every: "P7D" }, begun, at("2026-01-16T00:00:00Z"), 0)
    assert.strictEqual(weekly, at("2026-01-22T06:00:00Z"))
    const early = nextRunAt({ ...daily, every: "P7D" }, at("2026-01-15T05:00:00Z"), at("2026-01-15T05:00:00Z"), 0)
    assert.strictEqual(early, at("2026-01-22T06:00:00Z"), "its beginning is the first day's run")
    const monthly = nextRunAt({ ...daily, every: "P30D" }, begun, at("2026-02-14T06:00:00Z"), 0)
    assert.strictEqual(monthly, at("2026-03-16T06:00:00Z"))
  })

  const schedules = {
    every: MonitorSchedule.MonitorInterval,
    timeZone: Schema.Literals(["UTC", "Europe/Tallinn", "Europe/Paris", "America/St_Johns", "Pacific/Apia"]),
    at: Schema.UndefinedOr(MonitorSchedule.LocalTime),
    later: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 * 365 * dayMillis })),
    share: Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: 0.999999 }))
  }

  it.prop(
    "is later than now, at most an interval and a changed clock away, and the same for every call",
    schedules,
    ({ at: time, every, later, share, timeZone }) => {
      const schedule = { every, timeZone, ...(time !== undefined && { at: time }) }
      const spread = spreadMillis(schedule, share)
      const after = begun + later
      const next = nextRunAt(schedule, begun, after, spread)
      const interval = { P1D: 1, P7D: 7, P30D: 30 }[every] * dayMillis
      assert.isAbove(next, after)
      assert.isAtMost(next - after, interval + dayMillis + 3_600_000)
      assert.strictEqual(nextRunAt(schedule, begun, next - 1, spread), next)
      if (time !== undefined) assert.isBelow(spread, 15 * 60_000)
    }
  )
})

it.each([
  ["24:00", false],
  ["7:00", false],
  ["07:60", false],
  ["07:00:00", false],
  ["23:59", true]
])("%s is a time of day: %s", (text, isTime) => {
  assert.strictEqual(Schema.is(MonitorSchedule.LocalTime)(text), isTime)
})

it.each([
  ["Europe/Vilnius", true],
  ["Europe/Nowhere", false],
  ["", false],
  ["x".repeat(65), false]
])("%s is a time zone: %s", (text, isZone) => {
  assert.strictEqual(Schema.is(MonitorSchedule.TimeZone)(text), isZone)
})
