/** Tests what `npm run release` produces, what it leaves unchanged, and what it rejects. */
import { createHash } from "node:crypto"
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { repositoryPath } from "../src/openapi/Documents.ts"
import { newestEntry } from "../src/release/Changelog.ts"
import { faultsIn } from "../src/release/Tarballs.ts"

const root = repositoryPath("")
const folder = mkdtempSync(join(tmpdir(), "sheaf-release-test-"))
afterAll(() => rmSync(folder, { recursive: true }))

const git = (...words: ReadonlyArray<string>) => execFileSync("git", words, { cwd: root, encoding: "utf8" })
const state = () => [git("rev-parse", "HEAD"), git("tag"), git("status", "--porcelain")]

const release = (...words: ReadonlyArray<string>) =>
  spawnSync("npm", ["run", "--silent", "release", "--", ...words], { cwd: root, encoding: "utf8" })

const { version } = newestEntry(readFileSync(join(root, "CHANGELOG.md"), "utf8"))

describe("a dry run", () => {
  it("makes tarballs that install and work, with notes, a bill of materials and checksums, and changes nothing", () => {
    const before = state()
    const out = join(folder, "out")
    const { status, stderr, stdout } = release("--out", out)
    assert.strictEqual(status, 0, stderr)
    assert.deepStrictEqual(state(), before)
    for (const runtime of ["node@22.19.0", "node@24.21.0"]) assert.include(stdout, `the service runs on ${runtime}\n`)
    for (const runtime of ["node@20.17.0", "node@24.21.0", "deno@2.9.6", "bun@1.4.5"]) {
      assert.include(stdout, `a first collection completes with the client on ${runtime}\n`)
    }
    const tarballs = ["client", "connect", "domain", "server"].map((name) => `sheaf-${name}-${version}.tgz`)
    const files = ["notes.md", "sbom.cdx.json", ...tarballs]
    assert.sameMembers(readdirSync(out), [...files, "SHA256SUMS"])
    const sums = files.map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(out, name)))
          .digest("hex")}  ${name}`
    )
    assert.sameMembers(readFileSync(join(out, "SHA256SUMS"), "utf8").trim().split("\n"), sums)
    const notes = readFileSync(join(out, "notes.md"), "utf8")
    assert.match(notes, /^### What is not there yet$/m)
    assert.include(notes, `/blob/v${version}/docs/go-live.md)`)
    assert.include(readFileSync(join(out, "sbom.cdx.json"), "utf8"), `"version": "${version}"`)
  }, 600_000)
})

it("a release is not tagged over uncommitted changes, or without the address of its repository", () => {
  const before = state()
  const { status, stderr } = release("--tag", "--out", join(folder, "tagged"))
  assert.strictEqual(status, 1)
  assert.match(stderr, /--tag: (?:commit or discard the changes first|set --repository, too)/)
  assert.deepStrictEqual(state(), before)
})

it("an entry of the changelog says what it promises and what is not there yet", () => {
  assert.throws(() => newestEntry("# Changelog\n\n## 0.2.0, not released yet\n\nMore.\n"), /What it promises/)
  assert.throws(() => newestEntry("# Changelog\n\n## Soon\n"), /no entry/)
  const chapters = "### What it promises\n\nAll.\n\n### What is not there yet\n\nNothing.\n"
  const changelog = `# Changelog\n\n## 0.2.0, 2027-01-31\n\n${chapters}\n## 0.1.0, 2026-12-01\n\nFirst.\n`
  assert.deepStrictEqual(newestEntry(changelog), { version: "0.2.0", day: "2027-01-31", text: chapters })
})

it("a package that its users could not use is found before its upload", () => {
  const broken = join(folder, "broken")
  mkdirSync(join(broken, "dist"), { recursive: true })
  writeFileSync(join(broken, "dist/index.js"), "")
  writeFileSync(join(broken, "README.md"), "[guide](../../docs/rules.md) [site](https://sheaf.example)")
  const manifest = {
    version: "0.0.0",
    exports: { ".": "./dist/index.js", "./more/*": "./dist/more/*.js" },
    dependencies: { "@sheaf/domain": "0.0.0" }
  }
  writeFileSync(join(broken, "package.json"), JSON.stringify(manifest))
  assert.sameMembers(
    [...faultsIn(broken, "0.1.0")],
    [
      "its version is 0.0.0",
      "it has no LICENSE",
      "it can be published without provenance",
      "it names no repository",
      "./more/* is ./dist/more/*.js, which is not in it",
      "./dist/index.js has no types",
      "./dist/more/*.js has no types",
      "its README links ../../docs/rules.md, which is not in it",
      "it needs another version of @sheaf/domain"
    ]
  )
})
