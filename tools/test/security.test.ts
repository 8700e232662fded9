/**
 * Tests that the threat model names only tests that exist, and that the licenses in the bill of materials are the ones
 * that docs/security.md lists.
 */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { readNpmAuditReport } from "../src/package/Vulnerabilities.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const page = read("docs/security.md")
const cryptographyPage = read("docs/cryptography.md")

/**
 * Files that the page on cryptography need not list: simulations, tests, and modules that only prepare keys for a
 * listed module.
 */
const exempt = ["adapters-sandbox", "/testing/", "packages/client/"]

const section = (heading: string): string => page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? ""

const rows = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("|---"))
    .slice(1)
    .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")))

const threats = section("Threats")
  .split("\n### ")
  .slice(1)
  .map((flow) => ({ flow: flow[0], threats: rows(flow) }))

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly publishConfig?: { readonly provenance?: boolean }
}

interface Bill {
  readonly bomFormat: string
  readonly components: ReadonlyArray<{
    readonly name: string
    readonly version: string
    readonly licenses?: ReadonlyArray<{ readonly license?: { readonly id?: string }; readonly expression?: string }>
  }>
}

describe("the threat model", () => {
  const kinds = threats.flatMap(({ threats: found }) => found.map(([kind = ""]) => kind.split(", ")))

  it("has threats of every kind, and of every flow", () => {
    assert.deepStrictEqual([...new Set(kinds.map(([kind]) => kind))].sort(), ["D", "E", "I", "R", "S", "T"])
    assert.deepStrictEqual(
      threats.map(({ flow }) => flow),
      ["1", "2", "3", "4", "5"]
    )
    for (const { flow, threats: found } of threats) assert.isNotEmpty(found, flow)
  })

  it("has each of OWASP's ten risks", () => {
    const risks = new Set(kinds.flatMap(([, risk]) => risk ?? []))
    assert.deepStrictEqual([...risks].sort(), Array.from({ length: 10 }, (_, number) => `API${number + 1}`).sort())
  })

  const tested = threats.flatMap(({ threats: found }) =>
    found.map(([, threat = "", link = ""]) => [threat, link] as const)
  )
  it.each(tested)("has exactly one test for: %s", (_, link) => {
    const [, part = "", path = ""] = /^\[(.+)\]\((.+)\)$/.exec(link) ?? []
    const file = join(root, "docs", path)
    assert.isTrue(part !== "" && existsSync(file), link)
    const titles = readFileSync(file, "utf8").match(/"(?:[^"\\\n]|\\.)*"/g) ?? []
    assert.lengthOf(new Set(titles.filter((title) => title.includes(part))), 1, link)
  })
})

describe("the page about cryptography", () => {
  it("names modules that exist", () => {
    const cryptography = rows(cryptographyPage)
    assert.isNotEmpty(cryptography)
    for (const cells of cryptography) {
      assert.lengthOf(cells, 5, cells[0])
      const [, name = "", path = ""] = /^\[(.+)\]\((.+)\)$/.exec(cells[4] ?? "") ?? []
      assert.isTrue(existsSync(join(root, "docs", path)) && path.endsWith(`/${name}`), cells[4])
    }
  })

  it("has every module that hashes with a key, encrypts or signs", () => {
    const uses = "createHmac|createCipheriv|xchacha20Poly1305|sign\\(null|createSign|generateKeyPair"
    const files = execFileSync("git", ["grep", "-lE", uses, "--", "packages/*/src/*.ts"], {
      cwd: root,
      encoding: "utf8"
    })
    const missing = files
      .trim()
      .split("\n")
      .filter((file) => !exempt.some((part) => file.includes(part)) && !cryptographyPage.includes(`(../${file})`))
    assert.deepStrictEqual(missing, [])
  })
})

it("no package can be published without provenance", () => {
  const packages = globSync("packages/*/package.json", { cwd: root }).map((path): Manifest =>
    JSON.parse(readFileSync(join(root, path), "utf8"))
  )
  const published = packages.filter((manifest) => manifest.private !== true)
  assert.isNotEmpty(published)
  for (const { name, publishConfig } of published) assert.strictEqual(publishConfig?.provenance, true, name)
})

describe("the bill of materials", () => {
  const words = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--omit", "optional", "--package-lock-only"]
  const bill: Bill = JSON.parse(execFileSync("npm", words, { cwd: root, encoding: "utf8" }))

  it("lists every package with a license that the page lists", () => {
    assert.strictEqual(bill.bomFormat, "CycloneDX")
    const allowed = rows(section("Supply chain")).flatMap(([license = ""]) => license.split(", "))
    const licenses = bill.components.map(({ licenses: found = [], name }) => [
      name,
      ...found.map(({ expression, license }) => license?.id ?? expression)
    ])
    assert.isNotEmpty(licenses)
    assert.deepStrictEqual(
      licenses.filter(([, ...found]) => found.length === 0 || !found.every((id) => allowed.includes(String(id)))),
      []
    )
    const used = new Set(licenses.flatMap(([, ...found]) => found))
    assert.deepStrictEqual(
      allowed.filter((license) => !used.has(license)),
      []
    )
  })
})

describe("the check for known vulnerabilities", () => {
  const report = (vulnerabilities: object, total: number) =>
    JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: { total } } })

  it("passes without findings, and names each finding", () => {
    assert.deepStrictEqual(readNpmAuditReport(report({}, 0)), { _tag: "Clean" })
    assert.deepStrictEqual(readNpmAuditReport(report({ left: { severity: "high", range: "<2" } }, 1)), {
      _tag: "Found",
      packages: ["left <2: high"]
    })
  })

  it.each([
    ['{"message":"405 Method Not Allowed","statusCode":405}', "405 Method Not Allowed"],
    ['{"error":{"code":"ENOLOCK","summary":"no lockfile"}}', "no lockfile"],
    ["{}", "npm printed no report"],
    ["", "npm printed no report"]
  ])("says that nothing was checked, and why: %s", (output, reason) => {
    assert.deepStrictEqual(readNpmAuditReport(output), { _tag: "NotChecked", reason })
  })
})
