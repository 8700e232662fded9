/** Parses values from a document's text. Values are never guessed: text that cannot be parsed becomes `undefined`. */
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import { foldText } from "./TextFolding.ts"
import type { FieldKind } from "./Layout.ts"
import type { MarketFormat } from "./MarketFormat.ts"

/** The maximum length of a value or name, in characters. Longer ones come from malformed documents. */
export const maxTextLength = 300

export type FieldValue = string | number | boolean | MonetaryAmount

const whole = /^-?\d{1,15}$/
/** The first group of digits: one to three digits, without a leading zero. */
const leading = /^-?[1-9]\d{0,2}$/

const digitsOf = (text: string, groups: MarketFormat["groups"]): string | undefined => {
  const separator = groups.find((group) => text.includes(group))
  if (separator === undefined) return text
  const [first = "", ...others] = text.split(separator)
  return leading.test(first) && others.every((group) => /^\d{3}$/.test(group)) ? [first, ...others].join("") : undefined
}

const amount = (text: string, { decimal, groups }: MarketFormat, maxDecimals: number): number | undefined => {
  const [before = "", ...after] = text.split(decimal)
  const [decimals = "0"] = after
  if (after.length > 1 || !/^\d+$/.test(decimals) || decimals.length > maxDecimals) return undefined
  const digits = digitsOf(before, groups)
  return digits !== undefined && whole.test(digits) ? Number(`${digits}.${decimals}`) : undefined
}

const number = (text: string, unit: string | undefined, writing: MarketFormat): number | undefined =>
  amount(unit !== undefined && text.endsWith(unit) ? text.slice(0, -unit.length).trim() : text, writing, Infinity)

/**
 * The maximum number of decimal places in an amount. Three digits after a separator are more likely to be thousands.
 */
const centFigures = 2

const money = (text: string, writing: MarketFormat): MonetaryAmount | undefined => {
  for (const [words, currency] of Object.entries(writing.currencies)) {
    if (!text.endsWith(words) && !text.startsWith(words)) continue
    const figures = text.endsWith(words) ? text.slice(0, -words.length) : text.slice(words.length)
    const value = amount(figures.trim(), writing, centFigures)
    if (value !== undefined) return { amount: value, currency }
  }
  return undefined
}

/** Returns `undefined` if the date does not exist. */
const day = (year: number, month: number, date: number): string | undefined => {
  if (!(year >= 1000 && year <= 9999)) return undefined
  const at = new Date(Date.UTC(year, month - 1, date))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === date ? at.toISOString().slice(0, 10) : undefined
}

/** Parses numeric dates (`17.09.1987`) and dates with a month name (`1er mars 2026`, `17. september 1987`). */
const date = (written: string, { afterYear, dateSeparator, months }: MarketFormat): string | undefined => {
  const text = afterYear === undefined ? written : written.replace(afterYear, "")
  const figures = text.split(dateSeparator).map((part) => part.trim())
  if (figures.length === 3) {
    const [first = "", second = "", third = ""] = figures
    const isDay = /^\d{1,2}$/.test(first) && /^\d{1,2}$/.test(second) && /^\d{4}$/.test(third)
    return isDay ? day(Number(third), Number(second), Number(first)) : undefined
  }
  const words = /^(\d{1,2})(?:er|\.)? ([^\d\s]+) (\d{4})$/u.exec(text.toLowerCase())
  if (words === null) return undefined
  return day(Number(words[3]), months.indexOf(words[2] ?? "") + 1, Number(words[1]))
}

export const parse = (text: string, kind: FieldKind, writing: MarketFormat): FieldValue | undefined => {
  switch (kind.type) {
    case "text":
      return text.length <= maxTextLength ? text : undefined
    case "date":
      return date(text, writing)
    case "money":
      return money(text, writing)
    case "number":
      return number(text, kind.unit, writing)
    case "integer": {
      const value = number(text, kind.unit, writing)
      return Number.isSafeInteger(value) ? value : undefined
    }
    case "registrationNumber": {
      const upper = text.toUpperCase()
      return writing.registrationNumber.test(upper) ? upper : undefined
    }
    case "choice": {
      const folded = foldText(text)
      return Object.entries(kind.of).find(([words]) => foldText(words) === folded)?.[1]
    }
  }
}
