/** How a market writes numbers, money, dates and registration numbers. */
import type { MarketFormatName } from "./Layout.ts"

export interface MarketFormat {
  readonly decimal: "," | "."
  /** Separators between groups of three digits. A space stands for any kind of space. */
  readonly groups: ReadonlyArray<" " | "." | ",">
  /** The separator in numeric dates, such as `17.09.1987`. */
  readonly dateSeparator: "." | "/" | "-"
  /** What may follow the year: a period, or an abbreviation of the word for year. */
  readonly afterYear?: RegExp
  /** The month names in lower case, starting with January. */
  readonly months: ReadonlyArray<string>
  readonly currencies: Readonly<Record<string, string>>
  /** Matches registration numbers, including spaces and hyphens. */
  readonly registrationNumber: RegExp
}

const euro = { "€": "EUR", EUR: "EUR" }

export const estonianFormat: MarketFormat = {
  decimal: ",",
  groups: [" "],
  dateSeparator: ".",
  afterYear: /(?<=\d)(?:\.| ?a\.?|\. ?a\.?)$/u,
  months: "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember".split(" "),
  currencies: euro,
  registrationNumber: /^\d{2,3} ?[A-Z]{3}$/u
}

export const frenchFormat: MarketFormat = {
  decimal: ",",
  groups: [" ", "."],
  dateSeparator: "/",
  months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" "),
  currencies: { ...euro, euros: "EUR" },
  registrationNumber: /^(?:[A-Z]{2}([- ]?)\d{3}\1[A-Z]{2}|\d{1,4} ?[A-Z]{2,3} ?\d{2})$/u
}

export const marketFormats: Readonly<Record<MarketFormatName, MarketFormat>> = {
  estonian: estonianFormat,
  french: frenchFormat
}
