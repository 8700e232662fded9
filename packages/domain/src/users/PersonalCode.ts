/**
 * Estonian, Latvian and Lithuanian personal codes. They are stored and compared in the form that is usual in each
 * country: `CYYMMDDNNNX` in Estonia and Lithuania, `DDMMYY-CNNNX` in Latvia (spec 2.1).
 */

export const countries = ["EE", "LT", "LV"] as const
export type Country = (typeof countries)[number]

export interface NormalizeOptions {
  /** The last possible day of birth, `YYYY-MM-DD`. Default: the current day (UTC). */
  readonly today?: string | undefined
}

/**
 * Returns a country's personal code in the form that is usual there. The hyphen of a Latvian code is optional. Returns
 * `undefined` for any other form (even surrounding white space), a nonexistent or future date, and a wrong check digit.
 *
 * Estonian and Lithuanian codes have the same form, and their check digits are computed in the same way, so a code
 * alone does not reveal its country. Latvian codes that start with 32 to 39 contain no date, but their check digit is
 * computed like that of other Latvian codes.
 *
 * @example
 * normalize("50001029996", "EE") // "50001029996"
 * normalize("02010029990", "LV") // "020100-29990"
 * normalize("50001029995", "EE") // undefined: the check digit would be 6
 */
export const normalize = (text: string, country: Country, options: NormalizeOptions = {}): string | undefined => {
  const { birth, hasCheckDigit, pattern, write } = forms[country]
  if (!pattern.test(text)) return undefined
  const digits = text.replace("-", "")
  if (!hasCheckDigit(digits)) return undefined
  const date = birth(digits)
  const today = options.today ?? new Date().toISOString().slice(0, 10)
  return date === "NONE" || (exists(date) && date <= today) ? write(digits) : undefined
}

/**
 * Returns the day of birth (`YYYY-MM-DD`) in a code from {@link normalize}, or `undefined` if the code contains no
 * date.
 */
export const dateOfBirth = (code: string, country: Country): string | undefined => {
  const date = forms[country].birth(code.replace("-", ""))
  return date === "NONE" ? undefined : date
}

/** Returns the eleven digits of a code in any form, or `undefined` for anything else, such as a masked code. */
export const digitsOf = (code: string): string | undefined => {
  const digits = code.replace("-", "")
  return /^[0-9]{11}$/.test(digits) ? digits : undefined
}

/**
 * Returns the same string for every form of a code, or `undefined` for anything else, such as a masked code. A code can
 * name its country, for example `PNOLT-50001029996` (ETSI EN 319 412-1). Any other code is assumed to belong to
 * `country`.
 */
export const identifierOf = (text: string, country: Country | undefined): string | undefined => {
  const [, named = country, code = text] = /^PNO([A-Z]{2})-(.*)$/.exec(text) ?? []
  const digits = digitsOf(code)
  return digits === undefined || named === undefined ? undefined : `${named} ${digits}`
}

interface Form {
  readonly pattern: RegExp
  /** Returns the date in the eleven digits, even if that date does not exist, or `NONE` if they contain no date. */
  readonly birth: (digits: string) => string
  readonly hasCheckDigit: (digits: string) => boolean
  readonly write: (digits: string) => string
}

const weighted = (digits: string, weights: ReadonlyArray<number>): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)

/** The first digit encodes the century and the sex: 1, 3, 5 and 7 are male. */
const centuryFirst: Form = {
  pattern: /^[1-8][0-9]{10}$/,
  birth: (digits) => {
    const century = 18 + Math.floor((Number(digits[0]) - 1) / 2)
    return `${century}${digits.slice(1, 3)}-${digits.slice(3, 5)}-${digits.slice(5, 7)}`
  },
  hasCheckDigit: (digits) => {
    const first = weighted(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11
    // If the first remainder is 10, a second set of weights decides.
    const remainder = first === 10 ? weighted(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11 : first
    return Number(digits[10]) === remainder % 10
  },
  write: (digits) => digits
}

const dayFirst: Form = {
  pattern: /^[0-3][0-9]{5}-?[0-9]{5}$/,
  birth: (digits) =>
    digits >= "32"
      ? "NONE"
      : `${18 + Number(digits[6])}${digits.slice(4, 6)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`,
  hasCheckDigit: (digits) => {
    // The published rule starts from 1101, so that the difference is never negative.
    const difference = 1101 - weighted(digits, [1, 6, 3, 7, 9, 10, 5, 8, 4, 2])
    return Number(digits[10]) === (difference % 11) % 10
  },
  write: (digits) => `${digits.slice(0, 6)}-${digits.slice(6)}`
}

const forms: Readonly<Record<Country, Form>> = { EE: centuryFirst, LT: centuryFirst, LV: dayFirst }

/** `Date` alone would read February 30 as March 2. */
const exists = (date: string): boolean => {
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}
