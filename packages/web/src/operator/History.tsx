/** The window of time that all charts show, and the figures in it. */
import { signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { EndsOfPeriod, HistoryWindow, ServiceHistory } from "@sheaf/domain/OperatorViews"
import { timeOfDay } from "./Figures.ts"
import { useLiveData } from "./LiveData.ts"
import type { LiveData } from "./LiveData.ts"
import { minPeriods } from "./TimeChart.tsx"

export const shownWindow = signal<HistoryWindow>("DAY")

/** The windows as all pages name them, such as "Collections · last 24 hours". */
export const windowNames: Readonly<Record<HistoryWindow, string>> = {
  HOUR: "last hour",
  DAY: "last 24 hours",
  MONTH: "last 30 days"
}

const choices: Readonly<Record<HistoryWindow, string>> = { HOUR: "1 hour", DAY: "24 hours", MONTH: "30 days" }

const windows: ReadonlyArray<HistoryWindow> = ["HOUR", "DAY", "MONTH"]

export const WindowChoice = () => (
  <fieldset class="windows">
    <legend class="visually-hidden">Window of time</legend>
    {windows.map((window) => (
      <label key={window} class="windows__choice">
        <input
          type="radio"
          name="window"
          checked={shownWindow.value === window}
          onChange={() => {
            isDecided.value = true
            shownWindow.value = window
          }}
        />
        <span>{choices[window]}</span>
      </label>
    ))}
  </fieldset>
)

/**
 * True once the time window has been chosen. A person chooses it, or the page does, based on how long the service has
 * been recording.
 */
const isDecided = signal(false)

/**
 * Reads the figures in the window. If the service has just begun to record, switches to the one-hour window,
 * because a chart of the day would have nothing to draw.
 */
export const useHistory = (): LiveData<ServiceHistory> => {
  const live = useLiveData<ServiceHistory>(`history?window=${shownWindow.value}`)
  const samples = live.value?.service.length
  useEffect(() => {
    if (isDecided.value || samples === undefined) return
    isDecided.value = true
    if (samples < minPeriods) shownWindow.value = "HOUR"
  }, [samples])
  return live
}

const lengths: Readonly<Record<HistoryWindow, string>> = { HOUR: "15 minutes", DAY: "three hours", MONTH: "three days" }

/** Returns the last 24 hours, which decide what needs attention. Requests them only if the charts show another window. */
export const useDay = (shown: LiveData<ServiceHistory>): LiveData<ServiceHistory> => {
  const day = useLiveData<ServiceHistory>(shownWindow.value === "DAY" ? undefined : "history?window=DAY")
  return shownWindow.value === "DAY" ? shown : day
}

export interface ChartNoteProps {
  readonly history: ServiceHistory
}

/** Says when the figures were read. They are written every minute, so the last minute can be missing. */
export const ReadAt = ({ history: { readAt } }: ChartNoteProps) => (
  <p class="read-at" title="The figures are written every minute, so the last minute can be missing.">
    updated <time dateTime={readAt}>{timeOfDay(readAt, "medium")}</time> UTC
  </p>
)

/** Says why there are no charts yet. */
export const ChartNote = ({ history: { service } }: ChartNoteProps) =>
  service.length < minPeriods && (
    <p class="note">
      The service has just begun to record. Its charts start after about {lengths[shownWindow.value]}, because fewer
      figures would show no trend.
    </p>
  )

/** Returns the starts of all periods, in milliseconds since 1970. */
const timesOf = ({ periodSeconds, periods, start }: ServiceHistory): ReadonlyArray<number> =>
  Array.from({ length: periods }, (_, index) => Date.parse(start) + index * periodSeconds * 1000)

/** Returns the properties that all charts of a history share. `since` is the time of the service's first sample. */
export const axesOf = (history: ServiceHistory) => {
  const first = history.service[0]
  return {
    scope: windowNames[shownWindow.value],
    times: timesOf(history),
    periodSeconds: history.periodSeconds,
    ...(first && { since: Date.parse(first.at) })
  }
}

/**
 * Returns an array with one element per period: the value of the period's entry, or `undefined` if there is no entry.
 */
export const valuesOf = <A extends { readonly at: string }>(
  history: ServiceHistory,
  entries: ReadonlyArray<A>,
  of: (entry: A) => number | undefined
): ReadonlyArray<number | undefined> => {
  const found = new Map(entries.map((entry) => [Date.parse(entry.at), entry]))
  return timesOf(history).map((at) => {
    const entry = found.get(at)
    return entry && of(entry)
  })
}

/** Returns the share of collections that succeeded. Collections that ended because of the person do not count. */
export const shareOf = ({ failed, succeeded }: Pick<EndsOfPeriod, "failed" | "succeeded">): number | undefined =>
  succeeded + failed === 0 ? undefined : succeeded / (succeeded + failed)
