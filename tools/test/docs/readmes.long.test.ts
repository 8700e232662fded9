/** The TypeScript examples in the documents compile. */
import { assert, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { examplesIn } from "../../src/Examples.ts"

const root = new URL("../../../", import.meta.url)

const documents = globSync(["*.md", "docs/**/*.md", "packages/*/README.md"], { cwd: root })

/** A tutorial's steps form one program: an example without imports continues the previous example. */
const programsIn = (document: string): ReadonlyArray<string> => {
  const programs: Array<string> = []
  for (const { code } of examplesIn(readFileSync(new URL(document, root), "utf8"))) {
    const before = code.startsWith("import ") ? undefined : programs.pop()
    programs.push(`${before ?? ""}${code}`)
  }
  return programs
}

const written = documents.flatMap((document) => {
  const place = document.startsWith("packages/") ? dirname(document) : "tools"
  const folder = new URL(`${place}/out-tsc/examples/${document.replaceAll("/", "-")}/`, root)
  return programsIn(document).map((code, index) => {
    mkdirSync(folder, { recursive: true })
    const file = new URL(`example-${index}.ts`, folder)
    writeFileSync(file, code)
    return { document, file: fileURLToPath(file) }
  })
})

it("finds the examples of packages and guides", () => {
  assert.includeMembers(
    written.map(({ document }) => document),
    ["docs/rules.md", "packages/domain/README.md", "packages/ports/README.md"]
  )
})

it("the examples compile", { timeout: 120_000 }, () => {
  const config = new URL("tools/out-tsc/readmes.json", root)
  mkdirSync(new URL("./", config), { recursive: true })
  writeFileSync(
    config,
    JSON.stringify({
      extends: "../../tsconfig.base.json",
      compilerOptions: { noEmit: true, types: ["node"], lib: ["es2024", "dom"] },
      files: written.map(({ file }) => file),
      references: globSync("packages/*/tsconfig.lib.json", { cwd: root }).map((path) => ({ path: `../../${path}` }))
    })
  )
  const tsc = fileURLToPath(new URL("node_modules/typescript/bin/tsc", root))
  const { stdout } = spawnSync(process.execPath, [tsc, "-b", fileURLToPath(config)], { encoding: "utf8" })
  assert.strictEqual(stdout, "")
})
