/** The names and marks of companies, as the page shows them. */
import type { Mark } from "../../components/CompanyMark.tsx"
import { monogramsOf } from "../../components/Monograms.ts"
import { matches } from "../../texts/Search.ts"
import { language } from "../../texts/Texts.ts"
import type { Company } from "./Models.ts"

/** Returns a company's name in the page's language, if it has one. */
export const nameOf = ({ companyDisplayName, directory }: Pick<Company, "companyDisplayName" | "directory">): string =>
  directory?.nationalNames?.[language.value] ?? companyDisplayName

/** Returns the name of one of the session's companies. */
export const nameIn = (companies: ReadonlyArray<Company>, id: string): string => {
  const company = companies.find((each) => each.company === id)
  return company === undefined ? id : nameOf(company)
}

const namesOf = ({ companyDisplayName, directory }: Company): ReadonlyArray<string> => [
  companyDisplayName,
  ...Object.values(directory?.nationalNames ?? {})
]

/** Returns the address of a logo on the host of this page, which can be another name of the service's. */
const logoOf = (url: string | undefined): string | undefined => url && `../logos/${url.split("/").at(-1)}`

/** Returns the companies' marks by all their names. */
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

/** Returns true if a search finds the company: by one of its names, its groups or its BIC. */
export const isFound = (company: Company, query: string): boolean => {
  const { bic = "", groups = [] } = company.directory ?? {}
  return matches([...namesOf(company), ...groups, bic].join(" "), query)
}

/** Returns the market that a person most likely means: the region or the language of the first tag that has one (RFC 5646). */
export const marketOf = (tags: ReadonlyArray<string>, markets: ReadonlyArray<string>): string | undefined => {
  /** The languages that people speak in one market only. */
  const spoken: Readonly<Record<string, string>> = { sv: "se", et: "ee", lt: "lt", lv: "lv", fr: "fr" }
  const meant = tags.flatMap((tag) => {
    const [language = "", ...rest] = tag.split("-")
    const region = rest.find((part) => /^[A-Za-z]{2}$/.test(part))
    return [region?.toLowerCase() ?? spoken[language.toLowerCase()] ?? ""]
  })
  return meant.find((market) => markets.includes(market))
}
