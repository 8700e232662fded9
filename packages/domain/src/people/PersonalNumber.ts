/**
 * Swedish personal numbers and coordination numbers, and the one form of twelve digits in which they are kept and
 * compared: `YYYYMMDDNNNC` (spec 2.1; decisions, section 2).
 */

export interface Options {
  /** Whether the check digit has to be right. Published test numbers do not all have a right one. Default: true. */
  readonly checkDigit?: boolean | undefined
  /** The day that decides about births and centuries, `YYYY-MM-DD`. Default: the current day (UTC). */
  readonly today?: string | undefined
}

const forms =
  /^(?<century>[0-9]{2})?(?<year>[0-9]{2})(?<month>[0-9]{2})(?<day>[0-9]{2})(?<sign>[-+]?)(?<last>[0-9]{4})$/

/**
 * The twelve digits of a personal number, or `undefined` for what is none: another form (also with white space around
 * it), a date that does not exist or is after today, a wrong check digit.
 *
 * Accepted are `YYYYMMDDNNNC` and `YYMMDDNNNC`, both with or without `-` or `+` before the last four digits. The day of a
 * coordination number is 60 higher. Two digits stand for the latest year that does not put the birth after today; with
 * `+`, which is written from the year in which the person turns 100, for the latest that is 100 or more years ago. Four
 * digits speak for themselves, whatever the sign.
 *
 * @example
 * normalize("850101-1236", { today: "2026-03-31" }) // "198501011236"
 * normalize("850101-1235", { today: "2026-03-31" }) // undefined: the check digit would be 6
 */
export const normalize = (text: string, options: Options = {}): string | undefined => {
  const parts = forms.exec(text)?.groups
  if (parts === undefined) return undefined
  const { century, year = "", month = "", day = "", sign, last = "" } = parts
  if (options.checkDigit !== false && !hasCheckDigit(year + month + day + last)) return undefined

  const today = options.today ?? new Date().toISOString().slice(0, 10) // the one clock that the domain reads
  const dayInMonth = Number(day) > coordination ? String(Number(day) - coordination).padStart(2, "0") : day
  const monthAndDay = `-${month}-${dayInMonth}`
  const fullYear = century === undefined ? inferYear(year, monthAndDay, sign === "+", today) : century + year
  const birth = fullYear + monthAndDay
  return exists(birth) && birth <= today ? fullYear + month + day + last : undefined
}

/** Whether a number of twelve digits is a coordination number: one given to a person who is not registered in Sweden. */
export const isCoordinationNumber = (normalized: string): boolean => Number(normalized.slice(6, 8)) > coordination

/** What is added to the day in a coordination number. */
const coordination = 60

const inferYear = (year: string, monthAndDay: string, isCentenarian: boolean, today: string): string => {
  const latest = Number(today.slice(0, 4)) - (isCentenarian ? 100 : 0)
  const candidate = latest - ((latest - Number(year)) % 100)
  return String(`${candidate}${monthAndDay}` > today ? candidate - 100 : candidate)
}

/** Whether a day is one of the calendar. `Date` alone would read the 30th of February as the 2nd of March. */
const exists = (date: string): boolean => {
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** Luhn: of ten digits, every other one, from the first on, is doubled; the sum of all the digits ends in 0. */
const hasCheckDigit = (digits: string): boolean => {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const value = Number(digits[i]) * (i % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
