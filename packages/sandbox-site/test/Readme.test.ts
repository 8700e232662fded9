/** The README's example and its stated result. */
import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { ownPaths } from "./ReadmeExample.ts"

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8")

it("shows the example that this test runs", () => {
  const [, example] = /```ts\n([^]*?)```/.exec(read("../README.md")) ?? []
  assert.strictEqual(example, read("./ReadmeExample.ts"))
})

it("states the result of the example", () => {
  assert.sameMembers(ownPaths, [
    "/sandbox/scenarios",
    "/sandbox/consent-scenarios",
    "/sandbox/collections/{collectionId}/expire",
    "/sandbox/consents/{consentId}/expire"
  ])
})
