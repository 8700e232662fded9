/** Messages about missing or unknown members. Each message names the part of the insurance that contains the member. */
import type { InsuranceType } from "@sheaf/domain/InsuranceType"

/** Returns the part that contains the target: "a premium" for `premium.period`, or the insurance for `startDate`. */
const ownerOf = (target: ReadonlyArray<string>, type: InsuranceType): string => {
  const noun = target.at(-2) ?? type
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`
}

export const describeMissingMember = (target: ReadonlyArray<string>, type: InsuranceType): string =>
  `${target.join(".")}: missing, required in ${ownerOf(target, type)}`

export const describeUnknownMember = (target: ReadonlyArray<string>, type: InsuranceType): string =>
  `${target.join(".")}: unknown member of ${ownerOf(target, type)}`
