/** Writes lines of text as a PDF (ISO 32000-1). The scrubber puts it in place of a PDF that contains personal data. */

const escapeText = (text: string): string => text.replaceAll(/[\\()]/g, "\\$&")

const [left, top, width, lineHeight, linesPerPage] = [40, 800, 540, 14, 54]

const contentOf = (lines: ReadonlyArray<string>): string =>
  lines
    .flatMap((line, row) => {
      // `|` separates cells, which are aligned in columns.
      const cells = line.split("|")
      return cells.map((cell, column) => {
        const position = `${left + Math.floor((column * width) / cells.length)} ${top - row * lineHeight}`
        return `BT /F1 8 Tf ${position} Td (${escapeText(cell.trim())}) Tj ET`
      })
    })
    .join("\n")

/** The font covers Western European characters. */
export const write = (lines: ReadonlyArray<string>): Buffer => {
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / linesPerPage)) }, (_, page) =>
    lines.slice(page * linesPerPage, (page + 1) * linesPerPage)
  )
  const pageNumber = (page: number) => 4 + page * 2
  const kids = pages.map((_, page) => `${pageNumber(page)} 0 R`).join(" ")
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((page, index) => {
      const content = contentOf(page)
      const resources = "/Resources << /Font << /F1 3 0 R >> >>"
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents ${pageNumber(index) + 1} 0 R >>`,
        `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`
      ]
    })
  ]
  let text = "%PDF-1.4\n"
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, "0")
  })
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join("")
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, "latin1")
}
