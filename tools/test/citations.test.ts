/** Every citation in code and documents names a section that exists. */
import { assert, describe, it } from "@effect/vitest"
import { globSync, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { citationsIn, citationTargetsIn } from "../src/structure/Citations.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string): string => readFileSync(new URL(path, `file://${root}`), "utf8")

const targets = citationTargetsIn({
  specification: read("docs/specification.md"),
  architecture: read("docs/architecture.md"),
  records: readdirSync(`${root}docs/adr`).filter((file) => /^\d{4}-/.test(file))
})

const files = globSync(
  ["*.{md,mjs,ts}", "docs/**/*.md", "examples/**/*.{md,py}", "{packages/*,tools}/{*.md,{src,test}/**/*.{ts,json}}"],
  { cwd: root, exclude: (path) => /(?:^|\/)(?:node_modules|dist|out-tsc)$/.test(path) }
).filter((path) => path !== "tools/test/citations.test.ts")

const citations = files.flatMap((path) => citationsIn(read(path)).map((citation) => ({ path, citation })))

describe("reading citations", () => {
  it("finds sections in lists and across the lines of a comment", () => {
    const text = "/** Names (spec 2.6, 9; architecture 2 and\n * 4). As ADR 0003 and docs/adr/0004 say. */"
    assert.sameMembers(
      [...citationsIn(text)],
      ["spec 2.6", "spec 9", "architecture 2", "architecture 4", "ADR 3", "ADR 4"]
    )
  })

  it.each(["spec 2.10", "spec 99", "architecture 9", "ADR 99"])("has no target for %s", (citation) => {
    assert.deepStrictEqual(
      citationsIn(`(${citation})`).filter((found) => !targets.has(found)),
      [citation]
    )
  })
})

it.each(["spec", "architecture", "ADR"])("finds citations of %s", (source) => {
  assert.isAbove(citations.filter(({ citation }) => citation.startsWith(source)).length, 1)
})

it("resolves every citation", () => {
  assert.deepStrictEqual(
    citations.filter(({ citation }) => !targets.has(citation)),
    []
  )
})
