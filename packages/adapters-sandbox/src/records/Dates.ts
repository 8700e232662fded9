/** The calendar of the sandbox. Its data is told as it stood on one day, so that it is the same whenever it is collected. */

/** The day for which all amounts are told. */
export const asOf = "2026-03-31"

const millisecondsOfDay = 86_400_000

const at = (date: string): number => Date.parse(`${date}T00:00:00Z`)

export const plusDays = (date: string, days: number): string =>
  new Date(at(date) + days * millisecondsOfDay).toISOString().slice(0, 10)

/** The same day so many years later; 28 February for a leap day. */
export const plusYears = (date: string, years: number): string => {
  const year = String(Number(date.slice(0, 4)) + years).padStart(4, "0")
  const rest = date.slice(4)
  return `${year}${rest === "-02-29" ? "-02-28" : rest}`
}

/** Whole years from one day to another. */
export const yearsBetween = (from: string, to: string): number =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)
