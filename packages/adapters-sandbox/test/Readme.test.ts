/** Tests that the README's example produces the result that the README states. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { temporaryFolder } from "./banks/Banks.ts"
import { collect } from "./ReadmeExample.ts"

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8")

it("shows the example that this test runs", () => {
  const [, example] = /```ts\n([^]*?)```/.exec(read("../README.md")) ?? []
  assert.strictEqual(example, read("./ReadmeExample.ts"))
})

it.live("states the result of the example", () =>
  Effect.gen(function* () {
    const { insurances, statuses } = yield* collect(yield* temporaryFolder)
    assert.deepStrictEqual(statuses, ["RUNNING", "LOGIN", "COLLECTING", "COMPLETED"])
    assert.lengthOf(insurances, 5)
  })
)
