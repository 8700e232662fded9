/**
 * When a monitor runs. Runs follow the local time, so a monitor that runs at 07:00 still does when daylight saving time
 * begins or ends.
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

export const LocalTime = Schema.String.check(
  Schema.isPattern(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, { message: "a time of day in the form HH:MM" })
).annotate({ description: "A time of day, as HH:MM.", examples: ["07:00"] })

export const TimeZone = Schema.String.check(
  Schema.isMaxLength(64),
  Schema.makeFilter((name: string) => Option.isSome(DateTime.zoneMakeNamed(name)) || "a name of an IANA time zone", {
    arbitraryConstraint: { patterns: [{ source: "^Europe/(?:Paris|Riga|Stockholm|Tallinn|Vilnius)$", flags: "" }] }
  })
).annotate({ description: "The name of an IANA time zone.", examples: ["Europe/Tallinn"] })

export interface MonitorSchedule {
  readonly every: MonitorInterval
  /** The time of day of each run, HH:MM. If absent, {@link spreadMillis} chooses one. */
  readonly at?: string
  readonly timeZone: string
}

/**
 * The maximum delay after a monitor's time of day, in milliseconds. Without delays, all monitors at 07:00 would start
 * at the same moment.
 */
const maxDelayMillis = 15 * 60_000

/**
 * Returns the delay of a monitor's runs, in milliseconds: up to a quarter of an hour after its time of day, or up to a
 * day if it has no time of day.
 *
 * @param share - a number from 0 (inclusive) to 1 (exclusive), always the same for the same monitor
 */
export const spreadMillis = ({ at }: Pick<MonitorSchedule, "at">, share: number): number =>
  Math.floor(share * (at === undefined ? dayMillis : maxDelayMillis))

const slotOf = ({ at = "00:00", every, timeZone }: MonitorSchedule, first: DateTime.Zoned, count: number): number => {
  const [hour = 0, minute = 0] = at.split(":").map(Number)
  const { day, month, year } = DateTime.toParts(first)
  // When clocks go forward, a skipped time moves an hour later. When they go back, the first occurrence of a repeated
  // time counts.
  const slot = DateTime.makeZonedUnsafe(
    { year, month, day: day + count * days[every], hour, minute },
    { timeZone, adjustForTimeZone: true, disambiguation: "compatible" }
  )
  return DateTime.toEpochMillis(slot)
}

/**
 * Returns the time of a monitor's first run after `after`. Runs that were missed while the service was down are
 * skipped. All times are milliseconds since 1970.
 *
 * @param since - when the monitor began; the intervals count from this day
 * @param spread - the delay of the monitor's runs (see {@link spreadMillis})
 */
export const nextRunAt = (schedule: MonitorSchedule, since: number, after: number, spread: number): number => {
  const first = DateTime.makeZonedUnsafe(since, { timeZone: schedule.timeZone })
  // A day can be an hour longer or shorter than 24 hours, so the search begins one interval early.
  const passed = Math.floor((after - since) / (days[schedule.every] * dayMillis))
  // A monitor runs once when it begins. Only a daily monitor runs again on that day.
  for (let count = Math.max(schedule.every === "P1D" ? 0 : 1, passed - 1); ; count++) {
    const at = slotOf(schedule, first, count) + spread
    if (at > after) return at
  }
}
