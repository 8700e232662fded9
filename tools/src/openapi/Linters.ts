/**
 * Lints the OpenAPI documents with all of Spectral's rules for OpenAPI and Redocly's recommended rules. Warnings count
 * as errors. `openapi-rules.json` lists the disabled rules with their reasons.
 */
import spectralCore from "@stoplight/spectral-core"
import type { RulesetDefinition } from "@stoplight/spectral-core"
import spectralRulesets from "@stoplight/spectral-rulesets"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Documents from "./Documents.ts"
import type { JsonObject } from "./Json.ts"

/** The reason for disabling each rule, by the rule's name. */
type Reasons = Readonly<Record<string, string>>

export const rulesOff: { readonly spectral: Reasons; readonly redocly: Reasons } = JSON.parse(
  readFileSync(Documents.locationOf("tools/openapi-rules.json"), "utf8")
)

const off = (reasons: Reasons): Record<string, "off"> =>
  Object.fromEntries(Object.keys(reasons).map((rule) => [rule, "off"]))

// Spectral's packages work together at runtime, but their types differ.
const oas = spectralRulesets.oas as RulesetDefinition

/** Returns the findings of Spectral, one line each. */
const spectral = async (document: JsonObject): Promise<ReadonlyArray<string>> => {
  const linter = new spectralCore.Spectral()
  linter.setRuleset({ extends: [[oas, "all"]], rules: off(rulesOff.spectral) })
  const found = await linter.run({ ...document })
  return found.map(({ code, message, path }) => `spectral ${String(code)} #/${path.join("/")}: ${message}`)
}

const require = createRequire(import.meta.url)
const redoclyCli = require.resolve("@redocly/cli/bin/cli.js")

/** Disables telemetry and the check for updates. */
const quietly = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }

interface RedoclyReport {
  readonly problems: ReadonlyArray<{
    readonly ruleId: string
    readonly message: string
    readonly location: ReadonlyArray<{ readonly pointer?: string }>
  }>
}

/** Returns the findings of Redocly, one line each. */
const redocly = (document: JsonObject): ReadonlyArray<string> => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-redocly-"))
  try {
    const [config, input] = [join(folder, "redocly.yaml"), join(folder, "openapi.json")]
    // JSON is valid YAML.
    writeFileSync(config, JSON.stringify({ extends: ["recommended-strict"], rules: off(rulesOff.redocly) }))
    writeFileSync(input, Documents.print(document))
    const { stderr, stdout } = spawnSync(
      process.execPath,
      [redoclyCli, "lint", input, "--config", config, "--format", "json", "--max-problems", "1000"],
      { cwd: folder, encoding: "utf8", env: { ...process.env, ...quietly } }
    )
    if (!stdout.startsWith("{")) throw new Error(`Redocly failed: ${stderr}${stdout}`)
    const { problems }: RedoclyReport = JSON.parse(stdout)
    return problems.map(
      ({ location, message, ruleId }) => `redocly ${ruleId} ${location[0]?.pointer ?? "#/"}: ${message}`
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the findings of both linters. */
export const lint = async (document: JsonObject): Promise<ReadonlyArray<string>> => [
  ...(await spectral(document)),
  ...redocly(document)
]
