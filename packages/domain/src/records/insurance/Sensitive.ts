/**
 * Special categories of personal data (Regulation (EU) 2016/679, article 9). Sheaf collects them only if the start
 * request names them and the operator has registered the client for them.
 */
import type { AnyInsurance, InsuranceRecord } from "./InsuranceRecord.ts"
import * as Annotations from "../../shared/Annotations.ts"

export const SensitiveCategory = Annotations.literals("A category of sensitive data.", {
  HEALTH: "Insurance for health, medical or dental care.",
  ILLNESS: "Insurance for illness.",
  INCOME: "Insurance for loss of income.",
  CLAIMS: "Claims under any insurance."
}).annotate({ identifier: "SensitiveCategory" })
export type SensitiveCategory = typeof SensitiveCategory.Type

const bySubType: Readonly<Record<string, SensitiveCategory>> = {
  health: "HEALTH",
  dental: "HEALTH",
  illness: "ILLNESS",
  income: "INCOME"
}

/** Returns a pattern of words that begin with one of these texts, which spaces separate. */
const wordsWith = (beginnings: string) => new RegExp(`(?<!\\p{L})(?:${beginnings.replaceAll(" ", "|")})`, "iu")

/**
 * Words about health and income in English and the markets' languages. A kind that Sheaf does not know counts as
 * sensitive if the company's name for it has one of them, also within a compound such as `droneHealth`.
 */
const words: Readonly<Record<Exclude<SensitiveCategory, "CLAIMS">, RegExp>> = {
  HEALTH: wordsWith(
    "health medic dental hospital sjukvård hälsa vård tand ravi tervis hamba sveikat gydym vesel zob santé dentaire"
  ),
  ILLNESS: wordsWith("illness sick disease cancer disab sjuk invalid haigus puue ligos liga negal slim maladie"),
  INCOME: wordsWith(
    "income salary unemploy inkomst arbetslös sissetul töötus pajam nedarb ienākum bezdarb revenu prévoyance chômage"
  )
}

/** Separates the words of names such as `droneHealth`. */
const separated = (text: string): string => text.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")

const inWords = (text: string): SensitiveCategory | undefined =>
  (["HEALTH", "ILLNESS", "INCOME"] as const).find((category) => words[category].test(separated(text)))

/** Returns the category of an insurance, or `undefined` if its kind is not sensitive. */
export const categoryOf = (insurance: AnyInsurance): SensitiveCategory | undefined => {
  const { insuranceSubType: subType, insuranceType: type } = insurance
  if (type !== "personInsurance" && type !== "generalInsurance") return undefined
  return subType === "other" || subType === "life"
    ? inWords([insurance.companyCategory, insurance.insuranceName].join(" "))
    : bySubType[subType]
}

/** Returns the part of a record that a client may have, or `undefined` if it may have none of it. */
export const withinSensitive = <A extends Pick<InsuranceRecord, "claims" | "insurance">>(
  record: A,
  allowed: ReadonlyArray<SensitiveCategory>
): A | Omit<A, "claims"> | undefined => {
  const category = categoryOf(record.insurance)
  if (category !== undefined && !allowed.includes(category)) return undefined
  if (record.claims === undefined || allowed.includes("CLAIMS")) return record
  const { claims: _, ...rest } = record
  return rest
}
