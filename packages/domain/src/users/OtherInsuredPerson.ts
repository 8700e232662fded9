/**
 * The pension field `otherInsuredPerson`: true if somebody other than the insured person started the collection (spec
 * 2.6).
 */
import { hasLetter, matches } from "./NameMatching.ts"

export interface InsuredPersonFacts {
  readonly collected?: boolean | undefined
  readonly insuredPersonName?: string | undefined
  readonly accountOwnerName?: string | undefined
}

/**
 * Returns `true` for a different person, `false` for the same person, and `undefined` if it is unknown (spec 2.6).
 *
 * The company's own value takes precedence; otherwise, the two names are compared. If a name is missing or has no
 * letters, the result is unknown.
 *
 * @example resolve({ insuredPersonName: "Eva Berg", accountOwnerName: "Eva Maria Berg" }) // false
 */
export const resolve = ({
  collected,
  insuredPersonName,
  accountOwnerName
}: InsuredPersonFacts): boolean | undefined => {
  if (collected !== undefined) return collected
  if (insuredPersonName === undefined || !hasLetter(insuredPersonName)) return undefined
  if (accountOwnerName === undefined || !hasLetter(accountOwnerName)) return undefined
  return !matches(insuredPersonName, accountOwnerName)
}
