/** Every fenced command in the documents runs as printed, or its fence says `not-run`. */
import { freePort } from "@sheaf/adapters-sql/testing"
import { CheckoutFiles, sheafProgram, start } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { fencedCodeBlocksIn } from "../../src/site/Documentation.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), "utf8")

const commandsOf = (document: string, without?: RegExp): ReadonlyArray<string> =>
  fencedCodeBlocksIn(without === undefined ? read(document) : read(document).replace(without, "")).flatMap(
    ({ code, info }) => (info === "sh" ? [code] : [])
  )

/** A folder that looks like a checkout with a running service, where the documented URLs work. */
const openFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-guides-"))
  cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true })
  symlinkSync(join(root, "packages"), join(folder, "packages"))
  return folder
}

const secret = "0123456789abcdef"

const sheaf = `sheaf() { '${sheafProgram().join("' '")}' "$@"; }`

const run = async (folder: string, script: string): Promise<string> => {
  const env = { PATH: process.env["PATH"] ?? "", CURL_HOME: folder, SHEAF_DATA_DIR: join(folder, ".sheaf") }
  const child = spawn(
    "bash",
    ["-euo", "pipefail", "-c", `umask 022\ntrap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n${sheaf}\n${script}`],
    {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"]
    }
  )
  const exited = once(child, "close")
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  assert.strictEqual(code, 0, `${script}\n${out}\n${err}`)
  return out
}

/** Makes curl connect to `service` instead of the documented URLs. */
const routeTo = (folder: string, { base, mutualTlsBase = "" }: ServiceProcess): void => {
  const routes = [
    ["127.0.0.1:8080", base],
    ["127.0.0.1:8443", mutualTlsBase]
  ].map(([printed, actual = ""]) => `connect-to = "${printed}:${new URL(actual).host}"`)
  writeFileSync(join(folder, ".curlrc"), ["silent", 'noproxy = "*"', ...routes, ""].join("\n"))
}

interface Guide {
  readonly document: string
  /** Matches the output that the commands print if they work as documented. */
  readonly printed: RegExp
  /** Matches the chapters to leave out, because another suite runs them. */
  readonly without?: RegExp
}

const guides: ReadonlyArray<Guide> = [
  { document: "README.md", printed: /"status":"COMPLETED".*"insuranceType":"vehicleInsurance"/s },
  {
    document: "docs/integrate.md",
    printed: new RegExp(
      String.raw`TWO_FACTOR_PENDING.*\n202\n.*PENSION.*\n(?:eid\.|null\n).*\?state=case-17&consentId=.*"AUTHORIZED"\n` +
        String.raw`.*PSD2_CHECKING_ACCOUNT.*"REVOKED"\n.*"consent\.ended".*\n204\n.*received endpoint\.test`,
      "s"
    )
  },
  {
    document: "docs/monitors.md",
    printed:
      /"status":"ACTIVE".*"change":"ADDED","kind":"PSD2_AIS.*"monitor\.baseline".*"status":"ENDED".*true MONITOR /s
  },
  // The tests of packages/app-api run the chapters about production and about mutual TLS.
  {
    document: "docs/operate.md",
    printed: /\tBrask AB\n.*\tlive\t/s,
    without: /^## (?:Production|Mutual TLS)\n.*?(?=^## )/gms
  },
  { document: "docs/configuration.md", printed: /^[\w+/]{43}=\n$/ },
  { document: "docs/pdf-layouts.md", printed: /\w/ },
  { document: "packages/adapters-mtls/README.md", printed: /^$/ }
]

const elsewhere = ["docs/connectors.md"]

/** The time limit for the commands of one document on a busy machine, in milliseconds. */
const patience = 240_000

describe("the commands", () => {
  // The documented ports of the connector and the receiver, and the free ports used instead.
  const ports = { 8091: 0, 8093: 0 }
  const local = (code: string): string =>
    Object.entries(ports).reduce((text, [printed, actual]) => text.replaceAll(printed, String(actual)), code)
  const folder = openFolder()
  let service: ServiceProcess

  beforeAll(async () => {
    for (const printed of [8091, 8093] as const) ports[printed] = await freePort()
    const file = join(folder, "examples/python-connector/sheaf.json")
    writeFileSync(file, local(readFileSync(file, "utf8")))
    writeFileSync(join(folder, "examples/python-connector/secret"), secret, { mode: 0o600 })
    service = await start({ dataDir: join(folder, ".sheaf"), env: { SHEAF_CONFIG: file } })
    routeTo(folder, service)
  }, patience)
  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  it.each(guides)("of $document run as printed", { timeout: patience }, async ({ document, printed, without }) => {
    assert.match(await run(folder, local(commandsOf(document, without).join("\n"))), printed)
  })

  it("of the quick start in docs/connectors.md run as printed", { timeout: patience }, async () => {
    const [, chapter = ""] = /^## Quick start\n(.*?)^## /ms.exec(read("docs/connectors.md")) ?? []
    const commands = fencedCodeBlocksIn(local(chapter)).filter(({ info }) => info === "sh")
    // The service is already running with a secret, so the chapter's own secret is not needed.
    const script = commands.map(({ code }) => code.replace(/^.*openssl rand .*$/m, "")).join("\n")
    assert.match(await run(folder, script), /"insuranceNumber": "HK-40817"/)
  })

  it("leave no file in the checkout that git would add, and no secret that other users can read", () => {
    assert.deepStrictEqual(CheckoutFiles.exposedFiles(folder), [])
  })
})

/**
 * Lists, for each document, the files that cover its `not-run` fences: one file for each fence, in the same order. The
 * file runs the commands of the fence, or equivalent commands.
 */
const coveredBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  "CONTRIBUTING.md": [".ci/run"],
  "README.md": ["packages/app-api/test/bundle/Checkout.test.ts"],
  "docs/banks.md": ["packages/app-api/test/companies/BankCheck.test.ts"],
  "docs/bundles.md": [
    "packages/app-api/test/data-bundle/BundleCommand.test.ts",
    "packages/app-api/test/data-bundle/BundleCommand.test.ts"
  ],
  "docs/connect.md": [
    "packages/app-api/test/connect/Connect.test.ts",
    "packages/app-api/test/web/ConnectEmbedding.long.test.ts"
  ],
  "docs/connector-kit.md": [
    "packages/app-api/test/companies/ConnectorCommand.test.ts",
    "packages/app-api/test/companies/ConnectorCommand.test.ts",
    "packages/app-api/test/companies/ConnectorCommand.test.ts"
  ],
  "docs/electronic-id.md": ["packages/app-api/test/production/TestMethods.test.ts"],
  "docs/connectors.md": ["tools/test/docs/guides.test.ts"],
  "docs/go-live.md": ["packages/app-api/test/production/Doctor.test.ts"],
  "docs/operate.md": [
    "packages/app-api/test/deploy/Image.long.test.ts",
    "packages/app-api/test/deploy/Image.long.test.ts",
    "packages/app-api/test/bundle/Bundler.test.ts",
    "packages/app-api/test/postgres/Conformance.long.test.ts",
    "tools/test/stress/chaos.long.test.ts",
    "packages/app-api/test/postgres/DataMigration.long.test.ts",
    "packages/app-api/test/users/UserCommands.test.ts",
    "packages/app-api/test/backup/Backup.test.ts"
  ],
  "docs/operations.md": [
    "packages/app-api/test/operator/OperatorConsole.test.ts",
    "packages/app-api/test/service/Telemetry.test.ts",
    "packages/app-api/test/companies/Figures.test.ts",
    "packages/app-api/test/service/Telemetry.test.ts"
  ],
  "docs/rules.md": ["tools/src/release/Installation.ts"],
  "docs/sandbox.md": [
    "packages/app-api/test/companies/SandboxCommand.test.ts",
    "packages/app-api/test/companies/BankCommand.test.ts",
    "packages/app-api/test/companies/BankCommand.test.ts"
  ],
  "docs/security.md": ["packages/app-api/test/deploy/Deployment.test.ts"],
  "examples/webhook-receivers/README.md": ["packages/client/test/Receivers.test.ts"],
  "packages/app-api/README.md": ["packages/app-api/test/bundle/Checkout.test.ts"],
  "packages/client/README.md": ["tools/src/release/Installation.ts"],
  "packages/ports/README.md": [".ci/run"],
  "packages/server/README.md": [
    "packages/app-api/test/bundle/Package.long.test.ts",
    "packages/app-api/test/bundle/Package.long.test.ts"
  ]
}

describe.each(
  globSync(["*.md", "docs/**/*.md", "packages/*/README.md", "examples/**/*.md", "fixtures/**/*.md", "tools/*.md"], {
    cwd: root
  })
)("the fences of %s", (document) => {
  const fences = fencedCodeBlocksIn(read(document))
  const isRun = elsewhere.includes(document) || guides.some((guide) => guide.document === document)

  it("name a language, and commands that are not run say so", () => {
    const allowed = ["json", "python", "sh not-run", "text", "ts", ...(isRun ? ["sh"] : [])]
    assert.deepStrictEqual(
      fences.filter(({ info }) => !allowed.includes(info)),
      []
    )
  })

  it("have another file that covers them if they are not run", () => {
    const files = coveredBy[document] ?? []
    assert.lengthOf(
      fences.filter(({ info }) => info === "sh not-run"),
      files.length
    )
    for (const file of files) assert.isTrue(existsSync(join(root, file)), file)
  })

  it("contain valid JSON", () => {
    for (const { code, info } of fences) if (info === "json") assert.doesNotThrow(() => JSON.parse(code), code)
  })
})
