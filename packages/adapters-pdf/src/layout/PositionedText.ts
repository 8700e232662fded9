/** Text with its position on the page, in points from the top left corner. */

/** A letter, a word or a whole line. `y` is the baseline. */
export interface TextRun {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  /** The font size. */
  readonly height: number
}

export interface TextCell {
  readonly text: string
  readonly left: number
  readonly right: number
}

/** The cells on one baseline, from left to right. */
export interface TextLine {
  /** Page numbers start at 1. */
  readonly page: number
  readonly y: number
  readonly height: number
  readonly cells: ReadonlyArray<TextCell>
}
