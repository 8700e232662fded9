/** Renders documents as one-page PDF files. The same document always produces the same bytes. */
import { Effect } from "effect"
import { valuationDate } from "../data/Dates.ts"
import * as Font from "./Font.ts"
import type { SandboxDocument } from "./SandboxDocument.ts"

/**
 * Matches text that PDF readers can show with their built-in fonts (WinAnsi), which cover western European languages
 * and Estonian.
 */
const winAnsi = /^[\u0020-\u007e\u00a0-\u00ff€ŠšŽžŒœŸ–—‘’“”„…•]*$/u

const ink = "#1d2a36"
const faint = "#66727c"
const accent = "#2f5d50"
const rule = "#d8dedd"

/** Distances from the left edge and between rows, in points. */
const left = 64
const middle = 260
const right = 531
const rowHeight = 23

const render = (pdf: PDFKit.PDFDocument, document: SandboxDocument): void => {
  const write = (text: string, x: number, y: number, size: number, color: string): void => {
    pdf.fontSize(size).fillColor(color).text(text, x, y, { lineBreak: false })
  }
  pdf.rect(0, 0, pdf.page.width, 12).fill(accent)
  write(document.sender, left, 48, 18, accent)
  document.recipient.forEach((line, index) => write(line, left, 104 + index * 15, 10.5, ink))
  write(document.title, left, 188, 22, ink)
  write(document.asOf, left, 218, 9.5, faint)
  document.rows.forEach(({ label, value }, index) => {
    const y = 252 + index * rowHeight
    write(label, left, y, 10, faint)
    write(value, middle, y, 10.5, ink)
    pdf
      .moveTo(left, y + 17)
      .lineTo(right, y + 17)
      .lineWidth(0.5)
      .strokeColor(rule)
      .stroke()
  })
  write(document.footer, left, 776, 8.5, faint)
}

const bytesOf = (pdf: PDFKit.PDFDocument): Effect.Effect<Uint8Array> =>
  Effect.callback((resume) => {
    const chunks: Array<Uint8Array> = []
    pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on("end", () => resume(Effect.succeed(new Uint8Array(Buffer.concat(chunks)))))
    pdf.end()
  })

/** The renderer loads pdfkit and the font when a document first needs them. */
export const makeRenderer = Effect.gen(function* () {
  const pdfkit = yield* Effect.cached(Effect.promise(() => import("pdfkit")))
  const openFont = yield* Effect.cached(Font.open)
  return Effect.fnUntraced(function* (document: SandboxDocument) {
    const { default: Document } = yield* pdfkit
    const pdf: PDFKit.PDFDocument = new Document({
      size: "A4",
      margin: 0,
      // Compression is not worthwhile: for a small document, it takes longer than encrypting the bytes it would save.
      compress: false,
      info: { Title: document.title, Author: document.sender, CreationDate: new Date(`${valuationDate}T00:00:00Z`) }
    })
    if (winAnsi.test(JSON.stringify(document))) pdf.font("Helvetica")
    else pdf.font(yield* openFont)
    render(pdf, document)
    return yield* bytesOf(pdf)
  })
})
