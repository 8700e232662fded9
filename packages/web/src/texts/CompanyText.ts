/**
 * A company's own texts. The page shows them as plain text and bounds their size, so that they cannot imitate the page
 * or push its buttons out of view.
 */

/** The maximum length, in code points. */
const maxCharacters = 400

/** The maximum number of lines. Further lines continue on the last one. */
const maxLines = 6

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g

/** Invisible characters, for example those that change the direction of the text around them (UAX 9). */
const invisible = /[^\P{C}\n]/gu

/** Marks beyond two on one letter, which would cover the lines above and below. */
const stackedMarks = /(?<=\p{M}{2})\p{M}+/gu

const shortened = (text: string, most: number): string => {
  const characters = Array.from(text)
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text
}

/** Returns a message of a company, with at most six lines. */
export const messageOf = (text: string): string => {
  const plain = text.replace(lineBreaks, "\n").replace(invisible, "").replace(stackedMarks, "")
  const lines = plain.split("\n").flatMap((line) => line.trim() || [])
  const last = lines.slice(maxLines - 1).join(" ")
  return shortened([...lines.slice(0, maxLines - 1), ...(last === "" ? [] : [last])].join("\n"), maxCharacters)
}

/** Returns a short text of a company on one line, such as a masked phone number or a reference number. */
export const labelOf = (text: string): string => shortened(messageOf(text).replaceAll("\n", " "), 60)
