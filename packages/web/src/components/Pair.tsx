/** Shows on every screen who reads the data and where it comes from: the company, an arrow and the client. */
import { t } from "../texts/Texts.ts"
import { CompanyMark } from "./CompanyMark.tsx"
import { initialOf } from "./Monograms.ts"
import "./Pair.css"

export interface PairProps {
  readonly client: string
  /** The company's name. Absent until the person has chosen one. */
  readonly company?: string | undefined
  /** True if the screen is about the client alone. */
  readonly isAlone?: boolean
}

const Open = () => (
  <span class="mark mark--open" aria-hidden="true">
    <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2">
      <path d="M4 20V9l8-5 8 5v11M4 20h16M9 20v-6h6v6" />
    </svg>
  </span>
)

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

export const Pair = ({ client, company, isAlone = false }: PairProps) =>
  isAlone ? (
    <div class="pair pair--alone">
      <Client client={client} />
    </div>
  ) : (
    <>
      {company !== undefined && <p class="visually-hidden">{t("pair", { client, company })}</p>}
      <div class="pair" aria-hidden={company !== undefined}>
        <span class="pair__party">
          {company === undefined ? <Open /> : <CompanyMark name={company} />}
          {company !== undefined && (
            <strong class="pair__name" dir="auto">
              {company}
            </strong>
          )}
        </span>
        <Arrow />
        <Client client={client} />
      </div>
    </>
  )
