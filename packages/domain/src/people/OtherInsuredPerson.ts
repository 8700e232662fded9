/**
 * The field `otherInsuredPerson` of a collected pension: whether the insured person seems to be someone other than the
 * person who started the collection (spec 2.6).
 */
import { hasLetter, matches } from "./FastNameMatching.ts"

/** The facts known about one insurance that tell whose it is. */
export interface KnownInsurance {
  /** The value that the company gives. */
  readonly collected?: boolean | undefined
  /** The insured person's name, as the company has it. */
  readonly insuredPersonName?: string | undefined
  /** The ACCOUNT_OWNER_NAME of the collection request: the full name of the account owner. */
  readonly accountOwnerName?: string | undefined
}

/**
 * `true` for someone else, `false` for the same person, and `undefined` where no conclusion can be drawn, so that the
 * field is left out (spec 2.6).
 *
 * What the company says comes first. Where it says nothing, the two names are compared; a name that is missing, or has
 * no letter in it, allows no conclusion.
 *
 * @example resolve({ insuredPersonName: "Eva Berg", accountOwnerName: "Eva Maria Berg" }) // false
 */
export const resolve = ({ collected, insuredPersonName, accountOwnerName }: KnownInsurance): boolean | undefined => {
  if (collected !== undefined) return collected
  if (insuredPersonName === undefined || !hasLetter(insuredPersonName)) return undefined
  if (accountOwnerName === undefined || !hasLetter(accountOwnerName)) return undefined
  return !matches(insuredPersonName, accountOwnerName)
}
