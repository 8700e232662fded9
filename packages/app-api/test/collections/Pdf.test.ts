/** Layouts tried on documents by the command line: `sheaf pdf try`. */
import { assert, describe, it } from "vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { inherited } from "../service/Surroundings.ts"

const entry = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../adapters-pdf/fixtures/${name}.pdf`, import.meta.url))

const tryOut = async (...words: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, ["--conditions=@sheaf/source", entry, "pdf", "try", ...words], {
    env: inherited,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const exited = once(child, "exit")
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await exited
  return { code, out, err }
}

describe("a document that is tried", () => {
  it("is told value by value, and as the record that it gives", async () => {
    const { code, err, out } = await tryOut(fixture("ee-motor-policy"), "--company", "ee-rannakindlustus")
    assert.strictEqual(code, 0, err)
    assert.include(out, "ee-rannakindlustus/motor-policy: recognised")
    assert.include(out, 'startDate = "2026-02-01"  from "01.02.2026"')
    assert.include(out, "COMPLETED, with this record:")
    assert.include(out, '"insuranceNumber": "RK-2026-0048153"')
    assert.notInclude(out, "fr-rivage")
  })

  it("is told with what is wrong with it", async () => {
    const { code, out } = await tryOut(fixture("fr-motor-statement-no-coefficient"))
    assert.strictEqual(code, 0)
    const why = 'no value right of label "Coefficient applicable"'
    assert.include(out, `bonusMalus.coefficient (required): missing, ${why}\n`)
    assert.include(out, "FAILED_PDF_PARSE: bonusMalus.coefficient is missing")
    assert.include(out, 'ee-rannakindlustus/motor-policy: not recognised, these words are absent: "Rannakindlustus"')
  })

  it("is told with the rule that a value breaks", async () => {
    const { out } = await tryOut(fixture("fr-motor-statement-impossible"))
    assert.include(out, "FAILED_PDF_PARSE: bonusMalus.coefficient: 9.5, expected a value between 0.5 and 3.5\n")
  })

  it("is shown in the lines that layouts see", async () => {
    const { out } = await tryOut(fixture("unknown-letter"), "--lines")
    assert.include(out, "N° de contrat  |  EB 900 417 22\n")
    assert.include(out, "FAILED_PDF_USER_INPUT: no layout knows it")
  })

  it.each([
    ["fr-motor-statement-password", "FAILED_PDF_USER_INPUT: it opens with a password only"],
    ["scan", "There is no text in it; it may be a picture."]
  ])("%s is told as what it is", async (name, line) => {
    assert.include((await tryOut(fixture(name))).out, `${line}\n`)
  })
})

describe("what cannot be tried", () => {
  it.each([
    ["a file that is not there", [fixture("nothing")], /cannot read .*: NotFound/],
    ["a file that is no PDF", [entry], /is no PDF/],
    ["a company without a layout", [fixture("scan"), "--company", "se-nordhem"], /no layout is of "se-nordhem"/]
  ])("%s is refused in a line", async (_, words, message) => {
    const { code, err, out } = await tryOut(...words)
    assert.strictEqual(code, 1)
    assert.strictEqual(out, "")
    assert.match(err, /^sheaf: .+\n$/)
    assert.match(err, message)
  })
})
