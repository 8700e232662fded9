/** The generated files match their sources. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { files } from "../src/Generated.ts"

describe("the generated files", () => {
  for (const [path, content] of Object.entries(files())) {
    it(`${path} is up to date; if not, run npm run generate`, () => {
      const committed = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8")
      assert.strictEqual(committed, content)
    })
  }
})
