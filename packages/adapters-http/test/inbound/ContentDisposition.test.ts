/** Tests the file names of documents (RFC 6266, RFC 8187; spec 10). */
import { assert, it } from "@effect/vitest"
import type { DocumentContentType } from "@sheaf/domain/Document"
import * as ContentDisposition from "../../src/inbound/responses/ContentDisposition.ts"

const octets = "application/octet-stream"
const pdf = "application/pdf"

type Row = readonly [name: string, contentType: DocumentContentType, file: string, encoded?: string]

const names: ReadonlyArray<Row> = [
  [`${"a".repeat(200)}.pdf`, pdf, `${"a".repeat(146)}.pdf`],
  ["a.pdf", pdf, "a.pdf"],
  ["A.PDF", pdf, "A.pdf"],
  ["år.pdf", pdf, "_r.pdf", "%C3%A5r.pdf"],
  ['a"b\\c', octets, "a_b_c.bin"],
  ["it's (1)!", octets, "it's (1)!.bin", "it%27s%20%281%29!.bin"],
  ["a\r\nSet-Cookie: x", octets, "a__Set-Cookie_ x.bin", "a__Set-Cookie_%20x.bin"],
  ["half \ud800", octets, "half _.bin", "half%20%EF%BF%BD.bin"],
  ["Letter No. 2025", pdf, "Letter No. 2025.pdf", "Letter%20No.%202025.pdf"],
  ["1.10.2025", "text/plain", "1.10.2025.txt"],
  ["scan.tiff", "image/png", "scan.tiff.png"],
  ["scan.JPEG", "image/jpeg", "scan.jpg"],
  ["../../etc/x.exe", pdf, "etc_x.exe.pdf"],
  ["..\\..\\x.pdf.exe", pdf, "x.pdf.exe.pdf"],
  ["C:\\x", pdf, "C__x.pdf"],
  [".htaccess", octets, "htaccess.bin"],
  ["policy\u202efdp.exe", pdf, "policy_fdp.exe.pdf"],
  ["NUL", pdf, "document NUL.pdf", "document%20NUL.pdf"],
  ["aux.pdf.txt ", pdf, "document aux.pdf.txt.pdf", "document%20aux.pdf.txt.pdf"],
  [" .. ", pdf, "document.pdf"]
]

for (const [name, contentType, file, encoded = file] of names) {
  it(`The name ${JSON.stringify(name)} of ${contentType} becomes a safe file name`, () => {
    const value = `attachment; filename="${file}"; filename*=UTF-8''${encoded}`
    assert.strictEqual(ContentDisposition.attachment(name, contentType), value)
  })
}
