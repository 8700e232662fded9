/** Formats figures for display. */

/** Maximum values for time axes, in seconds. Each is a round number of seconds, minutes, hours or days. */
export const secondEnds = [5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 21_600, 86_400, 604_800]

/**
 * Formats a fraction from 0 to 1 as a percentage. Rounds down to a decimal, so that only 1 is shown as 100 %. A line does
 * not break before the sign.
 */
export const percent = (share: number): string =>
  `${share === 1 || share === 0 ? share * 100 : (Math.floor(share * 1000) / 10).toFixed(1)}\u00a0%`

/** The smallest number of seconds for each unit, and the unit's length. Hours have a decimal while it matters. */
const units = [
  [172_800, 86_400, "days", 1],
  [36_000, 3600, "h", 1],
  [5400, 3600, "h", 10],
  [120, 60, "min", 1],
  [0, 1, "s", 1]
] as const

export const seconds = (value: number): string => {
  const [, length, unit, parts] = units.find(([from]) => value >= from) ?? ([0, 1, "s", 1] as const)
  return `${whole(Math.round((value / length) * parts) / parts)} ${unit}`
}

/** Returns a time of day in UTC, as logs write it. */
export const timeOfDay = (at: string | number, style: "short" | "medium"): string =>
  new Date(at).toLocaleTimeString("en-GB", { timeStyle: style, timeZone: "UTC" })

/** Returns a day in UTC, without its year. */
const dayOf = (at: string | number): string =>
  new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })

/** Returns the start of a chart's period: a day, or a time of day. */
export const periodText = (at: string | number, periodSeconds: number): string =>
  periodSeconds >= 86_400 ? dayOf(at) : timeOfDay(at, "short")

/** Returns a time in UTC: "14:02 UTC" today, "29 Nov, 14:02 UTC" otherwise. */
export const timeText = (at: string): string => {
  const time = `${timeOfDay(at, "short")} UTC`
  return dayOf(at) === dayOf(Date.now()) ? time : `${dayOf(at)}, ${time}`
}

export const bytes = (value: number): string =>
  value >= 1e9
    ? `${Math.round(value / 1e8) / 10} GB`
    : value >= 1e6
      ? `${Math.round(value / 1e5) / 10} MB`
      : `${Math.round(value / 1e3)} kB`

export const whole = (value: number): string => new Intl.NumberFormat("en-GB").format(value)
