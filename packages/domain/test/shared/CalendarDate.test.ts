/** Calendar days and points in time. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { CalendarDate } from "../../src/shared/CalendarDate.ts"
import { Timestamp } from "../../src/shared/Timestamp.ts"

/** The platform's own calendar, as an independent oracle. */
const exists = (year: number, month: number, day: number): boolean => {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const written = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, "0"), String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-")

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("CalendarDate", () => {
  it.each<[string, unknown]>([
    ["a point in time", "2026-04-01T00:00:00Z"],
    ["slashes", "2026/04/01"],
    ["one-digit months", "2026-4-1"],
    ["a year of five digits", "12026-04-01"],
    ["a leading space", " 2026-04-01"],
    ["a trailing line end", "2026-04-01\n"],
    ["digits of another script", "２０２６-04-01"],
    ["an empty text", ""],
    ["a number", 20260401]
  ])("rejects %s", (_, value) => {
    assert.isFalse(Schema.is(CalendarDate)(value))
  })

  it.prop(
    "accepts exactly the days of the calendar",
    [between(0, 9999), between(0, 13), between(0, 32)],
    ([year, month, day]) => {
      assert.strictEqual(Schema.is(CalendarDate)(written(year, month, day)), exists(year, month, day))
    },
    { arbitrary: { runs: 1000 } }
  )

  it("has the right leap days for 800 years", () => {
    for (let year = 1600; year < 2400; year++) {
      assert.strictEqual(Schema.is(CalendarDate)(written(year, 2, 29)), exists(year, 2, 29), String(year))
    }
  })

  it.prop("sorts as a string", [Arbitrary.schema(CalendarDate), Arbitrary.schema(CalendarDate)], ([a, b]) => {
    assert.strictEqual(a < b, Date.parse(a) < Date.parse(b))
  })
})

describe("Timestamp", () => {
  it.each(["2026-04-01T09:30:00Z", "2026-04-01T09:30:00.000Z", "2026-12-31T23:59:59.123456789Z"])(
    "accepts %s",
    (text) => {
      assert.isTrue(Schema.is(Timestamp)(text))
    }
  )

  it.each<[string, unknown]>([
    ["a time without a time zone", "2026-04-01T09:30:00"],
    ["an offset, even zero", "2026-04-01T09:30:00+00:00"],
    ["hour 24", "2026-04-01T24:00:00Z"],
    ["minute 60", "2026-04-01T09:60:00Z"],
    ["a leap second", "2016-12-31T23:59:60Z"],
    ["a day that does not exist", "2026-02-30T09:30:00Z"],
    ["a space in place of the T", "2026-04-01 09:30:00Z"],
    ["a day alone", "2026-04-01"],
    ["a time zone name at the end", "2026-04-01T09:30:00Z[Europe/Stockholm]"],
    ["lowercase letters", "2026-04-01t09:30:00z"],
    ["a number", 1775035800000]
  ])("rejects %s", (_, value) => {
    assert.isFalse(Schema.is(Timestamp)(value))
  })

  it.prop(
    "accepts a Date's output, which a Date can read back",
    [between(0, 253_402_300_799_999), Arbitrary.schema(Timestamp)],
    ([millis, timestamp]) => {
      assert.isTrue(Schema.is(Timestamp)(new Date(millis).toISOString()))
      assert.isFalse(Number.isNaN(Date.parse(timestamp)))
    }
  )
})
