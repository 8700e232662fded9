/** The key in `Idempotency-Key`. A client sends the same key with a request and all of its retries (spec 8). */

import { Brand } from "effect"

export const maxLength = 255

/** A key of 1 to {@link maxLength} visible ASCII characters. */
export type IdempotencyKey = Brand.Branded<string, "IdempotencyKey">

/** Brands a key from which quotes and escapes have been removed. The caller must have checked the key's form. */
export const make = Brand.nominal<IdempotencyKey>()

/**
 * The header field: either the key itself, or a quoted string (RFC 8941 §3.3.3) in which backslashes escape quotation
 * marks and backslashes. Only visible ASCII characters are allowed.
 */
export const headerPattern = new RegExp(
  `^(?:[!#-~][!-~]{0,${maxLength - 1}}|"(?:[!#-[\\]-~]|\\\\["\\\\]){1,${maxLength}}")$`
)

/**
 * Returns the key in a header field, with any quotes and escapes removed. Returns `undefined` unless the field matches
 * {@link headerPattern}. A repeated field is never valid, because servers join its values with a comma and a space.
 *
 * @example
 * parse('"order-17"') // "order-17"
 * parse("order-17, order-18") // undefined
 */
export const parse = (text: string): IdempotencyKey | undefined => {
  if (!headerPattern.test(text)) return undefined
  return make(text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/g, "$1") : text)
}
