/** Dates, times and lists in the page's language. */
import { language } from "./Texts.ts"

/** Returns the person's own variant of the page's language, such as `en-GB`, which says how to write dates. */
const locale = (): string => {
  const own = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${language.value}-`))
  return own ?? language.value
}

/** Formats a time as a day: `14 March 2027`. */
export const formatDay = (time: string | Date): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(new Date(time))

/** Returns a time zone's name: `Central European Time`, or in short `CET`, for summer `CEST`. */
const zoneName = (timeZone: string, timeZoneName: "longGeneric" | "short", time?: Date): string => {
  const parts = new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName }).formatToParts(time)
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone
}

/**
 * Formats a time with its day: `14 Mar 2027, 09:41`. In a time zone whose clock differs from the browser's, the zone
 * follows: `14 Mar 2027, 09:41 CET`.
 */
export const formatDateTime = (time: string | Date, timeZone?: string): string => {
  const at = new Date(time)
  const shownIn = (zone: string | undefined): string =>
    new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short", timeZone: zone }).format(at)
  const shown = shownIn(timeZone)
  return timeZone === undefined || shown === shownIn(undefined) ? shown : `${shown} ${zoneName(timeZone, "short", at)}`
}

/** Formats a time of day: `07:00`, followed by the name of the time zone if it is known. */
export const formatTimeOfDay = (time: string, timeZone: string | undefined): string => {
  const at = new Date(`1970-01-01T${time}:00Z`)
  const shown = new Intl.DateTimeFormat(locale(), { timeStyle: "short", timeZone: "UTC" }).format(at)
  return timeZone === undefined ? shown : `${shown} (${zoneName(timeZone, "longGeneric")})`
}

/** Formats seconds as minutes and seconds: `2:05`. */
export const formatDuration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`

/** Joins texts: `insurance and bank accounts`. */
export const formatList = (texts: ReadonlyArray<string>): string =>
  new Intl.ListFormat(language.value, { type: "conjunction" }).format(texts)

/** Returns a market's name: `Sweden` for `se`. */
export const marketName = (market: string): string =>
  new Intl.DisplayNames(language.value, { type: "region" }).of(market.toUpperCase()) ?? market
