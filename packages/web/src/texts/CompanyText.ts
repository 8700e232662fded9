/**
 * Sanitizes text from companies. The page shows it as plain text of limited size, so that it cannot imitate the page or
 * push buttons out of view.
 */

/** In code points. */
const maxCharacters = 400

/** The maximum number of lines. Any further lines are joined to the last of these. */
const maxLines = 6

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g

/** Invisible characters, such as those that change the direction of text (UAX 9). */
const invisible = /[^\P{C}\n]/gu

/** The third and further combining marks on a letter, which would cover neighboring lines. */
const stackedMarks = /(?<=\p{M}{2})\p{M}+/gu

const shortened = (text: string, most: number): string => {
  const characters = Array.from(text)
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text
}

export const messageOf = (text: string): string => {
  const plain = text.replace(lineBreaks, "\n").replace(invisible, "").replace(stackedMarks, "")
  const lines = plain.split("\n").flatMap((line) => line.trim() || [])
  const last = lines.slice(maxLines - 1).join(" ")
  return shortened([...lines.slice(0, maxLines - 1), ...(last === "" ? [] : [last])].join("\n"), maxCharacters)
}

/** For one-line texts, such as a masked phone number or a reference number. */
export const labelOf = (text: string): string => shortened(messageOf(text).replaceAll("\n", " "), 60)
