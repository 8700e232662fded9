/** The benchmark's command line and report. `.ci/run` runs the parts themselves. */
import { assert, describe, it } from "@effect/vitest"
import { partsOf } from "../src/bench/command.ts"
import { Skipped } from "../src/bench/Part.ts"
import type { Effort, Part } from "../src/bench/Part.ts"
import * as Parts from "../src/bench/Parts.ts"
import * as Report from "../src/bench/Report.ts"
import type { Figure } from "../src/bench/Report.ts"
import * as Suite from "../src/bench/Suite.ts"

const figure: Figure = Report.medianOf("speed", [3, 1, 2], "per second", { target: [">=", 2.5], note: "a note" })

const part = (name: string, run: Part["run"] = async () => [figure]): Part => ({ name, summary: `about ${name}`, run })

const execute = async (effort: Effort, ...parts: ReadonlyArray<Part>) => {
  const out: Array<string> = []
  const errors: Array<string> = []
  const console = { log: (text: string) => out.push(text), error: (text: string) => errors.push(text) }
  const isGood = await Suite.run(parts, effort, console)
  return { isGood, out: out.join("\n"), errors: errors.join("\n") }
}

const efforts: ReadonlyArray<Effort> = ["full", "smoke"]

describe("the parts", () => {
  it("that take long run only in a smoke run, or if they are named", () => {
    const [one, slow] = [part("one"), { ...part("slow"), onRequest: true }]
    assert.deepStrictEqual(partsOf([one, slow], "full", [one, slow]), [one])
    assert.deepStrictEqual(partsOf([one, slow], "smoke", [one, slow]), [one, slow])
    assert.deepStrictEqual(partsOf([slow], "full", [one, slow]), [slow])
  })

  it("have different names", () => {
    const names = Parts.all.map(({ name }) => name)
    assert.deepStrictEqual(names, [...new Set(names)])
  })
})

describe("a run", () => {
  it.each<[what: string, run: Part["run"], message: string]>([
    ["throws", () => Promise.reject(new Error("the server is gone")), "the server is gone"],
    ["reports no figure", async () => [], "the part reported no figure"],
    ["reports no number", async () => [Report.medianOf("speed", [], "ms")], '"speed" is NaN']
  ])("fails if a part %s, and still runs the next part", async (_, run, message) => {
    for (const effort of efforts) {
      const { errors, isGood, out } = await execute(effort, part("broken", run), part("sound"))
      assert.isFalse(isGood)
      assert.strictEqual(errors, "FAILED: broken")
      assert.include(out, message)
      assert.match(out, /^sound, /m)
    }
  })

  it.each(efforts)("skips a part that the machine cannot run, with the reason, for %j", async (effort) => {
    const lacking = part("lacking", () => Promise.reject(new Skipped("no chromium in PATH")))
    const { errors, isGood, out } = await execute(effort, lacking, part("sound"))
    assert.deepStrictEqual({ errors, isGood }, { errors: "", isGood: true })
    assert.match(out, /^lacking, .* skipped: no chromium in PATH$/m)
    assert.match(out, /^sound, /m)
  })

  it("runs a counting part at the same time as the other parts", async () => {
    const timed = Promise.withResolvers<void>()
    const counting: Part = { ...part("counting", () => timed.promise.then(() => [figure])), counts: true }
    const ending = part("timed", async () => {
      timed.resolve()
      return [figure]
    })
    const { isGood, out } = await execute("full", counting, ending)
    assert.isTrue(isGood)
    assert.match(out, /^counting, /m)
  })

  it("succeeds if every part reports figures, and names the commit and the machine", async () => {
    const { errors, isGood, out } = await execute("full", part("sound"))
    assert.isTrue(isGood)
    assert.strictEqual(errors, "")
    assert.match(out, /^Commit \S+, \d{4}-\d\d-\d\d \d\d:\d\d UTC, Node\.js v24\.\S+\n\d+ cores, /)
  })

  it("shows a figure's median, range, rounds and target", () => {
    const [heading, row] = Report.table([figure]).split("\n")
    assert.strictEqual(heading, "figure  median  unit        range         rounds  target         note")
    assert.strictEqual(row, "speed     2.00  per second  1.00 to 3.00  3       >= 2.5 MISSED  a note")
  })
})
