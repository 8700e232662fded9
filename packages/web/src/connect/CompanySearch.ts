/** The search for a company by name. */
import type { Company } from "./Models.ts"

/** Removes accents and case, so that `langfors` finds `Långfors`. */
const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()

/** Returns true if every word of the query begins a word of the company's name. */
export const matches = ({ companyDisplayName }: Pick<Company, "companyDisplayName">, query: string): boolean => {
  const words = plain(companyDisplayName).split(/[^\p{L}\p{N}]+/u)
  return plain(query)
    .split(/[^\p{L}\p{N}]+/u)
    .every((part) => words.some((word) => word.startsWith(part)))
}
