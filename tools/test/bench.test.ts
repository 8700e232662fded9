/** The benchmark's command line, rounds, limits and report. `.ci/run` takes the measurements themselves. */
import { assert, describe, it } from "@effect/vitest"
import { defaultMeasurements } from "../src/bench/command.ts"
import { SkippedError } from "../src/bench/suite/Measurement.ts"
import type { RunLength, Limit, Measurement } from "../src/bench/suite/Measurement.ts"
import * as Measurements from "../src/bench/Measurements.ts"
import * as Suite from "../src/bench/suite/Suite.ts"

const unit = "per second"

/** One contestant's rate falls by one in each turn; the other's rate is constant. */
const measurement = (name: string, changes: Partial<Measurement> = {}): Measurement => {
  let rate = 12
  return {
    name,
    summary: `about ${name}`,
    rounds: { smoke: 1, full: 3, long: 3 },
    prepare: async () => [
      { name: "ours", measure: async () => ({ [unit]: rate--, ms: 5 }) },
      { name: "theirs", measure: async () => ({ [unit]: 2 }) }
    ],
    limits: [],
    ...changes
  }
}

const execute = async (effort: RunLength, ...measurements: ReadonlyArray<Measurement>) => {
  const out: Array<string> = []
  const errors: Array<string> = []
  const console = { log: (text: string) => out.push(text), error: (text: string) => errors.push(text) }
  const isGood = await Suite.run(measurements, effort, console)
  return { isGood, out: out.join("\n"), errors: errors.join("\n") }
}

const efforts: ReadonlyArray<RunLength> = ["full", "smoke"]

describe("the measurements", () => {
  it("that take a long time run only in a smoke run, or if they are named", () => {
    const [one, slow] = [measurement("one"), measurement("slow", { onRequest: true })]
    assert.deepStrictEqual(defaultMeasurements([one, slow], "full", [one, slow]), [one])
    assert.deepStrictEqual(defaultMeasurements([one, slow], "smoke", [one, slow]), [one, slow])
    assert.deepStrictEqual(defaultMeasurements([slow], "full", [one, slow]), [slow])
  })

  it("have different names", () => {
    const names = Measurements.all.map(({ name }) => name)
    assert.deepStrictEqual(names, [...new Set(names)])
  })
})

describe("a run", () => {
  const gone = async () => {
    throw new Error("the server is gone")
  }
  const limit: Limit = { of: "nobody", unit, bound: [">=", 1] }

  it.each<[what: string, changes: Partial<Measurement>, message: string]>([
    ["cannot start", { prepare: gone }, "the server is gone"],
    ["fails", { prepare: async () => [{ name: "ours", measure: gone }] }, "the server is gone"],
    ["has no number", { prepare: async () => [] }, "the measurement has no number"],
    [
      "loses a number",
      { prepare: async () => [{ name: "ours", measure: async () => ({ ms: NaN }) }] },
      '"ours" is NaN'
    ],
    ["has a limit on nothing", { limits: [limit] }, '"nobody" has no number per second']
  ])("fails if a measurement %s, and still takes the next one", async (_, changes, message) => {
    for (const effort of efforts) {
      const { errors, isGood, out } = await execute(effort, measurement("broken", changes), measurement("sound"))
      assert.isFalse(isGood)
      assert.strictEqual(errors, "FAILED: broken")
      assert.include(out, message)
      assert.match(out, /^sound, /m)
    }
  })

  it.each(efforts)("skips a measurement that the machine cannot take, with the reason, for %j", async (effort) => {
    const lacking = measurement("lacking", { prepare: () => Promise.reject(new SkippedError("no chromium in PATH")) })
    const { errors, isGood, out } = await execute(effort, lacking, measurement("sound"))
    assert.deepStrictEqual({ errors, isGood }, { errors: "", isGood: true })
    assert.match(out, /^lacking, .* skipped: no chromium in PATH$/m)
    assert.match(out, /^sound, /m)
  })

  it("names the commit and the machine, and shows medians, ranges and limits, without the warm-up", async () => {
    const limits: ReadonlyArray<Limit> = [
      { of: "ours", to: "theirs", unit, bound: [">=", 5] },
      { of: "ours", unit: "ms", bound: ["<=", 4] }
    ]
    const { errors, out } = await execute("full", measurement("sound", { limits }))
    assert.strictEqual(errors, "")
    assert.match(out, /^Commit \S+, \d{4}-\d\d-\d\d \d\d:\d\d UTC, Node\.js v24\.\S+\n\d+ cores, /)
    const rows = out.split("\n").map((line) => line.split(/ {2,}/))
    const shown = ["figure", "ours", "theirs", "ours : theirs"].flatMap((name) =>
      rows.filter(([first]) => first === name)
    )
    assert.deepStrictEqual(shown, [
      ["figure", "median", "unit", "range", "rounds", "limit"],
      ["ours", "10.0", "per second", "9.00 to 11.0", "3"],
      ["ours", "5.00", "ms", "5.00 to 5.00", "3", "<= 4 MISSED"],
      ["theirs", "2.00", "per second", "2.00 to 2.00", "3"],
      ["ours : theirs", "5.00", "ratio, per second", "4.50 to 5.50", "3", ">= 5 met"]
    ])
  })
})
