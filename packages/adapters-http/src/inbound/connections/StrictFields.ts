/**
 * The security headers (decisions 12). Every response from both listeners has them. They are prepared once as text,
 * because polls are too frequent to build the same fields each time (ADR 9).
 */

/** The fields that a response can replace: pages have their own policy, and some responses can be cached. */
const replaceable = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
} as const

const replaceableNames = Object.keys(replaceable)

/** Pages of other origins can neither load a response nor keep a reference to a window with one of Sheaf's pages. */
const fixed = { "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin" } as const

/** Browsers that have received a response over TLS use only TLS for a year (RFC 6797). */
const overTls = { "strict-transport-security": "max-age=31536000" } as const

/** Returns header lines, each with its line ending. */
const linesOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")

/** All lines, by the set of fields that a response replaces. Bit `n` stands for field `n`. */
const prepared = (more: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Array.from({ length: 2 ** replaceableNames.length }, (_, replaced) => {
    const kept = Object.entries(replaceable).filter((_field, index) => ((replaced >> index) & 1) === 0)
    return linesOf({ ...Object.fromEntries(kept), ...fixed, ...more })
  })

const plain = prepared({})
const secure = prepared(overTls)

/** The header fields of a response, by name in lower case. */
type Fields = Readonly<Record<string, unknown>>

/** Returns the lines that a response with these fields lacks. */
export const linesFor = (fields: Fields | undefined, isSecure: boolean): string => {
  let replaced = 0
  if (fields !== undefined) {
    if (fields["cache-control"] !== undefined) replaced |= 1
    if (fields["content-security-policy"] !== undefined) replaced |= 2
    if (fields["referrer-policy"] !== undefined) replaced |= 4
    if (fields["x-content-type-options"] !== undefined) replaced |= 8
  }
  return (isSecure ? secure : plain)[replaced] ?? ""
}
