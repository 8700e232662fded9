/** How often a monitor looks, in words. */
import { formatTimeOfDay, timeOfDayHere } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import type { Interval } from "./Models.ts"

/** Returns how often a monitor looks, in words. */
export const frequencyText = (every: Interval, at?: string, timeZone?: string): string => {
  const interval = t(`monitor.${every}`)
  return at === undefined ? interval : t("monitor.at", { interval, time: formatTimeOfDay(at, timeZone) })
}

interface Frequency {
  readonly every: Interval
  readonly at?: string | undefined
  readonly timeZone: string
}

/** Returns how often a monitor looks, with the time on the person's own clock. */
export const frequencyHere = ({ at, every, timeZone }: Frequency): string =>
  frequencyText(every, at === undefined ? undefined : timeOfDayHere(at, timeZone))
