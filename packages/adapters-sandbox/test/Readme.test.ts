import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { collect } from "./ReadmeExample.ts"

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8")

it("shows the example that this test runs", () => {
  const [, example] = /```ts\n([^]*?)```/.exec(read("../README.md")) ?? []
  assert.strictEqual(example, read("./ReadmeExample.ts"))
})

it.live("states the result of the example", () =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "sheaf-readme-"))),
      (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
    )
    const { insurances, statuses } = yield* collect(folder)
    assert.deepStrictEqual(statuses, ["RUNNING", "LOGIN", "COLLECTING", "COMPLETED"])
    assert.lengthOf(insurances, 5)
  })
)
