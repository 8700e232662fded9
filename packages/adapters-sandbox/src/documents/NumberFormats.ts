/** Formats amounts, numbers and dates for each market. */
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import { marketProfiles } from "../data/Markets.ts"
import type { MarketProfile } from "../data/Markets.ts"

/** Replaces the narrow space and the minus sign with common characters, because few fonts have them. */
const plain = (text: string): string => text.replace(/[\u2009\u202f]/gu, "\u00a0").replace(/\u2212/gu, "-")

const make = ({ currency, letters: { locale } }: MarketProfile) => {
  const money = new Intl.NumberFormat(locale, { style: "currency", currency })
  const ratio = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 })
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeZone: "UTC" })
  return {
    money: ({ amount }: MonetaryAmount) => plain(money.format(amount)),
    ratio: (value: number) => plain(ratio.format(value)),
    number: (value: number) => plain(number.format(value)),
    /** `date` has the form `YYYY-MM-DD`. */
    day: (date: string) => plain(day.format(Date.parse(`${date}T00:00:00Z`)))
  }
}

type FormattedMarket = keyof typeof marketProfiles

const made = new Map<FormattedMarket, ReturnType<typeof make>>()

/** Formats are expensive to create, so they are created on first use and cached per market. */
export const formatsOf = (market: FormattedMarket) => {
  const figures = made.get(market) ?? make(marketProfiles[market])
  made.set(market, figures)
  return figures
}
