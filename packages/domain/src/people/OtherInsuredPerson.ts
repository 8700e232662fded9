/**
 * The field `otherInsuredPerson` of a collected pension: whether the insured person is someone other than the person who
 * started the collection (spec 2.6).
 */
import { hasLetter, matches } from "./FastNameMatching.ts"

/** The known facts about the insured person of a pension. */
export interface KnownInsurance {
  /** The company's own value of the field. */
  readonly collected?: boolean | undefined
  /** The insured person's name in the company's records. */
  readonly insuredPersonName?: string | undefined
  /** The full name of the account owner: the ACCOUNT_OWNER_NAME of the collection request. */
  readonly accountOwnerName?: string | undefined
}

/**
 * Returns `true` for someone else, `false` for the same person, and `undefined` if no conclusion can be drawn (spec 2.6).
 *
 * The company's own value takes precedence. Otherwise the two names are compared. A name that is missing or has no letter
 * allows no conclusion.
 *
 * @example resolve({ insuredPersonName: "Eva Berg", accountOwnerName: "Eva Maria Berg" }) // false
 */
export const resolve = ({ collected, insuredPersonName, accountOwnerName }: KnownInsurance): boolean | undefined => {
  if (collected !== undefined) return collected
  if (insuredPersonName === undefined || !hasLetter(insuredPersonName)) return undefined
  if (accountOwnerName === undefined || !hasLetter(accountOwnerName)) return undefined
  return !matches(insuredPersonName, accountOwnerName)
}
