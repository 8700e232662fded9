/** Tests the sandbox's PDF letters: their pages, figures, fonts and reproducible bytes. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { runConnector } from "@sheaf/ports/testing"
import { layerTestConnectors } from "../src/testing/index.ts"
import { byUsername, suite } from "./TestSuites.ts"

const documentsOf = Effect.fnUntraced(function* (company: string, username: string) {
  const { connector, last: end } = yield* runConnector(byUsername(company, username))
  const collected = end._tag === "End" ? end.collected : undefined
  const records = [...(collected?.insurance ?? []), ...(collected?.wealth ?? [])]
  return yield* Effect.forEach(
    records.flatMap((record) => (record.documents ?? []).map((document) => ({ document, record }))),
    ({ document, record }) =>
      Effect.map(connector.document(end.session, document.documentId), ({ bytes }) => ({ record, bytes }))
  )
})

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")

/** Works only for uncompressed PDF files with a single-byte font (WinAnsi). */
const textOf = (bytes: Uint8Array): string => {
  const decoder = new TextDecoder("windows-1252")
  const shown = latin1(bytes).matchAll(/^\[(.*)\] TJ$/gm)
  const decoded = Array.from(shown, ([, run = ""]) => {
    const hex = Array.from(run.matchAll(/<([0-9a-f]*)>/g), ([, part]) => part).join("")
    return decoder.decode(Buffer.from(hex, "hex"))
  })
  return decoded.join("\n")
}

/** Keeps only the digits, because markets format amounts differently. */
const digits = (text: string): string => text.replace(/[^0-9]/g, "")

suite("documents", (test) => {
  test("are PDF files with one page", function* () {
    for (const company of ["se-nordhem", "se-granskog", "ee-kadaka", "lt-rasos", "lv-priedes", "fr-rivage"]) {
      const documents = yield* documentsOf(company, "maja")
      assert.isNotEmpty(documents)
      for (const { bytes } of documents) {
        const file = latin1(bytes)
        assert.match(file, /^%PDF-1\.\d\n/)
        assert.match(file, /%%EOF\n?$/)
        assert.lengthOf(file.match(/\/Type \/Page\b(?!s)/g) ?? [], 1)
        assert.match(file, /\/Count 1\b/)
      }
    }
  })

  test("keep every line on the page, from the sender to the footer", function* () {
    for (const company of ["se-nordhem", "lt-rasos"]) {
      for (const { bytes } of yield* documentsOf(company, "maja")) {
        const heights = Array.from(latin1(bytes).matchAll(/^1 0 0 1 [0-9.]+ (-?[0-9.]+) Tm$/gm), ([, y]) => Number(y))
        assert.isAbove(heights.length, 20)
        assert.strictEqual(Math.max(...heights), heights[0])
        assert.strictEqual(Math.min(...heights), heights.at(-1))
        assert.isAbove(heights.at(-1) ?? 0, 30)
      }
    }
  })

  test("show the figures of their own record", function* () {
    for (const company of ["se-nordhem", "se-klarvik", "ee-rannakindlustus", "fr-rivage"]) {
      for (const { bytes, record } of yield* documentsOf(company, "maja")) {
        const text = textOf(bytes)
        if ("insurance" in record) {
          assert.include(text, record.insurance.insuranceNumber ?? "no number")
          assert.include(digits(text), String(record.insurance.premium?.amount.amount))
        } else {
          assert.include(text, record.productNumber ?? "no number")
          assert.include(
            digits(text),
            String(Math.round((record.financialInformation?.currentValue?.amount ?? 0) * 100))
          )
        }
      }
    }
  })

  test("use built-in fonts for the languages of western Europe and Estonian", function* () {
    const [swedish] = yield* documentsOf("se-nordhem", "maja")
    const [estonian] = yield* documentsOf("ee-kadaka", "maja")
    const [french] = yield* documentsOf("fr-rivage", "maja")
    assert.include(textOf(swedish?.bytes ?? new Uint8Array()), "Försäkringsbrev")
    assert.include(textOf(estonian?.bytes ?? new Uint8Array()), "Väärtuse väljavõte")
    assert.include(textOf(french?.bytes ?? new Uint8Array()), "Conditions particulières")
    for (const each of [swedish, estonian, french])
      assert.notInclude(latin1(each?.bytes ?? new Uint8Array()), "/FontFile2")
  })

  test("embed a font for Lithuanian and Latvian", function* () {
    const letters = { "lt-kopos": ["š", "ė", "ž"], "lv-kapas": ["ī", "ē", "ā"] }
    for (const [company, wanted] of Object.entries(letters)) {
      const [document] = yield* documentsOf(company, "maja")
      const file = latin1(document?.bytes ?? new Uint8Array())
      assert.include(file, "/FontFile2")
      // PDF readers need a map from glyphs to characters for copying and searching text.
      for (const letter of wanted)
        assert.include(file, `<${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}>`)
    }
  })

  test("are the same bytes each time, even after a restart", function* () {
    const people = ["maja", "ona", "zane"]
    for (const company of ["se-nordhem", "lt-kopos", "lv-kapas"]) {
      const before = yield* Effect.forEach(people, (person) => documentsOf(company, person))
      for (const [index, person] of people.entries()) {
        const after = yield* Effect.provide(documentsOf(company, person), layerTestConnectors, { local: true })
        assert.deepStrictEqual(
          after.map(({ bytes }) => latin1(bytes)),
          before[index]?.map(({ bytes }) => latin1(bytes))
        )
      }
    }
  })
})
