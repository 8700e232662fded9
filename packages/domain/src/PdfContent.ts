/** The content of an uploaded PDF: base64 of a file that begins with `%PDF-`, of at most 10 MiB (decisions 2). */

/** How many bytes the file has at most. */
export const maximumBytes = 10 * 1024 * 1024

/** What is wrong with a content: it is no base64 of a PDF (400), or the file is too large (413). */
export type Fault = "NOT_A_PDF" | "BODY_TOO_LARGE"

// "%PDF-" is five bytes: six characters of base64 and four bits of a seventh, whose other two belong to the next byte.
const beginning = /^JVBERi[0-3]/
const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** How many bytes a base64 text stands for. */
export const sizeOf = (content: string): number =>
  (content.length / 4) * 3 - (content.endsWith("==") ? 2 : content.endsWith("=") ? 1 : 0)

/**
 * What is wrong with the content, or `undefined`. Nothing is decoded, so this is cheap for large files too.
 *
 * @example
 * check("JVBERi0xLjcK") // undefined
 * check("aGVsbG8=") // "NOT_A_PDF"
 */
export const check = (content: string): Fault | undefined => {
  if (content.length % 4 !== 0 || !beginning.test(content) || !base64.test(content)) return "NOT_A_PDF"
  return sizeOf(content) > maximumBytes ? "BODY_TOO_LARGE" : undefined
}
