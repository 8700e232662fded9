/** Measures the file in a request body. Only start requests contain files (spec 2.1, 2.2, 8). */

export const readMember = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.entries(value).find(([member]) => member === name)?.[1]
    : undefined

export const stringLengthOf = (value: unknown): number => (typeof value === "string" ? value.length : 0)

const contentLength = (parameter: unknown): number =>
  readMember(parameter, "type") === "PDF_DOCUMENT" ? stringLengthOf(readMember(parameter, "content")) : 0

/** Returns the length in characters. */
export type FileLength = (body: unknown) => number

/** If there are several files, which is not allowed, the longest counts. */
export const fileLengthInParameters: FileLength = (body) => {
  const parameters = readMember(body, "parameters")
  const lengths = Array.isArray(parameters) ? parameters.map(contentLength) : []
  return lengths.reduce((longest, length) => Math.max(longest, length), 0)
}

const quotationMark = 0x22
const backslash = 0x5c

/** Finds the closing quotation mark of the JSON string whose text starts at `from`, or the end of the body. */
const endOfText = (body: Uint8Array, from: number): number => {
  for (let at = body.indexOf(quotationMark, from); at >= 0; at = body.indexOf(quotationMark, at + 1)) {
    let before = at
    while (body[before - 1] === backslash) before -= 1
    if ((at - before) % 2 === 0) return at
  }
  return body.length
}

/**
 * Counts the bytes of a body outside its longest string, and stops when the count exceeds `enough`. A file in the body
 * is a single string, so at least the counted bytes are not part of it. Does not parse the body, because a body with
 * many small values would block the service for seconds.
 */
export const countBytesOutsideLongestString = (body: Uint8Array, enough: number): number => {
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
