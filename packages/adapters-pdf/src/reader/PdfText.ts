/**
 * The text of a PDF, by PDF.js: no page is drawn, no script of the document runs, nothing is fetched. What a file can make
 * it do is bounded here by what is read of it, and around it by time and memory (Reader).
 */
import { getDocument, Util } from "unpdf/pdfjs"
import { linesOf } from "./Lines.ts"
import type { Line, TextRun } from "./Page.ts"

/** What is read of a document at most: what follows are general terms, and nothing that a layout asks for. */
const maximumPages = 30
const maximumRuns = 20_000
const maximumCharacters = 400_000

/** What PDF.js gives for a piece of text: its matrix has the place in it, and the size of the font. */
interface TextItem {
  readonly str: string
  readonly width: number
  readonly transform: ReadonlyArray<number>
}

const isText = (item: object): item is TextItem => "str" in item

/** How much of the document may still be read. */
interface Left {
  runs: number
  characters: number
}

/** The run, or nothing where it does not stand upright on the page: stamps across it and notes along its edge. */
const runOf = (item: TextItem, viewport: ReadonlyArray<number>): TextRun | undefined => {
  const matrix: ReadonlyArray<number> = Util.transform([...viewport], [...item.transform])
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = matrix
  const upright = a > 0 && d < 0 && Math.abs(b) < 0.05 * a && Math.abs(c) < 0.05 * -d
  return upright && [a, d, x, y, item.width].every(Number.isFinite)
    ? { text: item.str, x, y, width: item.width, height: -d }
    : undefined
}

/** The runs of a page, as many as may still be read. Text comes in chunks, so that no page has to be taken whole. */
const runsOf = async (page: Page, left: Left): Promise<ReadonlyArray<TextRun>> => {
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
        await reader.cancel(new Error("more text than is read"))
        return runs
      }
      const run = runOf(item, viewport)
      if (run !== undefined) runs.push(run)
    }
  }
}

type Document = Awaited<ReturnType<typeof getDocument>["promise"]>
type Page = Awaited<ReturnType<Document["getPage"]>>

const open = (bytes: Uint8Array) =>
  getDocument({
    data: bytes,
    // Errors are told by their names, never by what they say of the document.
    verbosity: 0,
    stopAtErrors: false,
    maxImageSize: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false
  })

/** Why a document has no text for us. A file that opens without a password is read, whatever it permits. */
export type Unreadable = "ENCRYPTED" | "DAMAGED"

/** The lines of the first pages, or why there are none. The bytes are used up. */
export const read = async (bytes: Uint8Array): Promise<ReadonlyArray<Line> | Unreadable> => {
  try {
    const document = await open(bytes).promise
    const left: Left = { runs: maximumRuns, characters: maximumCharacters }
    const lines: Array<Line> = []
    for (let number = 1; number <= Math.min(document.numPages, maximumPages); number++) {
      lines.push(...linesOf(number, await runsOf(await document.getPage(number), left)))
      if (left.runs < 0 || left.characters < 0) break
    }
    return lines
  } catch (error) {
    return error instanceof Error && error.name === "PasswordException" ? "ENCRYPTED" : "DAMAGED"
  }
}
