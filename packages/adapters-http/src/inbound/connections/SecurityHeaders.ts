/**
 * The security headers (spec 7). Only this module writes them, so that a response never has one twice: browsers
 * ignore some fields that are repeated. They are prepared once as text, because polls are too frequent to build the same
 * fields each time (ADR 9).
 */

/** The fields of every response that does not set them itself: pages have their own policy, and some responses can be cached. */
export const defaultHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  // Pages of other origins can neither load a response nor keep a reference to a window with one of Sheaf's pages.
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin"
} as const

const names = Object.keys(defaultHeaders)

/** Browsers that have received a response over TLS use only TLS for a year (RFC 6797). */
const overTls = { "strict-transport-security": "max-age=31536000" } as const

/** Returns header lines, each with its line ending. */
const linesOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")

/** The header lines for each combination of fields that a response sets itself. Bit `n` is field `n`. */
const prepared = (more: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Array.from({ length: 2 ** names.length }, (_, own) => {
    const missing = Object.entries(defaultHeaders).filter((_field, index) => ((own >> index) & 1) === 0)
    return linesOf({ ...Object.fromEntries(missing), ...more })
  })

const plain = prepared({})
const secure = prepared(overTls)

/** The header fields of a response, by name in lower case. */
type Fields = Readonly<Record<string, unknown>>

/** Returns the lines that a response with these fields lacks. */
export const headerLinesFor = (fields: Fields | undefined, isSecure: boolean): string => {
  let own = 0
  if (fields !== undefined) {
    for (let index = 0; index < names.length; index++) if (fields[names[index] ?? ""] !== undefined) own |= 1 << index
  }
  return (isSecure ? secure : plain)[own] ?? ""
}
