/** The base64 content of uploaded PDFs: how it must begin, and how long it can be. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import * as PdfContent from "../../src/logins/PdfContent.ts"
import * as CollectionRequests from "../../src/testing/CollectionRequests.ts"

/** The expected rule: the content is Base64 (RFC 4648 §4) of a file that begins with `%PDF-`. */
const rule = /^(?=JVBERi[0-3])(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

describe("The content of a PDF", () => {
  it.prop(
    "is accepted if and only if the rule accepts it",
    [Schema.Array(Schema.Literals(["A", "z", "09+/", "=", "==", "-", "_", " ", "\n", "é", "€", "\u0100", "ABCD"]))],
    ([parts]) => {
      const text = `JVBERi0x${parts.join("")}`
      assert.strictEqual(PdfContent.isPdf(text), rule.test(text))
    }
  )

  it.prop("cannot be any other text", [Schema.String], ([text]) => {
    assert.strictEqual(PdfContent.isPdf(text), rule.test(text))
    assert.strictEqual(PdfContent.isPdf(`JVBE${text}`), rule.test(`JVBE${text}`))
  })

  it("can have every base64 digit, and no other character, at every position", () => {
    for (let code = 0; code < 0x180; code++) {
      for (const text of ["JVBERi0x____", "JVBERi0x____AAAA"]) {
        const written = text.replace("____", `AA${String.fromCharCode(code)}A`)
        assert.strictEqual(PdfContent.isPdf(written), rule.test(written), written)
      }
    }
  })

  const base64 = (text: string) => Buffer.from(text, "latin1").toString("base64")

  it.each(["%PDF-", "%PDF-1.7", "%PDF-1.7\n%\xe2\xe3\xcf\xd3", "%PDF-\xff", "%PDF-\x00"])(
    "can be the base64 of %j",
    (text) => {
      assert.isTrue(PdfContent.isPdf(base64(text)))
    }
  )

  it.each(["", "%PDF", "%PDf-1.7", "PDF-1.7", " %PDF-1.7", "\xef\xbb\xbf%PDF-1.7", "hello", "%PDF.1.7"])(
    "cannot be the base64 of %j",
    (text) => {
      assert.isFalse(PdfContent.isPdf(base64(text)))
    }
  )

  it("has at most 10 MiB", () => {
    const ofSize = (bytes: number) => base64("%PDF-".padEnd(bytes, "x"))
    assert.strictEqual(PdfContent.maxBytes, 10_485_760)
    assert.isFalse(PdfContent.isTooLarge(ofSize(10_485_760)))
    assert.isTrue(PdfContent.isTooLarge(ofSize(10_485_761)))
  })

  it.prop("has the size of the decoded file", [Arbitrary.schema(Schema.String)], ([text]) => {
    const content = Buffer.from(text).toString("base64")
    assert.strictEqual(PdfContent.sizeOf(content), Buffer.from(text).length)
  })

  it.prop("is accepted if the package's generator made it", [CollectionRequests.pdfContent], ([content]) => {
    assert.isTrue(PdfContent.isPdf(content))
  })
})
