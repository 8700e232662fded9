/**
 * The key in `Idempotency-Key`, which a client sends with a request and with each retry of the request (decisions 14).
 */

import { Brand } from "effect"

/** A key of 1 to 255 visible ASCII characters. */
export type RequestKey = Brand.Branded<string, "RequestKey">

const make = Brand.nominal<RequestKey>()

/** The longest key, in characters. */
const maximumLength = 255

/** Visible ASCII characters: all except the space and the control characters. */
const visible = /^[!-~]+$/

/** A string as in RFC 8941 §3.3.3. A backslash escapes a quotation mark or another backslash. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/

/**
 * Returns the key in a header field: the field's text, or the content of a quoted string. Returns `undefined` unless
 * the field is a single key of 1 to 255 visible ASCII characters. Servers join repeated fields with a comma and a
 * space, so repeated fields are never a valid key.
 *
 * @example
 * parse('"order-17"') // "order-17"
 * parse("order-17, order-18") // undefined
 */
export const parse = (field: string): RequestKey | undefined => {
  const key = field.startsWith('"') ? quoted.exec(field)?.[1]?.replaceAll(/\\(.)/g, "$1") : field
  return key !== undefined && key.length <= maximumLength && visible.test(key) ? make(key) : undefined
}
