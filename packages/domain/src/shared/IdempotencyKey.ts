/**
 * The key in `Idempotency-Key`, which a client sends with a request and with each retry of the request (spec 8).
 */

import { Brand } from "effect"

/** The maximum length of a key, in characters. */
export const maxLength = 255

/** A key of 1 to {@link maxLength} visible ASCII characters. */
export type IdempotencyKey = Brand.Branded<string, "IdempotencyKey">

/** Brands a key. It must have the form of {@link headerPattern}. */
export const make = Brand.nominal<IdempotencyKey>()

/**
 * The header field of a key: the key itself, or a quoted string (RFC 8941 §3.3.3) in which a backslash escapes a quotation
 * mark or another backslash. Visible ASCII characters are all except the space and the control characters.
 */
export const headerPattern = new RegExp(
  `^(?:[!#-~][!-~]{0,${maxLength - 1}}|"(?:[!#-[\\]-~]|\\\\["\\\\]){1,${maxLength}}")$`
)

/**
 * Returns the key in a header field: the field's text, or the content of a quoted string. Returns `undefined` unless
 * the field matches {@link headerPattern}. Servers join repeated fields with a comma and a space, so repeated fields are never a
 * valid key.
 *
 * @example
 * parse('"order-17"') // "order-17"
 * parse("order-17, order-18") // undefined
 */
export const parse = (text: string): IdempotencyKey | undefined => {
  if (!headerPattern.test(text)) return undefined
  return make(text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/g, "$1") : text)
}
