/** Whether the person who authenticated is the one who started the collection: the four rules of spec 3.2. */
import { normalize } from "./PersonalNumber.ts"

/**
 * - `VERIFIED`: the numbers are the same.
 * - `MISMATCH`: they differ; the collection ends in AUTHENTICATION_MISMATCH (rule 3).
 * - `UNVERIFIABLE`: there are no two numbers to compare; the collection goes on (rule 4).
 */
export type Verdict = "VERIFIED" | "MISMATCH" | "UNVERIFIABLE"

/** The personal numbers known of a person, in any form that `PersonalNumber.normalize` accepts. */
export interface KnownNumbers {
  /** The personal number of the collection request. Login methods without electronic ID have none. */
  readonly requested?: string | undefined
  /** The personal number that the electronic-ID flow gave for the person who authenticated. */
  readonly fromElectronicId?: string | undefined
  /** The personal number that the company returned. */
  readonly fromCompany?: string | undefined
}

/**
 * Compares the requested personal number with the one from the electronic ID or, only where that gave none, with the
 * company's (rules 1 and 2): what a company says does not overrule an electronic ID, in either direction.
 *
 * A text that is no personal number, such as one that a company has masked, tells nothing and counts as missing. Check
 * digits are not looked at: test numbers and companies' records may have wrong ones, and equal is equal. Ten digits
 * without a `+` leave the century open (records seldom get the `+` when a person turns 100), so they are compared with
 * the last ten of the other number alone.
 *
 * `today`, `YYYY-MM-DD`, is as in `PersonalNumber.normalize`.
 *
 * @example check({ requested: "198501011236", fromCompany: "850101-1236" }) // "VERIFIED"
 */
export const check = ({ requested, fromElectronicId, fromCompany }: KnownNumbers, today?: string): Verdict => {
  const expected = read(requested, today)
  const actual = read(fromElectronicId, today) ?? read(fromCompany, today)
  if (expected === undefined || actual === undefined) return "UNVERIFIABLE"
  const digits = expected.hasCentury && actual.hasCentury ? 12 : 10
  return expected.number.slice(-digits) === actual.number.slice(-digits) ? "VERIFIED" : "MISMATCH"
}

const read = (text: string | undefined, today: string | undefined) => {
  if (text === undefined) return undefined
  const number = normalize(text, { checkDigit: false, today })
  return number === undefined ? undefined : { number, hasCentury: !/^[0-9]{6}-?[0-9]{4}$/.test(text) }
}
