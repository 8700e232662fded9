/** Reads one document with each of the given layouts. Runs in the reader process's worker thread (ReaderThread). */
import { interpret } from "../layout/Interpreter.ts"
import { caseFoldLines } from "../layout/Sections.ts"
import type { ReadingOptions } from "./Attempt.ts"
import { read as linesOf } from "./PdfText.ts"
import type { ReaderResponse } from "../layout/ReaderResponse.ts"
import type { TextLine } from "../layout/PositionedText.ts"

export interface DocumentInput extends ReadingOptions {
  /** The file. PDF.js takes ownership of it. */
  readonly bytes: Uint8Array
  /** The thread writes the current layout's and field's numbers here, counting from 1. */
  readonly progress?: Int32Array
}

const points = (distance: number): number => Math.round(distance * 10) / 10

const documentLine = ({ cells, page, y }: TextLine) => ({
  page,
  y: points(y),
  cells: cells.map(({ left, right, text }) => ({ text, left: points(left), right: points(right) }))
})

export const read = async ({ bytes, layouts, lines: wanted, progress }: DocumentInput): Promise<ReaderResponse> => {
  const lines = await linesOf(bytes)
  if (typeof lines === "string") return { type: lines }
  if (lines.length === 0) return { type: "WITHOUT_TEXT" }
  const prepared = caseFoldLines(lines)
  return {
    type: "READ",
    readings: layouts.map((layout, index) =>
      interpret(layout, prepared, (field) => progress?.set([index + 1, field + 1]))
    ),
    ...(wanted === true && { lines: lines.map(documentLine) })
  }
}
