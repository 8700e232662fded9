/** Runs the examples in the README and in doc comments, and compares the results with the stated results. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const packageFolder = new URL("../", import.meta.url)
const source = new URL("src/", packageFolder)

const readme = readFileSync(new URL("README.md", packageFolder), "utf8")
const blocks = Array.from(readme.matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?^```ts\n([\s\S]*?)^```$/gm))

/** The documented output of a code block: the comment after a call, or comments on their own lines. */
const printed = (code: string): ReadonlyArray<string> =>
  Array.from(code.matchAll(/(?:console\.log\(.*\)|^ *) ?\/\/ (.*)$/gm), ([, text = ""]) => text)

describe("The README", () => {
  const folder = new URL("out-tsc/readme/", packageFolder)
  mkdirSync(folder, { recursive: true })

  it("has examples", () => {
    assert.isNotEmpty(blocks)
  })

  blocks.forEach(([, title = "", code = ""], index) => {
    it(`prints what it states: ${title}`, () => {
      const file = fileURLToPath(new URL(`example-${index}.ts`, folder))
      writeFileSync(file, code)
      const { stderr, stdout } = spawnSync(process.execPath, ["--conditions=@sheaf/source", file], { encoding: "utf8" })
      assert.isNotEmpty(printed(code))
      assert.deepStrictEqual(stdout.trimEnd().split("\n"), [...printed(code)], stderr)
    })
  })
})

/**
 * Returns the lines of an example with their stated results. A result is the comment after or below the line, without
 * the explanation that can follow a colon.
 */
const claims = (comment: string): ReadonlyArray<readonly [expression: string, value: string]> =>
  Array.from(
    comment.replaceAll(/^ *\* ?/gm, "").matchAll(/^ *([^\s/].*?)\s+\/\/ (.*)$/gm),
    ([, expression = "", value = ""]) => [expression, value.replace(/^(\w+): .*$/, "$1")]
  )

const documented = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => {
    const comments = readFileSync(new URL(file, source), "utf8").matchAll(/^ \* @example\b([\s\S]*?)\*\//gm)
    return Array.from(comments, ([, comment = ""]) => ({ file, comment }))
  })

describe("The doc comments", () => {
  it("have examples", () => {
    assert.isAtLeast(documented.length, 7)
  })

  for (const { comment, file } of documented) {
    it(`of ${file} state their results`, async () => {
      const module: Record<string, unknown> = { Result, ...(await import(new URL(file, source).href)) }
      const found = claims(comment)
      assert.isNotEmpty(found)
      for (const [expression, value] of found) {
        const evaluate = (text: string): unknown =>
          new Function(...Object.keys(module), `return (${text})`)(...Object.values(module))
        assert.deepStrictEqual(evaluate(expression), evaluate(value), expression)
      }
    })
  }
})
