/** Reads one document with the layouts, in the reader process's thread (ReaderThread). */
import { interpret } from "../layout/Interpreter.ts"
import { caseFoldLines } from "../layout/Sections.ts"
import { layouts, layoutsOf } from "../layouts/Layouts.ts"
import type { ReadingOptions } from "./Attempt.ts"
import { read as linesOf } from "./PdfText.ts"
import type { ReaderResponse } from "../layout/ReaderResponse.ts"

export interface DocumentInput extends ReadingOptions {
  /** The file. PDF.js takes ownership of it. */
  readonly bytes: Uint8Array
}

/** The separator between cells in printed lines. */
const gap = "  |  "

export const read = async ({ bytes, company, lines: printed }: DocumentInput): Promise<ReaderResponse> => {
  const lines = await linesOf(bytes)
  if (typeof lines === "string") return { type: lines }
  if (lines.length === 0) return { type: "WITHOUT_TEXT" }
  const prepared = caseFoldLines(lines)
  return {
    type: "READ",
    readings: (company === undefined ? layouts : layoutsOf(company)).map((layout) => interpret(layout, prepared)),
    ...(printed === true && { lines: lines.map(({ cells }) => cells.map(({ text }) => text).join(gap)) })
  }
}
