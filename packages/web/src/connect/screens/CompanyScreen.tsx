/** The choice of a company, with a search by name and by country. */
import { useState } from "preact/hooks"
import { Choice, ChoiceList } from "../../components/Choices.tsx"
import { CompanyMark } from "../../components/CompanyMark.tsx"
import { SelectField, TextField } from "../../components/Fields.tsx"
import { Screen } from "../../components/Screen.tsx"
import { marketName } from "../../texts/Formats.ts"
import { t, textOrDefault } from "../../texts/Texts.ts"
import { isFound, marketOf, nameOf } from "../models/CompanyNames.ts"
import type { Company } from "../models/Models.ts"

export interface CompanyScreenProps {
  /** The companies, the most used ones first. */
  readonly companies: ReadonlyArray<Company>
  /** True if all of the companies are banks. */
  readonly areBanks: boolean
  /** The companies that the person has used before in this session. They come first. */
  readonly recent: ReadonlyArray<string>
  /** The market to begin with. By default, it is derived from the browser's languages. */
  readonly market?: string | undefined
  readonly onChoose: (company: Company) => void
  readonly onBack?: (() => void) | undefined
}

const noticeOf = ({ status }: Company): string | undefined =>
  status === "OPERATIONAL" ? undefined : textOrDefault(`company.${status}`, "company.UNAVAILABLE")

/**
 * Returns the matching companies in the chosen market. If the market has none and the person has typed something,
 * returns the matches in all markets.
 */
const search = (companies: ReadonlyArray<Company>, query: string, market: string): ReadonlyArray<Company> => {
  const found = companies.filter((company) => isFound(company, query))
  const here = found.filter((company) => market === "" || company.market === market)
  return here.length === 0 && query !== "" ? found : here
}

export const CompanyScreen = (props: CompanyScreenProps) => {
  const { areBanks, companies, market, onBack, onChoose, recent } = props
  const [query, setQuery] = useState("")
  const markets = [...new Set<string>(companies.map((company) => company.market))]
  const meant = market !== undefined && markets.includes(market) ? market : marketOf(navigator.languages, markets)
  const [chosenMarket, setMarket] = useState(meant ?? "")
  const found = search(companies, query, chosenMarket)
  const isBefore = ({ company }: Company): boolean => recent.includes(company)
  const ordered = [...found.filter(isBefore), ...found.filter((company) => !isBefore(company))]
  const hintOf = (company: Company): string => {
    const isElsewhere = company.market !== chosenMarket && markets.length > 1
    return [
      ...(isBefore(company) ? [t("company.recent")] : []),
      // In a list of banks, every row would show the same product.
      ...(areBanks ? [] : company.products.map((product) => t(`company.kind.${product}`))),
      ...(isElsewhere ? [marketName(company.market)] : [])
    ].join(" · ")
  }
  return (
    <Screen title={t(areBanks ? "company.title.bank" : "company.title")} onBack={onBack}>
      <TextField
        name="search"
        label={t("company.search")}
        keyboard="search"
        autoComplete="organization"
        value={query}
        onInput={setQuery}
      />
      {markets.length > 1 && (
        <SelectField
          name="market"
          isFilter
          label={t("company.market")}
          value={chosenMarket}
          options={[["", t("company.market.all")], ...markets.map((each) => [each, marketName(each)] as const)]}
          onChange={setMarket}
        />
      )}
      <p class="visually-hidden" role="status">
        {t(areBanks ? "company.found.bank" : "company.found", { n: found.length })}
      </p>
      {found.length === 0 && (
        <p>
          {t(areBanks ? "company.none.bank" : "company.none")} {markets.length > 1 && t("company.none.market")}
        </p>
      )}
      {ordered.length > 0 && (
        <ChoiceList label={t(areBanks ? "company.all.bank" : "company.all")}>
          {ordered.map((company) => (
            <Choice
              key={company.company}
              label={nameOf(company)}
              hint={hintOf(company) || undefined}
              notice={noticeOf(company)}
              isDisabled={!company.functional}
              picture={<CompanyMark name={nameOf(company)} />}
              onPress={() => onChoose(company)}
            />
          ))}
        </ChoiceList>
      )}
    </Screen>
  )
}
