/** The rules of spec 3.2 that compare the person who authenticated with the person who started the collection. */
import { normalize } from "./PersonalNumber.ts"

/**
 * The result of comparing personal numbers.
 *
 * - `VERIFIED`: the numbers are equal.
 * - `MISMATCH`: the numbers differ, so the collection ends in AUTHENTICATION_MISMATCH (rule 3).
 * - `UNVERIFIABLE`: a number is missing, so the collection continues (rule 4).
 */
export type ComparisonResult = "VERIFIED" | "MISMATCH" | "UNVERIFIABLE"

/** The known personal numbers, in any form that `PersonalNumber.normalize` accepts. */
export interface KnownPersonalNumbers {
  /** The number in the collection request. Absent for login methods without electronic ID. */
  readonly requested?: string | undefined
  /** The number of the person who authenticated with the electronic ID. */
  readonly fromElectronicId?: string | undefined
  /** The number that the company returned. */
  readonly fromCompany?: string | undefined
}

/**
 * Compares the requested number with the number from the electronic ID or, if that is missing, with the company's
 * number (rules 1 and 2). If the electronic ID has a number, the company's number is ignored.
 *
 * A text that is not a personal number, such as a masked number, counts as missing. Check digits are ignored, because
 * test numbers and companies' records can have wrong ones. Ten digits without a `+` leave the century open, because
 * records seldom add the `+` when a person turns 100. Such a number is compared by its last ten digits.
 *
 * `today` has the same meaning as in `PersonalNumber.normalize`.
 *
 * @example comparePersonalNumbers({ requested: "198501011236", fromCompany: "850101-1236" }) // "VERIFIED"
 */
export const comparePersonalNumbers = (
  { requested, fromElectronicId, fromCompany }: KnownPersonalNumbers,
  today?: string
): ComparisonResult => {
  const expected = read(requested, today)
  const actual = read(fromElectronicId, today) ?? read(fromCompany, today)
  if (expected === undefined || actual === undefined) return "UNVERIFIABLE"
  const digits = expected.hasCentury && actual.hasCentury ? 12 : 10
  return expected.number.slice(-digits) === actual.number.slice(-digits) ? "VERIFIED" : "MISMATCH"
}

/**
 * Compares numbers like {@link check}, for numbers whose equal forms `read` makes equal. A text for which `read` returns
 * nothing counts as missing.
 *
 * @example compareIdentifiers({ requested: "A-1", fromCompany: "A1" }, (text) => text.replace("-", "")) // "VERIFIED"
 */
export const compareIdentifiers = (
  { requested, fromElectronicId, fromCompany }: KnownPersonalNumbers,
  read: (text: string) => string | undefined
): ComparisonResult => {
  const readIf = (text: string | undefined) => (text === undefined ? undefined : read(text))
  const expected = readIf(requested)
  const actual = readIf(fromElectronicId) ?? readIf(fromCompany)
  if (expected === undefined || actual === undefined) return "UNVERIFIABLE"
  return expected === actual ? "VERIFIED" : "MISMATCH"
}

const read = (text: string | undefined, today: string | undefined) => {
  if (text === undefined) return undefined
  const number = normalize(text, { checkDigit: false, today })
  return number === undefined ? undefined : { number, hasCentury: !/^[0-9]{6}-?[0-9A-Z][0-9]{3}$/.test(text) }
}
