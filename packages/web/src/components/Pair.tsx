/** Shows who reads the data and where it comes from: the company, an arrow and the client. */
import { t } from "../texts/Texts.ts"
import { CompanyMark } from "./CompanyMark.tsx"
import { initialOf } from "./Monograms.ts"
import "./Pair.css"

export interface PairProps {
  readonly client: string
  /** The company's name. If absent, only the client is shown. */
  readonly company?: string | undefined
  /** True to show everything in one compact row, with each name beside its mark instead of below it. */
  readonly isSmall?: boolean
}

/** Points to the client, because the data goes there. */
const Arrow = () => (
  <svg class="pair__arrow" viewBox="0 0 28 12" width="28" height="12" aria-hidden="true">
    <path d="M1 6h25m-5-5 5 5-5 5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
  </svg>
)

const Client = ({ client }: { readonly client: string }) => (
  <span class="pair__party">
    <span class="mark mark--client" aria-hidden="true">
      {initialOf(client)}
    </span>
    <span class="pair__name" dir="auto">
      {client}
    </span>
  </span>
)

export const Pair = ({ client, company, isSmall = false }: PairProps) => {
  const size = isSmall ? "pair pair--small" : "pair"
  return company === undefined ? (
    <div class={`${size} pair--alone`}>
      <Client client={client} />
    </div>
  ) : (
    <>
      <p class="visually-hidden">{t("pair", { client, company })}</p>
      <div class={size} aria-hidden="true">
        <span class="pair__party">
          <CompanyMark name={company} />
          <strong class="pair__name" dir="auto">
            {company}
          </strong>
        </span>
        <Arrow />
        <Client client={client} />
      </div>
    </>
  )
}
