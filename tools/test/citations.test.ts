/** Every citation in code and documents names a section that exists. */
import { assert, describe, it } from "@effect/vitest"
import { globSync, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { citationsIn, targetsIn } from "../src/structure/Citations.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string): string => readFileSync(new URL(path, `file://${root}`), "utf8")

const targets = targetsIn({
  specification: read("docs/specification.md"),
  decisions: read("docs/spec-decisions.md"),
  architecture: read("docs/architecture.md"),
  references: read("docs/references.md"),
  records: readdirSync(`${root}docs/adr`).filter((file) => /^\d{4}-/.test(file))
})

const files = globSync(
  ["*.{md,mjs,ts}", "docs/**/*.md", "examples/**/*.{md,py}", "{packages/*,tools}/{*.md,{src,test}/**/*.{ts,json}}"],
  { cwd: root, exclude: (path) => /(?:^|\/)(?:node_modules|dist|out-tsc)$/.test(path) }
).filter((path) => path !== "tools/test/citations.test.ts")

const citations = files.flatMap((path) => citationsIn(read(path)).map((citation) => ({ path, citation })))

describe("reading citations", () => {
  it("finds sections in lists and across the lines of a comment", () => {
    const text =
      "/** Names (spec 2.6, 9; decisions 2 and\n * 10). As ADR 0003, docs/adr/0004 and RFC 9110 §5.1,\n * §15.5.2 say. */"
    assert.sameMembers(
      [...citationsIn(text)],
      [
        "spec 2.6",
        "spec 9",
        "decisions 2",
        "decisions 10",
        "ADR 3",
        "ADR 4",
        "RFC 9110",
        "RFC 9110 §5.1",
        "RFC 9110 §15.5.2"
      ]
    )
  })

  it.each(["spec 2.10", "decisions 99", "architecture 9", "ADR 99", "RFC 9999", "RFC 9110 §99.1"])(
    "has no target for %s",
    (citation) => {
      assert.deepStrictEqual(
        citationsIn(`(${citation})`).filter((found) => !targets.has(found)),
        [citation]
      )
    }
  )
})

it.each(["spec", "decisions", "architecture", "ADR", "RFC"])("finds citations of %s", (source) => {
  assert.isAbove(citations.filter(({ citation }) => citation.startsWith(source)).length, 1)
})

it("resolves every citation", () => {
  assert.deepStrictEqual(
    citations.filter(({ citation }) => !targets.has(citation)),
    []
  )
})
