/** What is told of a member that is missing or unknown, by what it is a member of. */
import type { InsuranceType } from "@sheaf/domain/InsuranceType"

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`

/** The part that a target is a member of: `premium` of `premium.period`, the insurance of `startDate`. */
const ownerOf = (target: ReadonlyArray<string>, type: InsuranceType): string => withArticle(target.at(-2) ?? type)

/** That a member is not there, which has to be. */
export const missing = (target: ReadonlyArray<string>, type: InsuranceType): string =>
  `${target.join(".")}: missing, ${ownerOf(target, type)} needs it`

/** That there is no such member. */
export const unknown = (target: ReadonlyArray<string>, type: InsuranceType): string =>
  `${target.join(".")}: ${ownerOf(target, type)} has no such member`
