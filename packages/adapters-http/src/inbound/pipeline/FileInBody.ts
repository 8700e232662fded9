/** How much of a body is a file, in whichever version: only starts hold one (decisions 2, 3, 14). */

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.entries(value).find(([member]) => member === name)?.[1]
    : undefined

const lengthOf = (value: unknown): number => (typeof value === "string" ? value.length : 0)

const contentLength = (parameter: unknown): number =>
  memberOf(parameter, "type") === "PDF_DOCUMENT" ? lengthOf(memberOf(parameter, "content")) : 0

/** How many characters of a body are the content of a file. Of several, which no version takes, the longest counts. */
export const lengthIn = (body: unknown): number => {
  const parameters = memberOf(body, "parameters")
  const inParameters = Array.isArray(parameters) ? parameters.map(contentLength) : []
  const inInput = lengthOf(memberOf(memberOf(body, "input"), "PDF_CONTENT"))
  return inParameters.reduce((longest, length) => Math.max(longest, length), inInput)
}

const quotationMark = 0x22
const backslash = 0x5c

/** Where the text ends that begins at `from`: at the next quotation mark that is not escaped, or with the body. */
const endOfText = (body: Uint8Array, from: number): number => {
  for (let at = body.indexOf(quotationMark, from); at >= 0; at = body.indexOf(quotationMark, at + 1)) {
    let before = at
    while (body[before - 1] === backslash) before -= 1
    if ((at - before) % 2 === 0) return at
  }
  return body.length
}

/**
 * How many bytes of a body lie outside of its longest text at least, counted up to where they are more than `enough`. A
 * file is a text, so no fewer lie outside of it. Nothing is made of the body for that: many small values in a large body
 * would take seconds, in which nobody else is answered.
 */
export const besideLongestText = (body: Uint8Array, enough: number): number => {
  let longest = 0
  let at = 0
  while (at < body.length && at - longest <= enough) {
    if (body[at] === quotationMark) {
      const begin = at + 1
      at = endOfText(body, begin)
      longest = Math.max(longest, at - begin)
    }
    at += 1
  }
  return Math.min(at, body.length) - longest
}
