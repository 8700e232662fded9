/** Reads the examples that `npm run package:check` runs. */
import { assert, it } from "@effect/vitest"
import { examplesIn } from "../src/Examples.ts"

it("finds the documented output of each example", () => {
  const markdown = [
    "```sh\nnpm install\n```",
    "```ts\nconsole.log(1) // 1\n```",
    "```ts\n// A remark.\nconst x = 1\n// Another.\nconsole.log(x) // 1\n// A third.\n```",
    "```ts\nconst url = 'https://example.com'\nfor (const x of xs) console.log(x)\n// a\n  // b\n```"
  ].join("\n\n")
  assert.deepStrictEqual(
    examplesIn(markdown).map(({ printed }) => printed),
    [["1"], ["1"], ["a", "b"]]
  )
})
