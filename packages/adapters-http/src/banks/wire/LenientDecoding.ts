/** Reads texts, numbers, dates and times from members of any type. */
import { CalendarDate, dayAt } from "@sheaf/domain/CalendarDate"
import { Currency } from "@sheaf/domain/MonetaryAmount"
import { Schema } from "effect"

/** The maximum length of a bank's text, in characters. Longer texts are truncated. */
const longest = 500

/**
 * Returns a text, if there is one, with its white space collapsed and trimmed. Truncation does not split characters.
 */
export const readText = (value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined
  // Only the beginning is used, because a text can be as long as a response, and the work grows with the text's length.
  const text = value
    .slice(0, 4 * longest)
    .replace(/[\uD800-\uDBFF]$/, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
  if (text.length <= longest) return text === "" ? undefined : text
  return [...text].slice(0, longest).join("")
}

/** Returns the texts in a list, or a single text as a list, and ignores all other values. */
export const readTexts = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => readText(each) ?? [])

/** Returns an object's member, or `undefined` if either is missing. */
export const readMember = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/** Returns an object's members. Anything else has none. */
export const readMembers = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/** Returns a timestamp's time in UTC, or `undefined` if it lacks the time or the offset. */
export const readTimestamp = (value: unknown): string | undefined => {
  const isTimestamp = typeof value === "string" && /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(value)
  const time = isTimestamp ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const isDate = Schema.is(CalendarDate)

/**
 * Returns a date, or a timestamp's day in the bank's time zone, or `undefined` if no such day exists. Without an
 * offset, a timestamp is local already.
 *
 * @example
 * readDate("2026-03-30T22:30:00Z", "Europe/Stockholm") // "2026-03-31"
 */
export const readDate = (value: unknown, timeZone: string): string | undefined => {
  const day = typeof value === "string" ? value.slice(0, 10) : ""
  if (!isDate(day)) return undefined
  const timestamp = readTimestamp(value)
  const local = timestamp === undefined ? day : dayAt(Date.parse(timestamp), timeZone)
  return isDate(local) ? local : day
}

/** Returns a number, or the number in a decimal text. */
export const readNumber = (value: unknown): number | undefined => {
  if (typeof value === "string" && !/^\s*[+-]?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value)) return undefined
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN
  // Adding 0 turns -0 into 0.
  return Number.isFinite(number) ? number + 0 : undefined
}

export const readBoolean = (value: unknown): boolean | undefined => (typeof value === "boolean" ? value : undefined)

const isCurrency = Schema.is(Currency)

/** Returns a currency code, or `undefined` if the value is not one. */
export const readCurrency = (value: unknown): string | undefined => {
  const code = readText(value)
  return isCurrency(code) ? code : undefined
}

/**
 * Returns a card number with its middle masked, even if the bank shows all of it, because nobody needs it (PCI DSS
 * 3.4). A number in another format is dropped if it could be complete.
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

/** Returns an IBAN without spaces. */
export const readIban = (value: unknown): string | undefined => matching(value, ibanPattern)

export const readBic = (value: unknown): string | undefined => matching(value, bicPattern)

type Defined<A> = { readonly [Name in keyof A]?: Exclude<A[Name], undefined> }

/** Returns the members that are defined. */
export const withoutUndefined = <A extends object>(members: A): Defined<A> =>
  // The remaining members have the right names, and none is undefined.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<A>

/** Returns the defined members, or `undefined` if there are none. */
export const withoutUndefinedOrNothing = <A extends object>(members: A): Defined<A> | undefined => {
  const defined = withoutUndefined(members)
  return Object.keys(defined).length === 0 ? undefined : defined
}

/** Returns the first text at these paths of member names, separated by dots. */
export const readTextAt = (value: unknown, paths: ReadonlyArray<string>): string | undefined => {
  for (const path of paths) {
    const text = readText(path.split(".").reduce(readMember, value))
    if (text !== undefined) return text
  }
  return undefined
}
