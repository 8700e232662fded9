/** The examples in package READMEs compile with the current packages. */
import { assert, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { examplesIn } from "../src/Examples.ts"

const root = new URL("../../", import.meta.url)

/** The packages whose own tests do not run the examples. */
const packages = ["adapters-http", "adapters-sql", "application", "ports"]

const written = packages.flatMap((name) => {
  const folder = new URL(`packages/${name}/out-tsc/readme/`, root)
  mkdirSync(folder, { recursive: true })
  return examplesIn(readFileSync(new URL(`packages/${name}/README.md`, root), "utf8")).map(({ code }, index) => {
    const file = new URL(`example-${index}.ts`, folder)
    writeFileSync(file, code)
    return { name, file: fileURLToPath(file) }
  })
})

it("each README has an example", () => {
  assert.deepStrictEqual([...new Set(written.map(({ name }) => name))], packages)
})

it("the examples compile", { timeout: 120_000 }, () => {
  const config = new URL("tools/out-tsc/readmes.json", root)
  mkdirSync(new URL("./", config), { recursive: true })
  writeFileSync(
    config,
    JSON.stringify({
      extends: "../../tsconfig.base.json",
      compilerOptions: { composite: false, declaration: false, declarationMap: false, noEmit: true, types: ["node"] },
      files: written.map(({ file }) => file)
    })
  )
  const tsc = fileURLToPath(new URL("node_modules/typescript/bin/tsc", root))
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", fileURLToPath(config)], { encoding: "utf8" })
  assert.strictEqual(stdout, "")
})
