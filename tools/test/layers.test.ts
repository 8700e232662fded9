/**
 * The layer rules are linter configuration, so they could fail silently. The linter must report each line of the wrong
 * fixtures with the message of its layer, and no line of the right fixtures.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { existsSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))
const fixtures = fileURLToPath(new URL("../fixtures/layers", import.meta.url))

interface Diagnostic {
  readonly code: string
  readonly message: string
  readonly help?: string
  readonly filename: string
  readonly labels: ReadonlyArray<{ readonly span: { readonly line: number } }>
}

interface Refusal {
  readonly file: string
  readonly line: number
  readonly text: string
}

const lint = (directory: string): ReadonlyArray<Diagnostic> => {
  const workspace = mkdtempSync(join(tmpdir(), "sheaf-layers-"))
  try {
    cpSync(directory, workspace, { recursive: true })
    cpSync(join(root, ".oxlintrc.json"), join(workspace, ".oxlintrc.json"))
    const oxlint = join(root, "node_modules", "oxlint", "bin", "oxlint")
    const { stdout } = spawnSync(process.execPath, [oxlint, "--format=json", "packages"], {
      cwd: workspace,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024
    })
    const { diagnostics }: { readonly diagnostics: ReadonlyArray<Diagnostic> } = JSON.parse(stdout)
    return diagnostics
  } finally {
    rmSync(workspace, { recursive: true })
  }
}

const refusals = (directory: string): ReadonlyArray<Refusal> =>
  lint(directory)
    .filter(({ code }) => code === "eslint(no-restricted-imports)")
    .map(({ filename, help = "", labels, message }) => ({
      file: filename,
      line: labels[0]?.span.line ?? 0,
      text: `${message} ${help}`
    }))

const files = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))

const wrong = join(fixtures, "wrong")
const right = join(fixtures, "right")

describe("the layers", () => {
  const refused = refusals(wrong)

  it.each(files(wrong))("reject each wrong import of %s", (file) => {
    const [title = "", ...lines] = readFileSync(join(wrong, file), "utf8").trimEnd().split("\n")
    const message = `${title.replace("// ", "")}:`
    assert.match(message, /^LAYER [a-z-]+:$/)
    const passed = lines.filter(
      (_, index) =>
        !refused.some(
          (refusal) => refusal.file === file && refusal.line === index + 2 && refusal.text.includes(message)
        )
    )
    assert.deepStrictEqual(passed, [])
  })

  it("accept every right import", () => {
    assert.isAbove(files(right).length, 0)
    assert.deepStrictEqual(refusals(right), [])
  })

  it("have right and wrong imports for every package", () => {
    const packages = readdirSync(join(root, "packages")).filter((name) =>
      existsSync(join(root, "packages", name, "src"))
    )
    const shown = (directory: string) => readdirSync(join(directory, "packages"))
    assert.includeMembers(shown(wrong), packages)
    const adapters = packages.filter((name) => name.startsWith("adapters-"))
    assert.includeMembers(
      shown(right),
      packages.filter((name) => !adapters.includes(name))
    )
  })
})

describe("modules that import each other's types", () => {
  it("are both rejected", () => {
    const circle = lint(join(fixtures, "circle")).map(({ code, filename }) => [code, filename.split("/").at(-1)])
    assert.sameDeepMembers(circle, [
      ["import(no-cycle)", "Key.ts"],
      ["import(no-cycle)", "Lock.ts"]
    ])
  })
})

describe("a type import inside a type", () => {
  it("is rejected, because the layer rules do not see it", () => {
    const inline = lint(join(fixtures, "inline")).map(({ code }) => code)
    assert.deepStrictEqual(inline, ["typescript(consistent-type-imports)"])
  })
})
