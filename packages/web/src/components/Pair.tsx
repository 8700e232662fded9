/** Who reads, and from where: the client and the company side by side, on every screen. */
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
  <svg class="pair__arrow" viewBox="0 0 20 12" width="20" height="12" aria-hidden="true">
    <path d="M19 6H2m5-5L2 6l5 5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
  </svg>
)

export const Pair = ({ client, company, isAlone = false }: PairProps) => (
  <div class="pair">
    <span class="pair__marks">
      <span class="mark mark--client" aria-hidden="true">
        {initialOf(client)}
      </span>
      {!isAlone && <Arrow />}
      {!isAlone && (company === undefined ? <Open /> : <CompanyMark name={company} />)}
    </span>
    <p class="pair__names" dir="auto" aria-hidden={company !== undefined}>
      {company !== undefined && <strong>{company}</strong>} <span>{client}</span>
    </p>
    {company !== undefined && <p class="visually-hidden">{t("pair", { client, company })}</p>}
  </div>
)
