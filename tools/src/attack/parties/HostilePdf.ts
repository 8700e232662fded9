/** A small PDF that takes a long time to read. */

const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"

const stream = (content: string, more = ""): string =>
  `<< /Length ${content.length} ${more} >>\nstream\n${content}\nendstream`

const form = (content: string, resources: string): string =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${resources} >>`)

/** Nests forms. Each form draws the next form ten times, so the page has 10^`depth` words. */
export const exponentialPdf = (depth: number): Uint8Array => {
  const ten = "/X Do ".repeat(10)
  const next = (number: number): string => `/XObject << /X ${number} 0 R >>`
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${next(5)} >> >>`,
    stream(ten),
    ...Array.from({ length: depth }, (_, index) => form(ten, next(6 + index))),
    form("BT /F1 10 Tf 50 700 Td (x) Tj ET", `/Font << /F1 ${font} >>`)
  ]
  const parts = ["%PDF-1.7\n", ...objects.map((content, index) => `${index + 1} 0 obj\n${content}\nendobj\n`)]
  const file = `${parts.join("")}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`
  return Buffer.from(file, "latin1")
}
