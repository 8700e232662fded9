/** Dates, times and lists in the page's language. */
import { language } from "./Texts.ts"

/** Formats a time as a day: `14 March 2027`. */
export const formatDay = (time: string | Date): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: "long" }).format(new Date(time))

/** Formats a time with its day: `14 Mar 2027, 09:41`. */
export const formatDateTime = (time: string | Date): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(new Date(time))

/** Formats a time of day: `07:00`, followed by the name of the time zone if it is known. */
export const formatTimeOfDay = (time: string, timeZone: string | undefined): string => {
  if (timeZone === undefined) return time
  const parts = new Intl.DateTimeFormat(language.value, { timeZone, timeZoneName: "longGeneric" }).formatToParts()
  return `${time} (${parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone})`
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
