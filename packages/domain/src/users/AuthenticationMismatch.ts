/** Compares the person who authenticated with the person who started the collection (spec 3.2). */
import { normalize } from "./PersonalNumber.ts"

/**
 * The result of comparing personal numbers.
 *
 * - `VERIFIED`: the numbers are equal.
 * - `MISMATCH`: the numbers differ, so the collection ends in AUTHENTICATION_MISMATCH (rule 3).
 * - `UNVERIFIABLE`: a number is missing, so the collection continues (rule 4).
 */
export type ComparisonResult = "VERIFIED" | "MISMATCH" | "UNVERIFIABLE"

/** Personal numbers from each source, in any form that `PersonalNumber.normalize` accepts. */
export interface KnownPersonalNumbers {
  /** The personal number in the collection request. Absent for login methods without an electronic ID. */
  readonly requested?: string | undefined
  readonly fromElectronicId?: string | undefined
  readonly fromCompany?: string | undefined
}

/**
 * Compares the requested number with the electronic ID's or, if there is none, with the company's (rules 1 and 2).
 *
 * Anything that is not a personal number, such as a masked one, counts as missing. Check digits are not verified,
 * because test numbers and companies' records can have wrong ones. Companies seldom add the `+` to their records when a
 * person turns 100, so ten digits without a `+` leave the century open. If one of the two numbers has this form, only
 * the last ten digits of both are compared.
 *
 * For `today`, see `PersonalNumber.normalize`.
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
 * Compares identifiers other than personal numbers by the rules of {@link comparePersonalNumbers}. `read` must return
 * the same text for every form of an identifier. If `read` returns nothing, the identifier counts as missing.
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
