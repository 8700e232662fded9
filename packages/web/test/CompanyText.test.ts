/** Texts from companies cannot imitate the page, hide their words or push buttons out of view. */
import { assert, describe, it } from "vitest"
import { labelOf, messageOf } from "../src/texts/CompanyText.ts"

describe("a company's message", () => {
  it.each([
    ["keeps words, punctuation and lines", "Ange koden.\nRing 08-123 45 67!", "Ange koden.\nRing 08-123 45 67!"],
    ["keeps other scripts", "Код отправлен · 認証コード", "Код отправлен · 認証コード"],
    ["loses characters that change the direction", "Pay \u202E\u2066evil\u2069\u202C\u200F now", "Pay evil now"],
    ["loses control characters and invisible ones", "a\u0000\u001B[2Jb\u200B\uFEFF\u00ADc\uE000", "a[2Jbc"],
    ["has no empty lines", "a\r\n\r\n\n \u2028\u2029\tb\u0085", "a\nb"],
    ["has at most two marks on a letter", `e${"\u0301".repeat(40)}n`, "e\u0301\u0301n"],
    ["has at most six lines", "1\n2\n3\n4\n5\n6\n7\n8", "1\n2\n3\n4\n5\n6 7 8"]
  ])("%s", (_, text, expected) => {
    assert.strictEqual(messageOf(text), expected)
  })

  it("has at most 400 characters, and never half a character", () => {
    const text = messageOf("😀".repeat(10_000))
    assert.strictEqual(text, `${"😀".repeat(399)}…`)
    assert.strictEqual(messageOf("x".repeat(400)), "x".repeat(400))
  })
})

describe("a company's label", () => {
  it("has one line of at most 60 characters", () => {
    assert.strictEqual(labelOf("+46 70\n*** 67"), "+46 70 *** 67")
    assert.strictEqual(labelOf("9".repeat(61)), `${"9".repeat(59)}…`)
  })
})
