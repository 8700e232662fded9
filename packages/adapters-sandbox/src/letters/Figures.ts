/** Formats of amounts, numbers and dates in each market. */
import type { Market } from "@sheaf/domain/Market"
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import { Record } from "effect"
import { markets } from "../data/Markets.ts"
import type { MarketData } from "../data/Markets.ts"

export interface Figures {
  readonly money: (amount: MonetaryAmount) => string
  readonly ratio: (ratio: number) => string
  readonly number: (number: number) => string
  /** Formats a day given as `YYYY-MM-DD`. */
  readonly day: (date: string) => string
}

/** Replaces signs that few fonts have, the narrow space and the minus sign, with common ones. */
const plain = (text: string): string => text.replace(/[\u2009\u202f]/gu, "\u00a0").replace(/\u2212/gu, "-")

const make = ({ currency, letters: { locale } }: MarketData): Figures => {
  const money = new Intl.NumberFormat(locale, { style: "currency", currency })
  const ratio = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 })
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeZone: "UTC" })
  return {
    money: ({ amount }) => plain(money.format(amount)),
    ratio: (value) => plain(ratio.format(value)),
    number: (value) => plain(number.format(value)),
    day: (date) => plain(day.format(Date.parse(`${date}T00:00:00Z`)))
  }
}

/** The formats of each market, created once because their creation is expensive. */
export const figuresOf: Readonly<Record<Market, Figures>> = Record.map(markets, make)
