/**
 * The `fixtures` script of this package, which recreates the documents in `fixtures`. It requires LibreOffice
 * (`soffice`) to convert the .html files in this folder, and poppler (`pdftoppm`) to draw the scanned page.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { estonianMotorPolicy, frenchMotorStatement, scan, unknownLetter } from "./Documents.ts"

const here = fileURLToPath(new URL(".", import.meta.url))
const fixtures = fileURLToPath(new URL("../../fixtures", import.meta.url))

const pages = readdirSync(here).filter((name) => name.endsWith(".html"))
const toPdf = ["--headless", "--infilter=HTML (StarWriter)", "--convert-to", "pdf:writer_pdf_Export"]
execFileSync("soffice", [...toPdf, "--outdir", fixtures, ...pages.map((name) => join(here, name))])

const claims = "Nombre de sinistres au cours des 36 derniers mois : 1"
const statement = { coefficient: "0,64", claims }

const folder = mkdtempSync(join(tmpdir(), "sheaf-fixtures-"))
try {
  const picture = join(folder, "page")
  const policy = join(fixtures, "fr-home-policy.pdf")
  execFileSync("pdftoppm", ["-r", "60", "-mono", "-png", "-singlefile", policy, picture])
  const made = {
    "fr-motor-statement.pdf": frenchMotorStatement(statement),
    "fr-motor-statement-no-coefficient.pdf": frenchMotorStatement({ ...statement, coefficient: "" }),
    "fr-motor-statement-impossible.pdf": frenchMotorStatement({ ...statement, coefficient: "9,50" }),
    "fr-motor-statement-password.pdf": frenchMotorStatement(statement, { userPassword: "julien" }),
    "fr-motor-statement-no-printing.pdf": frenchMotorStatement(statement, { ownerPassword: "rivage" }),
    "ee-motor-policy-other.pdf": estonianMotorPolicy({ from: "15.04.2026", to: "14.04.2027" }),
    "ee-motor-policy-ends-first.pdf": estonianMotorPolicy({ from: "15.04.2026", to: "14.04.2025" }),
    "unknown-letter.pdf": unknownLetter(),
    "scan.pdf": scan(`${picture}.png`)
  }
  for (const [name, bytes] of Object.entries(made)) writeFileSync(join(fixtures, name), await bytes)
} finally {
  rmSync(folder, { recursive: true })
}
