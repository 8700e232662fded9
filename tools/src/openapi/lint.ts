/**
 * `npm run openapi:lint`: lints the OpenAPI documents with all of Spectral's rules for OpenAPI and Redocly's recommended rules,
 * before a release. Warnings count as errors. `openapi-rules.json` lists the disabled rules with their reasons. The linters
 * are larger than Sheaf's own dependencies, so this command installs them in a temporary folder.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { install } from "../package/Command.ts"
import * as Documents from "./Documents.ts"

/** The reason for disabling each rule, by the rule's name. */
type Reasons = Readonly<Record<string, string>>

const rulesOff: { readonly spectral: Reasons; readonly redocly: Reasons } = JSON.parse(
  readFileSync(Documents.locationOf("tools/openapi-rules.json"), "utf8")
)

const off = (reasons: Reasons): Record<string, "off"> =>
  Object.fromEntries(Object.keys(reasons).map((rule) => [rule, "off"]))

const folder = mkdtempSync(join(tmpdir(), "sheaf-linters-"))

/** Disables telemetry and the check for updates. */
const quietly = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }

/** Runs a linter, and returns what it prints about a document. Nothing means that it has no findings. */
const findingsOf = (program: string, ...words: ReadonlyArray<string>): string => {
  const { error, status, stderr, stdout } = spawnSync(join(folder, "node_modules/.bin", program), words, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...quietly }
  })
  if (error !== undefined) throw error
  return status === 0 ? "" : `${stdout}${stderr}`
}

try {
  install(folder, "@stoplight/spectral-cli@6.16.3", "@redocly/cli@2.77.0")
  const ruleset = { extends: [["spectral:oas", "all"]], rules: off(rulesOff.spectral) }
  writeFileSync(join(folder, "spectral.json"), JSON.stringify(ruleset))
  // JSON is valid YAML.
  const config = { extends: ["recommended-strict"], rules: off(rulesOff.redocly) }
  writeFileSync(join(folder, "redocly.yaml"), JSON.stringify(config))
  for (const [name, document] of Documents.all()) {
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify(document))
    const found = [
      findingsOf("spectral", "lint", file, "--ruleset", "spectral.json", "--fail-severity", "hint"),
      findingsOf("redocly", "lint", file, "--config", "redocly.yaml", "--max-problems", "1000")
    ].join("")
    console.log(`${name}: ${found === "" ? "clean" : "findings"}`)
    if (found === "") continue
    console.error(found)
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}
