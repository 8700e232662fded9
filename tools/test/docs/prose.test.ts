/** The prose rules report their wrong examples and accept the right ones. The collectors find each kind of text. */
import { assert, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { lint } from "../../src/prose/Lint.ts"
import phrases from "../../src/prose/phrases.json" with { type: "json" }
import { longestSentence } from "../../src/prose/Rules.ts"
import { all } from "../../src/prose/Texts.ts"

const findings = (markdown: string) => lint([{ place: "text", line: 1, markdown }])

describe.each(phrases)("$pattern", ({ instead, right, wrong }) => {
  it(`reports "${wrong}" and suggests ${instead}`, async () => {
    const [finding = ""] = await findings(wrong)
    assert.include(finding, instead)
  })

  it(`accepts "${right}"`, async () => {
    assert.deepStrictEqual(await findings(right), [])
  })
})

it("reads headings, lists and table cells", async () => {
  const places = await findings("# What it does\n\n- What it does\n\n| a | b |\n|---|---|\n| b | What it does |\n")
  assert.deepStrictEqual(
    places.map((finding) => finding.split(": ", 1)[0]),
    ["text:1", "text:3", "text:7"]
  )
})

it("accepts questions and code", async () => {
  assert.deepStrictEqual(await findings("What does it do? It runs `of what`.\n\n```sh\n# what is left out\n```\n"), [])
})

it("limits the words in a sentence, except for code and names in capitals", async () => {
  const sentence = (words: number) => `Sheaf ${"reads ".repeat(words - 2)}\`a b c\` COMPLETED COMPLETED_EMPTY data.`
  assert.deepStrictEqual(await findings(sentence(longestSentence)), [])
  assert.lengthOf(await findings(sentence(longestSentence + 1)), 1)
})

it("collects documents, descriptions of an API, messages and comments, and reports the place of each finding", async ({
  onTestFinished
}) => {
  const root = mkdtempSync(join(tmpdir(), "sheaf-prose-"))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const files = {
    "README.md": "Good.\n\nIt is over.\n",
    "packages/domain/src/A.ts":
      'const a = 1\n\n/**\n * Good.\n * It is over.\n */\n// It is over.\nEffect.logInfo(\n  "it is over"\n)\n'
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  assert.deepStrictEqual(
    (await lint(all(root, [["2026-04-01", { paths: { "/a": { get: { summary: "It is over" } } } }]]))).map(
      (finding) => finding.split(": ", 1)[0]
    ),
    [
      "README.md:3",
      "openapi/2026-04-01.json#/paths//a/get/summary:1",
      "packages/domain/src/A.ts:8",
      "packages/domain/src/A.ts:4",
      "packages/domain/src/A.ts:7"
    ]
  )
})
