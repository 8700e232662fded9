/** Reads strings, numbers, dates and times from members of any type. */
import { CalendarDate, dayAt } from "@sheaf/domain/CalendarDate"
import { Currency } from "@sheaf/domain/MonetaryAmount"
import { Schema } from "effect"

/** The maximum length of a string, in characters. Longer strings are truncated. */
const maxLength = 500

/** Collapses and trims white space. Truncation never splits a character. */
export const readText = (value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined
  // Uses only the beginning of the text, because the text can be as long as the whole response, and the work below
  // grows with its length.
  const text = value
    .slice(0, 4 * maxLength)
    .replace(/[\uD800-\uDBFF]$/, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
  if (text.length <= maxLength) return text === "" ? undefined : text
  return [...text].slice(0, maxLength).join("")
}

export const readTexts = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => readText(each) ?? [])

export const readMember = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

export const readMembers = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/** Returns a timestamp in UTC, or `undefined` if it lacks the time or the offset. */
export const readTimestamp = (value: unknown): string | undefined => {
  const isTimestamp = typeof value === "string" && /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(value)
  const time = isTimestamp ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const isDate = Schema.is(CalendarDate)

/**
 * Returns a date, or the day of a timestamp in the bank's time zone: `2026-03-30T22:30:00Z` is 2026-03-31 in Stockholm.
 * A timestamp without an offset is already local. Returns `undefined` if the day does not exist.
 */
export const readDate = (value: unknown, timeZone: string): string | undefined => {
  const day = typeof value === "string" ? value.slice(0, 10) : ""
  if (!isDate(day)) return undefined
  const timestamp = readTimestamp(value)
  const local = timestamp === undefined ? day : dayAt(Date.parse(timestamp), timeZone)
  return isDate(local) ? local : day
}

export const readNumber = (value: unknown): number | undefined => {
  if (typeof value === "string" && !/^\s*[+-]?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value)) return undefined
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN
  // Adding 0 turns -0 into 0.
  return Number.isFinite(number) ? number + 0 : undefined
}

export const readBoolean = (value: unknown): boolean | undefined => (typeof value === "boolean" ? value : undefined)

const isCurrency = Schema.is(Currency)

export const readCurrency = (value: unknown): string | undefined => {
  const code = readText(value)
  return isCurrency(code) ? code : undefined
}

/**
 * Masks the middle of a card number even if the bank shows all of it (PCI DSS 3.4). Drops a number in an unknown format
 * if it could be complete.
 */
export const readMaskedPan = (value: unknown): string | undefined => {
  const pan = readText(value)
  const digits = pan?.replace(/[ -]/g, "") ?? ""
  if (!/^\d{12,19}$/.test(digits)) return pan === undefined || /\d{7}/.test(digits) ? undefined : pan
  return `${digits.slice(0, 6)}${"*".repeat(digits.length - 10)}${digits.slice(-4)}`
}

const ibanPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

const bicPattern = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

const matching = (value: unknown, pattern: RegExp): string | undefined => {
  const text = readText(value)?.replaceAll(" ", "").toUpperCase()
  return text !== undefined && pattern.test(text) ? text : undefined
}

export const readIban = (value: unknown): string | undefined => matching(value, ibanPattern)

export const readBic = (value: unknown): string | undefined => matching(value, bicPattern)

type Defined<A> = { readonly [Name in keyof A]?: Exclude<A[Name], undefined> }

export const withoutUndefined = <A extends object>(members: A): Defined<A> =>
  // The cast is safe: the remaining members have the right names, and none is undefined.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<A>

/** Returns the defined members, or `undefined` if there are none. */
export const withoutUndefinedOrNothing = <A extends object>(members: A): Defined<A> | undefined => {
  const defined = withoutUndefined(members)
  return Object.keys(defined).length === 0 ? undefined : defined
}

/** Returns the first string found at these paths, which are member names separated by dots. */
export const readTextAt = (value: unknown, paths: ReadonlyArray<string>): string | undefined => {
  for (const path of paths) {
    const text = readText(path.split(".").reduce(readMember, value))
    if (text !== undefined) return text
  }
  return undefined
}
