/** Tests `sheaf pdf`, which tries layouts on a document and helps to write them. */
import { assert, describe, it } from "vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as CommandLine from "../CommandLine.ts"
import * as Tools from "../Tools.ts"

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../adapters-pdf/fixtures/${name}.pdf`, import.meta.url))

const place = Tools.workspaceForAll()
const policy = fixture("ee-motor-policy")

const field = (members: object) => ({ kind: { type: "text" }, at: "RIGHT", ...members })

const layoutWith = (fields: ReadonlyArray<object>, recognisedBy: ReadonlyArray<string> = ["Rannakindlustus"]) => ({
  id: "ee-saare/motor-policy",
  company: "ee-saare",
  title: "Motor policy",
  recognisedBy,
  headings: ["Sõiduk ja omanik"],
  writing: "estonian",
  insuranceType: "vehicleInsurance",
  fields,
  constants: [],
  rows: []
})

const writeDraft = (...parts: Parameters<typeof layoutWith>): string => {
  const file = join(place.folder, "draft.json")
  writeFileSync(file, JSON.stringify(layoutWith(...parts)))
  return file
}

const learn = (...words: ReadonlyArray<string>) => CommandLine.run(place, ["pdf", "learn", ...words])

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

  it("that no layout recognizes is reported", async () => {
    const { out } = await tryOut(fixture("unknown-letter"))
    assert.include(out, "FAILED_PDF_USER_INPUT, PDF_UNKNOWN_LAYOUT: no layout recognizes the document")
  })

  it("is shown in the lines that layouts see, with their positions", async () => {
    const { code, out } = await learn(fixture("unknown-letter"))
    assert.strictEqual(code, 0)
    assert.match(out, /^1 {2}\d+\.\d {2}\d+: N° de contrat {2}\| {2}\d+: EB 900 417 22$/m)
  })
})

describe("a draft of a layout", () => {
  it("is tried on a document, and each field that failed is explained", async () => {
    const draft = writeDraft([
      field({ target: "brand", label: "Marrk" }),
      field({ target: "startDate", kind: { type: "date" }, label: "Poliisi number" }),
      field({ target: "insuranceNumber", label: "Poliisi number", pattern: "^(\\d+)$" }),
      field({ target: "model", label: "Mudel", under: "Sõiduk ja omanik" })
    ])
    const { code, err, out } = await learn(policy, "--draft", draft)
    assert.strictEqual(code, 0, err)
    assert.include(out, "ee-saare/motor-policy: recognized\n")
    assert.match(out, /brand: missing, label "Marrk" not found\n {4}similar: "Mark" \(page 1, [\d.]+ from the top\)\n/)
    assert.include(out, 'startDate: unreadable, "RK-2026-0048153" is not a date\n')
    assert.include(out, 'insuranceNumber: missing, "RK-2026-0048153" does not match /^(\\d+)$/u\n')
    assert.include(out, 'model: missing, heading "Sõiduk ja omanik" not found\n')
    assert.include(out, "FAILED_PDF_PARSE, ")
  })

  it("shows what its fields read before it recognizes the document", async () => {
    const draft = writeDraft([field({ target: "insuranceNumber", label: "Poliisi number" })], ["Saare Kindlustus"])
    const { out } = await learn(policy, "--draft", draft)
    assert.include(out, 'ee-saare/motor-policy: not recognized, missing words: "Saare Kindlustus"\n')
    assert.include(out, 'insuranceNumber = "RK-2026-0048153"')
  })

  it.each([
    ["that is not JSON", "{", "invalid JSON at line 1, column 2"],
    ["of another insurance", '{ "insuranceType": "pets" }', 'insuranceType: "pets" is not one of vehicleInsurance, '],
    ["that is too long", `"${"x".repeat(100_000)}"`, "is longer than 100000 bytes"],
    [
      "with a pattern that can explode",
      JSON.stringify(layoutWith([field({ target: "brand", label: "Mark", pattern: "^(\\w+ ?)+$" })])),
      "fields.0.pattern: Expected a regular expression that takes time in proportion to the line: a group that is repeated"
    ],
    [
      "for an unknown member",
      JSON.stringify(layoutWith([field({ target: "__proto__.x", label: "Mark" })])),
      "__proto__.x: unknown member of a __proto__"
    ]
  ])("%s is rejected", async (_, text, fault) => {
    const draft = join(place.folder, "faulty.json")
    writeFileSync(draft, text)
    assert.include(await Tools.sheafFails(place, "pdf", "learn", policy, "--draft", draft), fault)
  })
})

it("layouts of the operator's own are tried, and replace none that ships", async () => {
  writeDraft([field({ target: "insuranceNumber", label: "Poliisi number", required: true })])
  const config = join(place.folder, "sheaf.json")
  writeFileSync(config, JSON.stringify({ pdf: { layouts: ["draft.json"] } }))
  const { err, out } = await CommandLine.run(place, ["pdf", "try", policy], { SHEAF_CONFIG: config })
  assert.include(out, "ee-saare/motor-policy: recognized", err)
  assert.include(out, "ee-rannakindlustus/motor-policy: recognized")
  writeFileSync(config, JSON.stringify({ pdf: { layouts: ["draft.json", "draft.json"] } }))
  const twice = await CommandLine.run(place, ["pdf", "try", policy], { SHEAF_CONFIG: config })
  assert.include(twice.err, "draft.json: another layout has the id ee-saare/motor-policy")
})

it.each([
  ["a missing file", [fixture("nothing")], "cannot read "],
  ["a file that is not a PDF", [import.meta.filename], "is not a PDF"],
  ["a company without a layout", [fixture("scan"), "--company", "se-nordhem"], 'no layout for "se-nordhem"']
])("%s is rejected in one line", async (_, words, message) => {
  assert.include(await Tools.sheafFails(place, "pdf", "try", ...words), message)
})
