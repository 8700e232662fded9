/** Extracts a PDF's text with PDF.js, without drawing pages, running scripts or fetching resources. */
import { getDocument, Util } from "unpdf/pdfjs"
import { linesOf } from "./Lines.ts"
import type { TextLine, TextRun } from "../layout/PositionedText.ts"

/** Limits on a document. Pages beyond the limit contain general terms, which no layout reads. */
const maxPages = 30
const maxRuns = 20_000
const maxCharacters = 400_000

/** A piece of text from PDF.js. Its matrix contains the position and the font size. */
interface TextItem {
  readonly str: string
  readonly width: number
  readonly transform: ReadonlyArray<number>
}

const isText = (item: object): item is TextItem => "str" in item

interface Left {
  runs: number
  characters: number
}

/** Returns `undefined` for rotated text, such as stamps and notes in the margin. */
const runOf = (item: TextItem, viewport: ReadonlyArray<number>): TextRun | undefined => {
  const matrix: ReadonlyArray<number> = Util.transform([...viewport], [...item.transform])
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = matrix
  const upright = a > 0 && d < 0 && Math.abs(b) < 0.05 * a && Math.abs(c) < 0.05 * -d
  return upright && [a, d, x, y, item.width].every(Number.isFinite)
    ? { text: item.str, x, y, width: item.width, height: -d }
    : undefined
}

/**
 * Reads the text runs of a page until a limit is reached. Text arrives in chunks, so a huge page is never in memory as
 * a whole.
 */
const runsOf = async (page: PdfPage, left: Left): Promise<ReadonlyArray<TextRun>> => {
  const viewport: ReadonlyArray<number> = page.getViewport({ scale: 1 }).transform
  const runs: Array<TextRun> = []
  const reader = page.streamTextContent().getReader()
  for (;;) {
    const chunk = await reader.read()
    if (chunk.done) return runs
    const items: ReadonlyArray<object> = chunk.value.items
    for (const item of items.filter(isText)) {
      left.runs -= 1
      left.characters -= item.str.length
      if (left.runs < 0 || left.characters < 0) {
        await reader.cancel(new Error("text limit reached"))
        return runs
      }
      const run = runOf(item, viewport)
      if (run !== undefined) runs.push(run)
    }
  }
}

type ParsedPdf = Awaited<ReturnType<typeof getDocument>["promise"]>
type PdfPage = Awaited<ReturnType<ParsedPdf["getPage"]>>

const open = (bytes: Uint8Array) =>
  getDocument({
    data: bytes,
    // Keeps PDF.js from logging faults in documents. The code below recognizes these errors by name.
    verbosity: 0,
    stopAtErrors: false,
    maxImageSize: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false
  })

/**
 * Why a document has no text. A file that opens without a password counts as readable, regardless of its permissions.
 */
export type UnreadableReason = "ENCRYPTED" | "DAMAGED"

/** Reads the lines of the first pages. PDF.js takes ownership of the bytes. */
export const read = async (bytes: Uint8Array): Promise<ReadonlyArray<TextLine> | UnreadableReason> => {
  try {
    const document = await open(bytes).promise
    const left: Left = { runs: maxRuns, characters: maxCharacters }
    const lines: Array<TextLine> = []
    for (let number = 1; number <= Math.min(document.numPages, maxPages); number++) {
      lines.push(...linesOf(number, await runsOf(await document.getPage(number), left)))
      if (left.runs < 0 || left.characters < 0) break
    }
    return lines
  } catch (error) {
    return error instanceof Error && error.name === "PasswordException" ? "ENCRYPTED" : "DAMAGED"
  }
}
