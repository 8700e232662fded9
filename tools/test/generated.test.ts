/** The generated files match their sources. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { files, superfluous } from "../src/Generated.ts"

const generated = files()

describe("the generated files", () => {
  it("are alone in their folders; if not, run npm run generate", () => {
    assert.deepStrictEqual(superfluous(generated), [])
  })

  for (const [path, content] of Object.entries(generated)) {
    it(`${path} is up to date; if not, run npm run generate`, () => {
      const committed = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8")
      assert.strictEqual(committed, content)
    })
  }
})
