/** Tests the README's example, and the guide's list of layouts. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { shippedLayouts as layouts } from "../src/index.ts"
import { company, connectorsOf } from "./Companies.ts"
import { base64Of } from "./Fixture.ts"
import { upload } from "./ReadmeExample.ts"

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8")

const id = "ee-rannakindlustus"
const companies = connectorsOf(() => [company(id, "ee")])

describe("the README", () => {
  it("shows the example that this test runs", () => {
    const [, example] = /```ts\n([^]*?)```/.exec(read("../README.md")) ?? []
    assert.strictEqual(example, read("./ReadmeExample.ts"))
  })

  it.live("has an example that reads a document", () =>
    Effect.map(upload(companies, id, base64Of("ee-motor-policy")), ({ status }) =>
      assert.strictEqual(status, "COMPLETED")
    )
  )
})

describe("the guide to layouts", () => {
  it.each(layouts)("lists $id", ({ id: layout, title }) => {
    assert.include(read("../../../docs/pdf-layouts.md"), `| \`${layout}\` | ${title} |`)
  })

  it("lists no other layout", () => {
    const listed = Array.from(
      read("../../../docs/pdf-layouts.md").matchAll(/^\| `([a-z-]+\/[a-z-]+)` \|/gmu),
      ([, layout]) => layout
    )
    assert.sameMembers(
      listed,
      layouts.map((layout) => layout.id)
    )
  })
})
