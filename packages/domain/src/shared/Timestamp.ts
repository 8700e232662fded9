/** Points in time, in ISO 8601 and UTC (spec 2.4). */
import { Schema } from "effect"
import { calendarDatePattern } from "./CalendarDate.ts"

const time = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?"

/**
 * A point in time in the form `YYYY-MM-DDTHH:MM:SS[.fraction]Z`, as `Date.prototype.toISOString` and
 * `DateTime.formatIso` write it. Leap seconds and offsets other than `Z` are invalid.
 */
export const Timestamp = Schema.String.check(
  Schema.isPattern(new RegExp(`^${calendarDatePattern}T${time}Z$`, "u"), {
    message: "a UTC timestamp, as YYYY-MM-DDTHH:MM:SSZ"
  })
).annotate({
  identifier: "Timestamp",
  description: "A point in time, ISO 8601 in UTC.",
  format: "date-time",
  examples: ["2026-04-01T09:30:00.000Z"]
})
export type Timestamp = typeof Timestamp.Type
