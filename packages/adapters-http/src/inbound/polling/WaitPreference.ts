/** The `wait` preference: how long a client wants a request to be held (RFC 7240 §4.3; spec 2.5). */

/** The longest wait, in seconds. */
const maxWait = 30

/** Yields the elements of a list. Commas in quoted strings do not separate elements. */
const elementsOf = function* (text: string): Generator<string> {
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isQuoted && character === "\\") at++
    else if (character === '"') isQuoted = !isQuoted
    else if (character === "," && !isQuoted) {
      yield text.slice(start, at)
      start = at + 1
    }
  }
  yield text.slice(start)
}

const digits = /^[0-9]+$/

/**
 * Returns the wait that a `Prefer` header asks for, in seconds, but at most {@link maxWait}. Returns `undefined` if
 * the header has no wait or a malformed one. Only the first wait counts (RFC 7240 §2).
 */
export const waitSecondsOf = (prefer: string | undefined): number | undefined => {
  if (prefer === undefined) return undefined
  for (const element of elementsOf(prefer)) {
    const [preference = ""] = element.split(";", 1)
    const equals = preference.indexOf("=")
    const name = equals < 0 ? preference : preference.slice(0, equals)
    if (name.trim().toLowerCase() !== "wait") continue
    const value = equals < 0 ? "" : preference.slice(equals + 1).trim()
    return digits.test(value) ? Math.min(Number(value), maxWait) : undefined
  }
  return undefined
}
