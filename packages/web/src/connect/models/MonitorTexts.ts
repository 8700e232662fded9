/** Describes in words how often a monitor runs, by the person's own clock. */
import { formatTimeOfDay, timeOfDayHere, zoneName } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import type { Interval } from "./Models.ts"

export interface Frequency {
  readonly every: Interval
  /** The time of day in `timeZone`, HH:MM. */
  readonly at?: string | undefined
  /** Absent until it is known which company's time zone applies. */
  readonly timeZone?: string | undefined
}

/**
 * Returns how often a monitor runs: `Every day, after 07:00`. Without a time zone, nobody knows what the time of day
 * would be on the person's clock, so it is left out.
 */
export const frequencyHere = ({ at, every, timeZone }: Frequency, zone?: string): string => {
  const interval = t(`monitor.${every}`)
  if (at === undefined || timeZone === undefined) return interval
  const time = formatTimeOfDay(timeOfDayHere(at, timeZone))
  return t("monitor.at", { interval, time: zone === undefined ? time : `${time} (${zone})` })
}

/** Also names the person's time zone, for pages with no other time on them. */
export const frequencyWithZone = (frequency: Frequency): string => frequencyHere(frequency, zoneName())
