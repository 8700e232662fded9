/** The generated files match their sources. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { files } from "../src/Generated.ts"
import { locationOf } from "../src/openapi/Documents.ts"

describe("the generated files", () => {
  for (const [path, content] of Object.entries(files())) {
    it(`${path} is up to date; if not, run npm run generate`, () => {
      assert.strictEqual(readFileSync(locationOf(path), "utf8"), content)
    })
  }
})
