/**
 * When a monitor looks again. Days are counted on the person's calendar, so that a monitor at 07:00 stays at 07:00 when the
 * clocks change.
 */
import { DateTime, Option, Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"
import { dayMillis } from "../shared/CalendarDate.ts"

export const MonitorInterval = Annotations.literals("How often the monitor looks again.", {
  P1D: "Every day.",
  P7D: "Every seven days.",
  P30D: "Every 30 days."
})
export type MonitorInterval = typeof MonitorInterval.Type

const days = { P1D: 1, P7D: 7, P30D: 30 } as const satisfies Record<MonitorInterval, number>

/** A time of day, as HH:MM. */
export const LocalTime = Schema.String.check(
  Schema.isPattern(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, { message: "a time of day in the form HH:MM" })
).annotate({ description: "A time of day, as HH:MM.", examples: ["07:00"] })

/** A name of the IANA time zone database, such as `Europe/Tallinn`. */
export const TimeZone = Schema.String.check(
  Schema.isMaxLength(64),
  Schema.makeFilter((name: string) => Option.isSome(DateTime.zoneMakeNamed(name)) || "a name of an IANA time zone", {
    arbitraryConstraint: { patterns: [{ source: "^Europe/(?:Paris|Riga|Stockholm|Tallinn|Vilnius)$", flags: "" }] }
  })
).annotate({ description: "The name of an IANA time zone.", examples: ["Europe/Tallinn"] })

export interface MonitorSchedule {
  readonly every: MonitorInterval
  /** The time of day of each run, HH:MM. Absent: any time, which {@link spreadMillis} chooses. */
  readonly at?: string
  /** The IANA time zone of `at`. */
  readonly timeZone: string
}

/** Runs with a time of day begin within this time after it, in milliseconds, so that 07:00 does not burst. */
const maxDelayMillis = 15 * 60_000

/**
 * Returns the delay of all runs of a monitor, in milliseconds: within a quarter of an hour after its time of day, or anywhere in
 * the day if it has none.
 *
 * @param share - a number from 0 up to, but not including, 1, the same for each call with the same monitor
 */
export const spreadMillis = ({ at }: Pick<MonitorSchedule, "at">, share: number): number =>
  Math.floor(share * (at === undefined ? dayMillis : maxDelayMillis))

/** Returns the run of the day that is `count` intervals after the first day, without the delay. */
const slotOf = ({ at = "00:00", every, timeZone }: MonitorSchedule, first: DateTime.Zoned, count: number): number => {
  const [hour = 0, minute = 0] = at.split(":").map(Number)
  const { day, month, year } = DateTime.toParts(first)
  // A time that the change to summer time skips is taken after the gap, and a repeated time at its first occurrence.
  const slot = DateTime.makeZonedUnsafe(
    { year, month, day: day + count * days[every], hour, minute },
    { timeZone, adjustForTimeZone: true, disambiguation: "compatible" }
  )
  return DateTime.toEpochMillis(slot)
}

/**
 * Returns the first run of a monitor after a time. Runs that the service has missed are not repeated: each call returns one
 * run, however long the service was down. All times are milliseconds since 1970.
 *
 * @param since - the time at which the monitor began, from whose day the intervals count
 * @param spread - the delay of the monitor's runs, from {@link spreadMillis}
 */
export const nextRunAt = (schedule: MonitorSchedule, since: number, after: number, spread: number): number => {
  const first = DateTime.makeZonedUnsafe(since, { timeZone: schedule.timeZone })
  // A day can be an hour longer or shorter, so the search begins one interval early.
  const passed = Math.floor((after - since) / (days[schedule.every] * dayMillis))
  for (let count = Math.max(0, passed - 1); ; count++) {
    const at = slotOf(schedule, first, count) + spread
    if (at > after) return at
  }
}
