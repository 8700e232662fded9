/** Describes in words how often a monitor runs. */
import { formatTimeOfDay, timeOfDayHere } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import type { Interval } from "./Models.ts"

/** Returns how often a monitor runs, in words. */
export const frequencyText = (every: Interval, at?: string, timeZone?: string): string => {
  const interval = t(`monitor.${every}`)
  return at === undefined ? interval : t("monitor.at", { interval, time: formatTimeOfDay(at, timeZone) })
}

interface Frequency {
  readonly every: Interval
  readonly at?: string | undefined
  readonly timeZone: string
}

/** Returns how often a monitor runs, in words, with the time converted to the person's time zone. */
export const frequencyHere = ({ at, every, timeZone }: Frequency): string =>
  frequencyText(every, at === undefined ? undefined : timeOfDayHere(at, timeZone))
