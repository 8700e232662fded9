/** Figures and days, written as a market writes them. */
import type { Market } from "@sheaf/domain/Market"
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import { markets } from "../data/Markets.ts"

export interface Figures {
  readonly money: (amount: MonetaryAmount) => string
  readonly ratio: (ratio: number) => string
  readonly number: (number: number) => string
  /** A day given as `YYYY-MM-DD`. */
  readonly day: (date: string) => string
}

/** Signs that few fonts have, in place of which everybody reads a plain one: the narrow space, the minus sign. */
const plain = (text: string): string => text.replace(/[\u2009\u202f]/gu, "\u00a0").replace(/\u2212/gu, "-")

const make = (market: Market): Figures => {
  const { locale } = markets[market].letters
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: markets[market].currency })
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

/** The formats of each market. Made once: making them is what costs. */
export const figuresOf: Readonly<Record<Market, Figures>> = {
  se: make("se"),
  ee: make("ee"),
  lt: make("lt"),
  lv: make("lv"),
  fr: make("fr")
}
