/** `sheaf pdf try`, which tries layouts on a document. */
import { assert, describe, it } from "vitest"
import { tmpdir } from "node:os"
import { fileURLToPath } from "node:url"
import * as CommandLine from "../CommandLine.ts"
import * as Tools from "../Tools.ts"

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../adapters-pdf/fixtures/${name}.pdf`, import.meta.url))

const place: Tools.Workspace = { folder: tmpdir(), dataDir: tmpdir() }

const tryOut = (...words: ReadonlyArray<string>) => CommandLine.run(place, ["pdf", "try", ...words])

describe("a document", () => {
  it("is reported field by field, with the resulting record", async () => {
    const words = ["pdf", "try", fixture("ee-motor-policy"), "--company", "ee-rannakindlustus"]
    const { code, err, out } = await Tools.sheaf(place, words)
    assert.strictEqual(code, 0, err)
    assert.include(out, "ee-rannakindlustus/motor-policy: recognized")
    assert.include(out, 'startDate = "2026-02-01"  from "01.02.2026"')
    assert.include(out, "COMPLETED with this record:")
    assert.include(out, '"insuranceNumber": "RK-2026-0048153"')
    assert.notInclude(out, "fr-rivage")
  })

  it("is reported with its faults", async () => {
    const { code, out } = await tryOut(fixture("fr-motor-statement-no-coefficient"))
    assert.strictEqual(code, 0)
    const why = 'no value right of label "Coefficient applicable"'
    assert.include(out, `bonusMalus.coefficient (required): missing, ${why}\n`)
    assert.include(out, "FAILED_PDF_PARSE, PDF_INCOMPLETE: bonusMalus.coefficient is missing")
    assert.include(out, 'ee-rannakindlustus/motor-policy: not recognized, missing words: "Rannakindlustus"')
  })

  it("is shown in the lines that layouts see", async () => {
    const { out } = await tryOut(fixture("unknown-letter"), "--lines")
    assert.include(out, "N° de contrat  |  EB 900 417 22\n")
    assert.include(out, "FAILED_PDF_USER_INPUT, PDF_UNKNOWN_LAYOUT: no layout recognizes the document")
  })
})

it.each([
  ["a missing file", [fixture("nothing")], "cannot read "],
  ["a file that is not a PDF", [import.meta.filename], "is not a PDF"],
  ["a company without a layout", [fixture("scan"), "--company", "se-nordhem"], 'no layout for "se-nordhem"']
])("%s is rejected in one line", async (_, words, message) => {
  assert.include(await Tools.sheafFails(place, "pdf", "try", ...words), message)
})
