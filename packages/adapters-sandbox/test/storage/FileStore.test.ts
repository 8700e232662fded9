/** Tests that several processes can use the same record store. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { temporaryFolder } from "../banks/Banks.ts"
import { openCounter } from "./Counter.ts"

const program = fileURLToPath(new URL("CountingProcess.ts", import.meta.url))

const countIn = (folder: string, times: number) =>
  Effect.promise(() =>
    promisify(execFile)(process.execPath, ["--conditions=@sheaf/source", program, folder, String(times)])
  )

it.live("loses no change of processes that change a record at the same time", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const counter = yield* openCounter(folder)
    yield* counter.make("counter", { count: 0 })
    yield* Effect.all([countIn(folder, 300), countIn(folder, 300), countIn(folder, 300)], { concurrency: "unbounded" })
    assert.deepStrictEqual(yield* counter.find("counter"), { count: 900 })
    assert.strictEqual(statSync(join(folder, "records.db")).mode & 0o777, 0o600)
  }).pipe(Effect.scoped)
)

it.effect("keeps the record that was made first, and drops the least recently changed", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const { change, find, make } = yield* openCounter(folder, 2)
    yield* make("a", { count: 1 })
    yield* make("b", { count: 2 })
    assert.deepStrictEqual(yield* make("a", { count: 3 }), { count: 1 })
    yield* change("a", ({ count }) => ({ count: count + 1 }))
    yield* make("c", { count: 4 })
    assert.deepStrictEqual(yield* Effect.forEach(["a", "b", "c"], find), [{ count: 2 }, undefined, { count: 4 }])
    yield* change("b", ({ count }) => ({ count: count + 1 }))
    assert.isUndefined(yield* find("b"))
  }).pipe(Effect.scoped)
)

it.effect("fails when the file is not a database, and recovers", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const counter = yield* openCounter(join(folder, "inside"))
    writeFileSync(join(folder, "inside"), "")
    assert.strictEqual((yield* Effect.flip(counter.find("a"))).reason, "FILE")
    const broken = yield* openCounter(folder)
    writeFileSync(join(folder, "records.db"), "not a database".repeat(100))
    assert.strictEqual((yield* Effect.flip(broken.make("a", { count: 1 }))).reason, "FILE")
    writeFileSync(join(folder, "records.db"), "")
    assert.deepStrictEqual(yield* broken.make("a", { count: 1 }), { count: 1 })
  }).pipe(Effect.scoped)
)
