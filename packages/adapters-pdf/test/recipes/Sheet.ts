/** Creates a page for realistic documents with the PDF library that the sandbox uses. */
import PDFDocument from "pdfkit"

export interface Sheet {
  readonly heading: (text: string) => void
  readonly text: (text: string, bold?: boolean) => void
  /** Writes one line. Each cell starts at the left edge of its column. */
  readonly row: (...cells: ReadonlyArray<readonly [left: number, text: string]>) => void
  readonly picture: (file: string) => void
  readonly bytes: () => Promise<Uint8Array>
}

export interface Protection {
  readonly userPassword?: string
  readonly ownerPassword?: string
}

const margin = 56
const size = 10

export const sheet = (title: string, protection: Protection = {}): Sheet => {
  const document = new PDFDocument({
    size: "A4",
    margin,
    pdfVersion: "1.7",
    // Fixed dates make the file reproducible.
    info: { Title: title, CreationDate: new Date("2026-03-02T09:00:00Z"), ModDate: new Date("2026-03-02T09:00:00Z") },
    ...protection
  })
  const chunks: Array<Uint8Array> = []
  document.on("data", (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on("end", resolve))
  const on = (left: number, text: string) => document.text(text, left, document.y, { lineBreak: false })
  return {
    heading: (text) => {
      document.moveDown(0.8).font("Helvetica-Bold").fontSize(12).fillColor("#1d4e6b")
      document.text(text, margin, document.y).moveDown(0.2).fillColor("black")
    },
    text: (text, bold = false) => {
      document
        .font(bold ? "Helvetica-Bold" : "Helvetica")
        .fontSize(size)
        .text(text, margin, document.y)
    },
    row: (...cells) => {
      document.font("Helvetica").fontSize(size)
      const y = document.y
      for (const [left, text] of cells) {
        document.y = y
        on(left, text)
      }
      document.y = y + size * 1.6
    },
    picture: (file) => {
      document.image(file, 0, 0, { width: 595 })
    },
    bytes: async () => {
      document.end()
      await ended
      return Buffer.concat(chunks)
    }
  }
}
