/** Reads strings and dates from members that can have any type. */

/** The longest text that Sheaf accepts from a bank, in characters. Longer texts are truncated. */
const longest = 500

/**
 * Returns a text without surrounding or repeated white space, or `undefined` if the value is not a string or is empty.
 * Truncation never splits a character.
 */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined
  // A text can be as long as a response. Only its beginning counts, because the work grows with the length.
  const text = value
    .slice(0, 4 * longest)
    .replace(/[\uD800-\uDBFF]$/, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
  if (text.length <= longest) return text === "" ? undefined : text
  return [...text].slice(0, longest).join("")
}

/** Returns the texts of a list or of a single string. Ignores objects and other values. */
export const textsOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => textOf(each) ?? [])

/** Returns the member of an object, or `undefined` if the value is not an object or lacks the member. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/** Returns the day of a date or a timestamp, or `undefined` if there is no such day. */
export const dateOf = (value: unknown): string | undefined => {
  const day = typeof value === "string" ? value.slice(0, 10) : ""
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day
}
