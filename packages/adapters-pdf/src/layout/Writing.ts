/** How a market writes numbers, money, days and registration numbers. */
import type { WritingName } from "./Layout.ts"

export interface Writing {
  /** What stands before the decimals. */
  readonly decimal: "," | "."
  /** What may stand between groups of three digits; a space stands for every kind of space. */
  readonly groups: ReadonlyArray<" " | "." | ",">
  /** What stands between day, month and year, in figures: `17.09.1987`. */
  readonly dateSeparator: "." | "/" | "-"
  /** What may follow the year and says no more: a full stop, an abbreviation of the word for it. */
  readonly afterYear?: RegExp
  /** The names of the months, from January on, in lower case. */
  readonly months: ReadonlyArray<string>
  /** The words and signs of currencies, with their codes. */
  readonly currencies: Readonly<Record<string, string>>
  /** The whole of a registration number, spaces and hyphens as they are written. */
  readonly registrationNumber: RegExp
}

const euro = { "€": "EUR", EUR: "EUR" }

export const estonian: Writing = {
  decimal: ",",
  groups: [" "],
  dateSeparator: ".",
  afterYear: /(?<=\d)(?:\.| ?a\.?|\. ?a\.?)$/u,
  months: "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember".split(" "),
  currencies: euro,
  registrationNumber: /^\d{2,3} ?[A-Z]{3}$/u
}

export const french: Writing = {
  decimal: ",",
  groups: [" ", "."],
  dateSeparator: "/",
  months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" "),
  currencies: { ...euro, euros: "EUR" },
  registrationNumber: /^(?:[A-Z]{2}([- ]?)\d{3}\1[A-Z]{2}|\d{1,4} ?[A-Z]{2,3} ?\d{2})$/u
}

export const writings: Readonly<Record<WritingName, Writing>> = { estonian, french }
