/** The pension field `otherInsuredPerson`: true if the insured person did not start the collection (spec 2.6). */
import { hasLetter, matches } from "./NameMatching.ts"

/** The known facts about a pension's insured person. */
export interface InsuredPersonFacts {
  /** The company's own value for the field. */
  readonly collected?: boolean | undefined
  /** The insured person's name in the company's records. */
  readonly insuredPersonName?: string | undefined
  /** The account owner's full name: ACCOUNT_OWNER_NAME in the collection request. */
  readonly accountOwnerName?: string | undefined
}

/**
 * Returns `true` for someone else, `false` for the same person, and `undefined` if the facts allow no conclusion (spec 2.6).
 *
 * The company's own value takes precedence. Otherwise the two names are compared. A missing name, or a name without letters,
 * allows no conclusion.
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
