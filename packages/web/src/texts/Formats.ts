/** Dates, times and lists in the page's language. */
import { language } from "./Texts.ts"

/**
 * Prefers the browser's own variant of the page's language, such as `en-GB`, because variants write dates differently.
 */
const locale = (): string => {
  const own = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${language.value}-`))
  return own ?? language.value
}

/** True for a date without a time, as `YYYY-MM-DD`. */
const isDay = (time: string | Date): boolean => typeof time === "string" && /^\d{4}-\d{2}-\d{2}$/.test(time)

/** Formats a time as a date: `14 March 2027`. */
export const formatDay = (time: string | Date): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "long", ...(isDay(time) && { timeZone: "UTC" }) }).format(
    new Date(time)
  )

/**
 * Formats the end of a permission as the last day that the person chose. That day ends at midnight UTC, so it is not
 * converted to the local time zone.
 */
export const formatLastDay = (end: string): string => formatDay(end.slice(0, 10))

/** Returns the name of the person's time zone: `Central European Time`. */
export const zoneName = (): string => {
  const names = (["longGeneric", "long"] as const).flatMap((timeZoneName) =>
    new Intl.DateTimeFormat(locale(), { timeZoneName })
      .formatToParts()
      .flatMap(({ type, value }) => (type === "timeZoneName" ? [value] : []))
  )
  // Where a zone has no generic name, Intl returns its offset: `GMT+00:00`.
  return names.find((name) => !/\d|^GMT$/.test(name)) ?? names[0] ?? ""
}

/** Formats a time with its date, in the person's time zone: `14 Mar 2027, 09:41`. */
export const formatDateTime = (time: string | Date): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(time))

const minutesIn = (at: Date, timeZone: string | undefined): number => {
  const clock = new Intl.DateTimeFormat("en", { timeStyle: "short", hourCycle: "h23", timeZone }).format(at)
  const [hours = 0, minutes = 0] = clock.split(":").map(Number)
  return hours * 60 + minutes
}

const dayMinutes = 1440

/** Converts a time of day (HH:MM) from another time zone to the person's own, using today's UTC offsets. */
export const timeOfDayHere = (time: string, timeZone: string): string => {
  const now = new Date()
  const there = minutesIn(new Date(`1970-01-01T${time}:00Z`), "UTC")
  const here = (there - minutesIn(now, timeZone) + minutesIn(now, undefined) + 2 * dayMinutes) % dayMinutes
  return [Math.floor(here / 60), here % 60].map((part) => String(part).padStart(2, "0")).join(":")
}

/** Formats a time of day: `07:00`. */
export const formatTimeOfDay = (time: string): string =>
  new Intl.DateTimeFormat(locale(), { timeStyle: "short", timeZone: "UTC" }).format(new Date(`1970-01-01T${time}:00Z`))

/** Formats seconds as minutes and seconds: `2:05`. */
export const formatDuration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`

export const formatList = (texts: ReadonlyArray<string>): string =>
  new Intl.ListFormat(language.value, { type: "conjunction" }).format(texts)

/** Returns a market's name: `Sweden` for `se`. */
export const marketName = (market: string): string =>
  new Intl.DisplayNames(language.value, { type: "region" }).of(market.toUpperCase()) ?? market
