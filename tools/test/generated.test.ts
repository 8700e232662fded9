/** The generated files match their sources. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { generatedFiles } from "../src/GeneratedFiles.ts"
import { repositoryPath } from "../src/openapi/Documents.ts"

describe("the generated files", () => {
  for (const [path, content] of Object.entries(generatedFiles())) {
    it(`${path} is up to date; if not, run npm run generate`, () => {
      assert.strictEqual(readFileSync(repositoryPath(path), "utf8"), content)
    })
  }
})
