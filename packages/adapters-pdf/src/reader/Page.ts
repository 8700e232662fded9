/**
 * The text of a document with its place on the page. All measures are in points, from the top left corner of a page as a
 * person reads it.
 */

/** A piece of text as the document writes it: a letter, a word or a whole line. `y` is its baseline. */
export interface TextRun {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  /** The size of the font. */
  readonly height: number
}

/** Words that stand together: what a person would call one entry of a table. */
export interface TextCell {
  readonly text: string
  /** Where it begins, and where it ends. */
  readonly left: number
  readonly right: number
}

/** The cells on one baseline, from left to right. */
export interface Line {
  /** Pages are counted from 1. */
  readonly page: number
  readonly y: number
  readonly height: number
  readonly cells: ReadonlyArray<TextCell>
}

/** The whole text of a line, cells parted by a space. */
export const textOf = ({ cells }: Line): string => cells.map(({ text }) => text).join(" ")
