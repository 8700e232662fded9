/** The sandbox's calendar. All data is as of one fixed day, so a collection returns the same data on every run. */
import { dayMillis } from "@sheaf/domain/CalendarDate"

/** All amounts are as of this day. */
export const valuationDate = "2026-03-31"

const at = (date: string): number => Date.parse(`${date}T00:00:00Z`)

export const plusDays = (date: string, days: number): string =>
  new Date(at(date) + days * dayMillis).toISOString().slice(0, 10)

/** Moves a date `years` ahead. February 29 becomes February 28 if necessary. */
export const plusYears = (date: string, years: number): string => {
  const year = String(Number(date.slice(0, 4)) + years).padStart(4, "0")
  const rest = date.slice(4)
  return `${year}${rest === "-02-29" ? "-02-28" : rest}`
}

/** Moves a date `months` ahead. If the target month is too short, returns its last day. */
export const plusMonths = (date: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

export const yearsBetween = (from: string, to: string): number =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)
