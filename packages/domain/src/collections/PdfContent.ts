/** The content of an uploaded PDF: base64 of a file that begins with `%PDF-`, of at most 10 MiB (decisions 2). */

/** How many bytes the file has at most. */
export const maximumBytes = 10 * 1024 * 1024

/** What is wrong with a content: it is no base64 of a PDF (400), or the file is too large (413). */
export type PdfFault = "NOT_A_PDF" | "BODY_TOO_LARGE"

// "%PDF-" is five bytes: six characters of base64 and four bits of a seventh, whose other two belong to the next byte.
const beginning = /^JVBERi[0-3]/

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** 1 at the code of each digit of base64. */
const isDigit = Uint8Array.from({ length: 128 }, (_, code) => Number(digits.includes(String.fromCharCode(code))))

/** How many signs at the end of a base64 text stand for nothing. */
const paddingOf = (content: string): number => (content.endsWith("==") ? 2 : content.endsWith("=") ? 1 : 0)

/** Looked up sign by sign: in the millions of a large file, a regular expression takes four times as long. */
const isBase64 = (content: string): boolean => {
  if (content.length % 4 !== 0) return false
  const end = content.length - paddingOf(content)
  for (let at = 0; at < end; at++) {
    if (isDigit[content.charCodeAt(at)] !== 1) return false
  }
  return true
}

/** How many bytes a base64 text stands for. */
export const sizeOf = (content: string): number => (content.length / 4) * 3 - paddingOf(content)

/**
 * What is wrong with the content, or `undefined`. Nothing is decoded, so this is cheap for large files too.
 *
 * @example
 * check("JVBERi0xLjcK") // undefined
 * check("aGVsbG8=") // "NOT_A_PDF"
 */
export const check = (content: string): PdfFault | undefined => {
  if (!beginning.test(content) || !isBase64(content)) return "NOT_A_PDF"
  return sizeOf(content) > maximumBytes ? "BODY_TOO_LARGE" : undefined
}
