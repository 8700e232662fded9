/** How the page shows companies: by name, and by logo or monogram. */
import type { Mark } from "../../components/CompanyMark.tsx"
import { monogramsOf } from "../../components/Monograms.ts"
import { matches } from "../../texts/Search.ts"
import { language } from "../../texts/Texts.ts"
import type { Company } from "./Models.ts"

export const nameOf = ({ companyDisplayName, directory }: Pick<Company, "companyDisplayName" | "directory">): string =>
  directory?.nationalNames?.[language.value] ?? companyDisplayName

export const nameIn = (companies: ReadonlyArray<Company>, id: string): string => {
  const company = companies.find((each) => each.company === id)
  return company === undefined ? id : nameOf(company)
}

const namesOf = ({ companyDisplayName, directory }: Company): ReadonlyArray<string> => [
  companyDisplayName,
  ...Object.values(directory?.nationalNames ?? {})
]

/** Resolves a logo against this page's host, because the service can have several host names. */
const logoOf = (url: string | undefined): string | undefined => url && `../logos/${url.split("/").at(-1)}`

export const marksOf = (companies: ReadonlyArray<Company>): ReadonlyMap<string, Mark> => {
  const letters = monogramsOf(companies.map(({ companyDisplayName }) => companyDisplayName))
  return new Map(
    companies.flatMap((company) => {
      const { companyDisplayName, directory } = company
      const mark: Mark = {
        logo: logoOf(directory?.logoUrl),
        color: directory?.color,
        letters: letters.get(companyDisplayName) ?? ""
      }
      return namesOf(company).map((name) => [name, mark] as const)
    })
  )
}

/** Searches the company's names, groups and BIC. */
export const isFound = (company: Company, query: string): boolean => {
  const { bic = "", groups = [] } = company.directory ?? {}
  return matches([...namesOf(company), ...groups, bic].join(" "), query)
}

/**
 * Guesses the person's market from language tags (RFC 5646). Returns the first supported market that a tag stands for.
 * A tag stands for the market of its region or, if the tag has no region, for the market of its language.
 */
export const marketOf = (tags: ReadonlyArray<string>, markets: ReadonlyArray<string>): string | undefined => {
  const spoken: Readonly<Record<string, string>> = { sv: "se", et: "ee", lt: "lt", lv: "lv", fr: "fr" }
  const meant = tags.flatMap((tag) => {
    const [language = "", ...rest] = tag.split("-")
    const region = rest.find((part) => /^[A-Za-z]{2}$/.test(part))
    return [region?.toLowerCase() ?? spoken[language.toLowerCase()] ?? ""]
  })
  return meant.find((market) => markets.includes(market))
}
