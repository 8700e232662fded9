/** The choice of a company, with a search by name and by country. */
import { useState } from "preact/hooks"
import { Choice, ChoiceList } from "../../components/Choices.tsx"
import { SelectField, TextField } from "../../components/Fields.tsx"
import { Monogram } from "../../components/Monogram.tsx"
import { Screen } from "../../components/Screen.tsx"
import { marketName } from "../../texts/Formats.ts"
import { matches } from "../../texts/Search.ts"
import { t, textOrDefault } from "../../texts/Texts.ts"
import type { Company } from "../models/Models.ts"

export interface CompanyScreenProps {
  readonly companies: ReadonlyArray<Company>
  readonly isConsent: boolean
  /** The companies that the person has used before in this session. */
  readonly recent: ReadonlyArray<string>
  /** The market to begin with. */
  readonly market?: string | undefined
  readonly onChoose: (company: Company) => void
  readonly onBack?: (() => void) | undefined
}

const noticeOf = ({ status }: Company): string | undefined =>
  status === "OPERATIONAL" ? undefined : textOrDefault(`company.${status}`, "company.UNAVAILABLE")

export const CompanyScreen = ({ companies, isConsent, market, onBack, onChoose, recent }: CompanyScreenProps) => {
  const [query, setQuery] = useState("")
  const markets = [...new Set<string>(companies.map((company) => company.market))]
  const [chosenMarket, setMarket] = useState(market !== undefined && markets.includes(market) ? market : "")
  const found = companies.filter(
    (company) => matches(company.companyDisplayName, query) && (chosenMarket === "" || company.market === chosenMarket)
  )
  const before = found.filter(({ company }) => recent.includes(company))
  const others = found.filter(({ company }) => !recent.includes(company))
  const entries = (list: ReadonlyArray<Company>) =>
    list.map((company) => (
      <Choice
        key={company.company}
        label={company.companyDisplayName}
        hint={markets.length > 1 ? marketName(company.market) : undefined}
        notice={noticeOf(company)}
        isDisabled={!company.functional}
        picture={<Monogram name={company.companyDisplayName} />}
        onPress={() => onChoose(company)}
      />
    ))
  return (
    <Screen title={t(isConsent ? "company.title.bank" : "company.title")} onBack={onBack}>
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
          label={t("company.market")}
          value={chosenMarket}
          options={[["", t("company.market.all")], ...markets.map((each) => [each, marketName(each)] as const)]}
          onChange={setMarket}
        />
      )}
      <p class="visually-hidden" role="status">
        {t("company.found", { n: found.length })}
      </p>
      {found.length === 0 && <p>{t("company.none")}</p>}
      {before.length > 0 && (
        <>
          <h2>{t("company.recent")}</h2>
          <ChoiceList label={t("company.recent")}>{entries(before)}</ChoiceList>
        </>
      )}
      {before.length > 0 && others.length > 0 && <h2>{t("company.all")}</h2>}
      {others.length > 0 && <ChoiceList label={t("company.all")}>{entries(others)}</ChoiceList>}
    </Screen>
  )
}
