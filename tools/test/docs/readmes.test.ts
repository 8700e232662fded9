/** Tests that the guide to the rules (`docs/rules.md`) states the results that its example really produces. */
import { assert, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { examplesIn } from "../../src/Examples.ts"

const root = new URL("../../../", import.meta.url)

it("the guide to the rules states the results of its example", () => {
  const [{ code } = { code: "" }] = examplesIn(readFileSync(new URL("docs/rules.md", root), "utf8"))
  const stated = /^(.+) \/\/ (.+)$/gm
  const flags = ["--conditions=@sheaf/source", "--input-type=module", "--eval"]
  const { stderr, stdout } = spawnSync(process.execPath, [...flags, code.replaceAll(stated, "console.log($1)")], {
    cwd: new URL("tools/", root),
    encoding: "utf8"
  })
  assert.strictEqual(stderr, "")
  assert.strictEqual(stdout, Array.from(code.matchAll(stated), ([, , result]) => `${result}\n`).join(""))
})
