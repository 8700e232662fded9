/** Builds malicious files, object by object. */
import { deflateSync } from "node:zlib"

type Part = string | Uint8Array

type PdfObject = readonly [number: number, content: ReadonlyArray<Part>]

const bytesOf = (part: Part): Uint8Array => (typeof part === "string" ? Buffer.from(part, "latin1") : part)

const stream = (data: Uint8Array, more = ""): ReadonlyArray<Part> => [
  `<< /Length ${data.length}${more} >>\nstream\n`,
  data,
  "\nendstream"
]

/** Builds a PDF with a cross-reference table. The first object is the catalog. */
const file = (objects: ReadonlyArray<PdfObject>): Uint8Array => {
  const chunks: Array<Uint8Array> = [bytesOf("%PDF-1.7\n")]
  let at = chunks[0]?.length ?? 0
  const add = (part: Part): void => {
    const bytes = bytesOf(part)
    chunks.push(bytes)
    at += bytes.length
  }
  const places: Array<string> = []
  for (const [number, content] of objects) {
    places.push(`${number} 1\n${String(at).padStart(10, "0")} 00000 n \n`)
    add(`${number} 0 obj\n`)
    content.forEach(add)
    add("\nendobj\n")
  }
  const table = at
  const size = Math.max(...objects.map(([number]) => number)) + 1
  add(`xref\n0 1\n0000000000 65535 f \n${places.join("")}`)
  add(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return Buffer.concat(chunks)
}

const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
const page = (more: string): string => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${more} >>`
const catalog = (more = ""): PdfObject => [1, [`<< /Type /Catalog /Pages 2 0 R ${more} >>`]]
const onePage: PdfObject = [2, ["<< /Type /Pages /Kids [3 0 R] /Count 1 >>"]]

const written = (text: string): Uint8Array => Buffer.from(`BT /F1 10 Tf 50 700 Td (${text}) Tj ET`, "latin1")

const packed = (content: Uint8Array, more = ""): Uint8Array =>
  file([
    catalog(more),
    onePage,
    [3, [page("/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>")]],
    [4, stream(deflateSync(content), " /Filter /FlateDecode")],
    [5, [font]]
  ])

/** Builds a stream with `layers` nested compression filters. */
const nested = (layers: number, mebibytes: number): Uint8Array => {
  let content: Uint8Array = Buffer.alloc(mebibytes * 1024 * 1024, " ")
  for (let layer = 0; layer < layers; layer++) content = deflateSync(content, { level: 1 })
  return file([
    catalog(),
    onePage,
    [3, [page("/Contents 4 0 R")]],
    [4, stream(content, ` /Filter [${"/FlateDecode ".repeat(layers)}]`)]
  ])
}

/** Builds a page whose streams of blanks decompress to this many gibibytes. */
const manyBlanks = (gibibytes: number): Uint8Array => {
  const block = deflateSync(Buffer.alloc(1024 * 1024 * 16, " "))
  const contents = Array.from({ length: gibibytes * 64 }, (_, index) => 4 + index)
  return file([
    catalog(),
    onePage,
    [3, [page(`/Contents [${contents.map((number) => `${number} 0 R`).join(" ")}]`)]],
    ...contents.map((number): PdfObject => [number, stream(block, " /Filter /FlateDecode")])
  ])
}

const pages = (count: number): Uint8Array => {
  const numbers = Array.from({ length: count }, (_, index) => 10 + index)
  return file([
    catalog(),
    [2, [`<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(" ")}] /Count ${count} >>`]],
    [4, stream(written("A page"))],
    [5, [font]],
    ...numbers.map((number): PdfObject => [number, [page("/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>")]])
  ])
}

/** Builds a form that draws itself twice. */
const recursion = (): Uint8Array =>
  file([
    catalog(),
    onePage,
    [3, [page("/Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>")]],
    [4, stream(Buffer.from("/X Do /X Do"))],
    [
      5,
      stream(
        Buffer.from("/X Do /X Do"),
        " /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>"
      )
    ]
  ])

/** Builds a chain of forms in which each one draws the next ten times, which makes 10^`depth` drawings in total. */
const doubling = (depth: number): Uint8Array => {
  const ten = Buffer.from("/X Do ".repeat(10))
  const form = (number: number): PdfObject => [
    number,
    stream(ten, ` /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${number + 1} 0 R >> >>`)
  ]
  return file([
    catalog(),
    onePage,
    [3, [page("/Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>")]],
    [4, stream(ten)],
    ...Array.from({ length: depth }, (_, index) => form(5 + index)),
    [
      5 + depth,
      stream(written("x"), ` /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 ${font} >> >>`)
    ]
  ])
}

/** Builds a page tree that contains itself. */
const ownParent = (): Uint8Array =>
  file([catalog(), [2, ["<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9999 /Parent 2 0 R >>"]]])

const deep = (): Uint8Array =>
  file([catalog(`/Names ${"[".repeat(100_000)}${"]".repeat(100_000)}`), onePage, [3, [page("")]]])

const script = "/OpenAction << /S /JavaScript /JS (while \\(true\\) app.alert\\(1\\)) >>"

const noise = (length: number): Uint8Array => {
  let seed = 42
  return Uint8Array.from({ length }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed >> 16
  })
}

/** Returns damaged and malicious files by description. `policy` is a valid file to damage. */
export const hostileFiles = (policy: Uint8Array): Readonly<Record<string, Uint8Array>> => ({
  "nothing after its first bytes": Buffer.from("%PDF-"),
  "noise after its first bytes": Buffer.concat([Buffer.from("%PDF-1.7\n"), noise(300_000)]),
  "the first half of a file": policy.slice(0, policy.length / 2),
  "a file with holes": policy.map((byte, index) => (index > 20 && index % 97 === 0 ? 0 : byte)),
  "no table of its objects": Buffer.from(Buffer.from(policy).toString("latin1").replaceAll("xref", "none"), "latin1"),
  "five thousand pages": pages(5_000),
  "a page that unpacks to two gibibytes": manyBlanks(2),
  "a stream packed three times over": nested(3, 320),
  "a page of a million words": packed(Buffer.from(`BT /F1 1 Tf ${"(word) Tj 9 0 Td ".repeat(1_000_000)} ET`)),
  "a form that draws itself": recursion(),
  "ten forms in ten forms in ten forms": doubling(12),
  "a page tree that holds itself": ownParent(),
  "arrays a hundred thousand deep": deep(),
  "a script that never ends": packed(written("Hello"), script)
})
