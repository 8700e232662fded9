/** The checks of `npm run attack` detect broken promises and harm to the victim. */
import { assert, describe, it } from "@effect/vitest"
import type { Attack } from "../../src/attack/stage/Testbed.ts"
import * as Suite from "../../src/attack/Suite.ts"
import * as CallSummary from "../../src/attack/victim/CallSummary.ts"

const attack = (name: string, run: Attack["run"] = async () => "nothing"): Attack => ({
  name,
  summary: `about ${name}`,
  promise: "Nothing happens.",
  run
})

const summaryOf = (upload: number, errors: ReadonlyArray<string> = []): CallSummary.CallSummary => ({
  latencies: { poll: [1, 2], start: [1], upload: [1, upload] },
  errors
})

describe("the victim is harmed", () => {
  it.each([
    ["by an error", "full", 2, summaryOf(2, ["poll failed"]), 1],
    ["by more than twice the latency before the attack", "full", 1_800, summaryOf(3_601), 1],
    ["by no delay below twice the latency", "full", 1_800, summaryOf(3_599), 0],
    ["by no delay below the floor", "full", 2, summaryOf(1_999), 0],
    ["by a gross delay in a short run", "short", 2_000, summaryOf(10_001), 1],
    ["by no lesser delay in a short run", "short", 2_000, summaryOf(9_999), 0]
  ] as const)("%s", (_, length, quiet, attacked, harm) => {
    const observation = { quiet: summaryOf(quiet), attacked }
    assert.lengthOf(CallSummary.harmOf(observation, CallSummary.tolerances[length]), harm)
  })
})

it.each([
  [100, "without the attack: 100; at most 2000, the floor"],
  [1_800, "without the attack: 1800; at most 3600, 2 times"]
])("a row compares the victim's latency with %d ms without the attack", (quiet, shown) => {
  const observation = { quiet: summaryOf(quiet), attacked: summaryOf(120) }
  assert.include(
    CallSummary.describeLatencies(observation, CallSummary.tolerances.full),
    `2 uploads in 120 ms (${shown})`
  )
})

it("a run reports each attack in one line, and names the attacks that succeeded", async () => {
  const [lines, errors]: [Array<string>, Array<string>] = [[], []]
  const output = { log: (line: string) => lines.push(line), error: (line: string) => errors.push(line) }
  const broken = attack("two", () => Promise.reject(new Error("it happened")))
  assert.isFalse(await Suite.run([attack("one"), broken], "short", output))
  assert.match(lines[0] ?? "", /^held   one \(0\.0 s\)\. Promised: Nothing happens\. Seen: nothing\. No victim/)
  assert.match(lines[1] ?? "", /^FAILED two .* BROKEN: it happened\. No victim/)
  assert.deepStrictEqual(errors, ["FAILED: two"])
})
