/** The file names of documents (RFC 6266, RFC 8187; decisions 10). */
import { assert, it } from "@effect/vitest"
import * as ContentDisposition from "../../src/inbound/answers/ContentDisposition.ts"

const octets = "application/octet-stream"

const names: ReadonlyArray<readonly [name: string, contentType: string, value: string]> = [
  [
    `${"a".repeat(200)}.pdf`,
    "application/pdf",
    `attachment; filename="${"a".repeat(146)}.pdf"; filename*=UTF-8''${"a".repeat(146)}.pdf`
  ],
  ["a.pdf", "application/pdf", `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`],
  ["år.pdf", "application/pdf", `attachment; filename="_r.pdf"; filename*=UTF-8''%C3%A5r.pdf`],
  ['a"b\\c', octets, `attachment; filename="a_b_c"; filename*=UTF-8''a%22b%5Cc`],
  ["it's (1)*", octets, `attachment; filename="it's (1)*"; filename*=UTF-8''it%27s%20%281%29%2A`],
  ["a\r\nSet-Cookie: x", octets, `attachment; filename="a__Set-Cookie: x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x`],
  ["half \ud800", octets, `attachment; filename="half _"; filename*=UTF-8''half%20%EF%BF%BD`],
  ["Letter", "application/pdf", `attachment; filename="Letter.pdf"; filename*=UTF-8''Letter.pdf`],
  [
    "Letter No. 2025",
    "application/pdf",
    `attachment; filename="Letter No. 2025.pdf"; filename*=UTF-8''Letter%20No.%202025.pdf`
  ],
  ["1.10.2025", "text/plain; charset=utf-8", `attachment; filename="1.10.2025.txt"; filename*=UTF-8''1.10.2025.txt`],
  ["scan.tiff", "image/png", `attachment; filename="scan.tiff"; filename*=UTF-8''scan.tiff`],
  ["scan", "IMAGE/PNG", `attachment; filename="scan.png"; filename*=UTF-8''scan.png`]
]

for (const [name, contentType, value] of names) {
  it(`The name ${JSON.stringify(name)} of ${contentType} becomes a safe file name`, () => {
    assert.strictEqual(ContentDisposition.attachment(name, contentType), value)
  })
}
