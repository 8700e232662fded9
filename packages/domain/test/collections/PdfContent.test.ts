import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as PdfContent from "../../src/collections/PdfContent.ts"

/** The rule as it is written down: RFC 4648 §4, of a file that begins with %PDF-. */
const rule = /^(?=JVBERi[0-3])(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const verdict = (text: string) => (rule.test(text) ? undefined : "NOT_A_PDF")

describe("the content of a PDF", () => {
  it.prop(
    "is base64 exactly where the rule says so, whatever stands in it",
    [Schema.Array(Schema.Literals(["A", "z", "09+/", "=", "==", "-", "_", " ", "\n", "é", "€", "\u0100", "ABCD"]))],
    ([parts]) => {
      const text = `JVBERi0x${parts.join("")}`
      assert.strictEqual(PdfContent.check(text), verdict(text))
    }
  )

  it.prop("is none where anything else stands in its place", [Schema.String], ([text]) => {
    assert.strictEqual(PdfContent.check(text), verdict(text))
    assert.strictEqual(PdfContent.check(`JVBE${text}`), verdict(`JVBE${text}`))
  })

  it("may hold every digit of base64, and no other sign, at every place", () => {
    for (let code = 0; code < 0x180; code++) {
      for (const text of ["JVBERi0x____", "JVBERi0x____AAAA"]) {
        const written = text.replace("____", `AA${String.fromCharCode(code)}A`)
        assert.strictEqual(PdfContent.check(written), verdict(written), written)
      }
    }
  })
})
