/** Calendar days in the form `YYYY-MM-DD`. */
import { DateTime, Schema } from "effect"

const inAnyYear =
  "\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))"
const leapDay = "(?:\\d{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29"

/**
 * A regular expression for days in the years 0000 to 9999. It has no anchors, because it is used in larger expressions
 * and in a generator.
 */
export const calendarDatePattern = `(?:${inAnyYear}|${leapDay})`

/**
 * A day in the Gregorian calendar (2026-02-30 is invalid). Days can be compared as strings: `a < b` if a is earlier.
 */
export const CalendarDate = Schema.String.check(
  Schema.isPattern(new RegExp(`^${calendarDatePattern}$`, "u"), { message: "a valid date in the form YYYY-MM-DD" })
).annotate({
  identifier: "CalendarDate",
  description: "A calendar date, as YYYY-MM-DD.",
  format: "date",
  examples: ["2026-04-01"]
})
export type CalendarDate = typeof CalendarDate.Type

/**
 * Returns the calendar date in a time zone (such as `Europe/Stockholm`) at a given time, in milliseconds since 1970.
 */
export const dayAt = (millis: number, timeZone: string): CalendarDate =>
  DateTime.formatIsoDate(DateTime.makeZonedUnsafe(millis, { timeZone }))

export const dayMillis = 86_400_000
