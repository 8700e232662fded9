/** The benchmark's command line and report. `.ci/run` runs the parts themselves. */
import { assert, describe, it } from "@effect/vitest"
import * as CommandLine from "../src/bench/harness/CommandLine.ts"
import type { Effort } from "../src/bench/harness/Effort.ts"
import * as Parts from "../src/bench/Parts.ts"
import * as Program from "../src/bench/harness/Program.ts"
import * as Report from "../src/bench/Report.ts"
import type { Figure } from "../src/bench/Report.ts"
import { Skipped } from "../src/bench/harness/Skipped.ts"
import type { Part } from "../src/bench/harness/Suite.ts"

const figure: Figure = Report.medianOf("speed", [3, 1, 2], "per second", { target: [">=", 2.5], note: "a note" })

const part = (name: string, run: Part["run"] = async () => [figure]): Part => ({ name, summary: `about ${name}`, run })

const execute = async (args: ReadonlyArray<string>, parts: ReadonlyArray<Part>) => {
  const out: Array<string> = []
  const errors: Array<string> = []
  const code = await Program.execute(args, parts, { log: (text) => out.push(text), error: (text) => errors.push(text) })
  return { code, out: out.join("\n"), errors: errors.join("\n") }
}

describe("the command line", () => {
  const parts = [part("one"), part("two"), part("three")]

  const chosen = (...args: ReadonlyArray<string>) => {
    const command = CommandLine.parse(args, parts)
    return command._tag === "Run" ? command.parts.map(({ name }) => name) : command
  }

  it("selects every part, or the named parts in the order of a whole run", () => {
    assert.deepStrictEqual(chosen(), ["one", "two", "three"])
    assert.deepStrictEqual(chosen("three", "--smoke", "one"), ["one", "three"])
  })

  it.each<[ReadonlyArray<string>, Effort]>([
    [[], "full"],
    [["--smoke"], "smoke"],
    [["--long", "two"], "long"]
  ])("reads the effort of %j", async (args, effort) => {
    const seen: Array<Effort> = []
    const two = part("two", async (given) => {
      seen.push(given)
      return [figure]
    })
    await execute(args, [two])
    assert.deepStrictEqual(seen, [effort])
  })

  it.each([
    [["two", "four", "five"], "unknown part four, five; choose from one, two, three"],
    [["--quick"], "unknown option --quick; see --help"],
    [["-x"], "unknown option -x; see --help"],
    [["--smoke=1"], "--smoke takes no value"],
    [["--smoke", "--long"], "choose either --smoke or --long"]
  ])("refuses %j", async (args, reason) => {
    assert.deepStrictEqual(await execute(args, parts), { code: 2, out: "", errors: reason })
  })

  it.each(["--help", "-h", "--list"])("lists the parts for %s without running them", async (option) => {
    const unused = part("one", () => Promise.reject(new Error("the part runs")))
    const { code, errors, out } = await execute([option], [unused])
    assert.strictEqual(code, 0)
    assert.strictEqual(errors, "")
    assert.include(out, "one  about one")
  })

  it("has a different name for every part", () => {
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
    for (const args of [[], ["--smoke"]]) {
      const { code, errors, out } = await execute(args, [part("broken", run), part("sound")])
      assert.strictEqual(code, 1)
      assert.strictEqual(errors, "FAILED: broken")
      assert.include(out, message)
      assert.match(out, /^sound, /m)
    }
  })

  it.each([[], ["--smoke"]])("skips a part that the machine cannot run, with the reason, for %j", async (...args) => {
    const lacking = part("lacking", () => Promise.reject(new Skipped("no chromium in PATH")))
    const { code, errors, out } = await execute(args, [lacking, part("sound")])
    assert.deepStrictEqual({ code, errors }, { code: 0, errors: "" })
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
    const { code, out } = await execute([], [counting, ending])
    assert.strictEqual(code, 0)
    assert.match(out, /^counting, /m)
  })

  it("succeeds if every part reports figures, and names the commit and the machine", async () => {
    const { code, errors, out } = await execute([], [part("sound")])
    assert.strictEqual(code, 0)
    assert.strictEqual(errors, "")
    assert.match(out, /^Commit \S+, \d{4}-\d\d-\d\d \d\d:\d\d UTC, Node\.js v24\.\S+\n\d+ cores, /)
  })

  it("shows a figure's median, range, rounds and target", () => {
    const [heading, row] = Report.table([figure]).split("\n")
    assert.strictEqual(heading, "figure  median  unit        range         rounds  target         note")
    assert.strictEqual(row, "speed     2.00  per second  1.00 to 3.00  3       >= 2.5 MISSED  a note")
    assert.strictEqual(
      Report.markdown([figure]).split("\n").at(-1),
      "| speed | 2.00 | per second | 1.00 to 3.00 | 3 | >= 2.5 MISSED | a note |"
    )
  })
})
