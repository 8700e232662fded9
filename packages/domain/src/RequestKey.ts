/** The key that a client sends with a request, and again when it repeats the request, in `Idempotency-Key` (decisions 14). */

import { Brand } from "effect"

/** A key of 1 to 255 visible ASCII characters. */
export type RequestKey = Brand.Branded<string, "RequestKey">

const make = Brand.nominal<RequestKey>()

/** The longest key, in characters. */
const maximumLength = 255

/** Visible ASCII characters: all except the space and the control characters. */
const visible = /^[!-~]+$/

/** A string of RFC 8941 §3.3.3. A backslash escapes a quotation mark and another backslash. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/

/**
 * Returns the key in a header field: the field's text, or the content of a quoted string. Returns nothing if the field
 * is not one key of 1 to 255 visible ASCII characters. Servers join repeated fields with a comma and a space, so
 * repeated fields are not one key.
 *
 * @example
 * parse('"order-17"') // "order-17"
 * parse("order-17, order-18") // undefined
 */
export const parse = (field: string): RequestKey | undefined => {
  const key = field.startsWith('"') ? quoted.exec(field)?.[1]?.replaceAll(/\\(.)/g, "$1") : field
  return key !== undefined && key.length <= maximumLength && visible.test(key) ? make(key) : undefined
}
