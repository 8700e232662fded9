import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { collect } from "./ReadmeExample.ts"

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8")

it("shows the example that is run here", () => {
  const [, example] = /```ts\n([^]*?)```/.exec(read("../README.md")) ?? []
  assert.strictEqual(example, read("./ReadmeExample.ts"))
})

it.effect("says what the example gives", () =>
  Effect.gen(function* () {
    const { insurances, statuses } = yield* collect
    assert.deepStrictEqual(statuses, ["RUNNING", "LOGIN", "COLLECTING", "COMPLETED"])
    assert.lengthOf(insurances, 5)
  })
)
