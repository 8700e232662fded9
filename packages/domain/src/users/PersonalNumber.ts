/**
 * Swedish personal numbers, coordination numbers and interim numbers. All are stored and compared in the form
 * `YYYYMMDDNNNC` (spec 2.1).
 */

export interface NormalizeOptions {
  /**
   * True by default. Turn this off for published test numbers, whose check digits can be wrong. All other rules always
   * apply.
   */
  readonly checkDigit?: boolean | undefined
  /**
   * The last possible day of birth, `YYYY-MM-DD`. Two-digit years are interpreted relative to this day. Default: the
   * current day (UTC).
   */
  readonly today?: string | undefined
}

const forms =
  /^(?<century>[0-9]{2})?(?<year>[0-9]{2})(?<month>[0-9]{2})(?<day>[0-9]{2})(?<sign>[-+]?)(?<last>[0-9TRSUWXJKLMNP][0-9]{3})$/

/**
 * Returns a personal number as `YYYYMMDDNNNC`. Accepts `YYYYMMDDNNNC` and `YYMMDDNNNC`, each with an optional `-` or
 * `+` before the last four characters. Returns `undefined` for any other form (even surrounding white space), a
 * nonexistent or future date, the unused birth number 000, and a wrong check digit.
 *
 * In a coordination number, the day is 60 higher. Its month and day can be unknown (00 and 60) or even nonexistent, as
 * in `193002902397`: the tax agency issues such numbers. In an interim number, the birth number starts with one of the
 * letters `TRSUWXJKLMNP`. The letter is kept, and counts as 1 in the check digit.
 *
 * A two-digit year stands for the latest year in which the date of birth is not in the future. From the year in which
 * the person turns 100, the number is written with `+` instead of `-`. After a two-digit year, `+` therefore selects
 * the latest year that is at least 100 years ago. With a four-digit year, the sign has no meaning.
 *
 * @example
 * normalize("850101-1236", { today: "2026-03-31" }) // "198501011236"
 * normalize("850101-1235", { today: "2026-03-31" }) // undefined: the check digit would be 6
 */
export const normalize = (text: string, options: NormalizeOptions = {}): string | undefined => {
  const parts = forms.exec(text)?.groups
  if (parts === undefined || parts["last"]?.startsWith("000") === true) return undefined
  const { century, year = "", month = "", day = "", sign, last = "" } = parts
  const digits = year + month + day + last.replace(/^[A-Z]/, "1")
  if (options.checkDigit !== false && !hasCheckDigit(digits)) return undefined

  const today = options.today ?? new Date().toISOString().slice(0, 10) // the domain reads the clock only here
  const isCoordination = Number(day) >= coordination
  const dayInMonth = isCoordination ? String(Number(day) - coordination).padStart(2, "0") : day
  const monthAndDay = `-${month}-${dayInMonth}`
  const fullYear = century === undefined ? inferYear(year, monthAndDay, sign === "+", today) : century + year
  const birth = fullYear + monthAndDay
  const isPossible = isCoordination ? Number(month) <= 12 && Number(dayInMonth) <= 31 : exists(birth)
  return isPossible && birth <= today ? fullYear + month + day + last : undefined
}

/** Added to the day in coordination numbers, which identify people who are not registered in Sweden. */
const coordination = 60

const inferYear = (year: string, monthAndDay: string, isCentenarian: boolean, today: string): string => {
  const latest = Number(today.slice(0, 4)) - (isCentenarian ? 100 : 0)
  const candidate = latest - ((latest - Number(year)) % 100)
  return String(`${candidate}${monthAndDay}` > today ? candidate - 100 : candidate)
}

/** `Date` alone would read February 30 as March 2. */
const exists = (date: string): boolean => {
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/**
 * Checks ten digits with the Luhn algorithm: with every other digit doubled, starting with the first, the digit sum
 * must end in 0.
 */
const hasCheckDigit = (digits: string): boolean => {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const value = Number(digits[i]) * (i % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
