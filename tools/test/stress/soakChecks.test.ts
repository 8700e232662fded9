/** The verdicts of `npm run soak` detect growth, and ignore noise. */
import { assert, describe, it } from "vitest"
import * as Samples from "../../src/soak/Samples.ts"
import type { Sample } from "../../src/soak/Samples.ts"

const seconds = 400

/** Each figure grows by its value in `grown` with every sample. For `latency`, the value is the relative growth. */
const samplesOf = (grown: Partial<Record<"file" | "kept" | "latency" | "memory" | "rows", number>>) =>
  Array.from({ length: 40 }, (_, index): Sample => {
    const figure = (by = 0) => 100 + index * by
    const megabyte = 1_000_000
    return {
      seconds: index * 10,
      isQuiet: index >= 10 && index < 30,
      reading: {
        liveMegabytes: figure(grown.memory),
        residentMegabytes: figure(grown.memory),
        descriptors: 40,
        rows: new Map([
          ["collection", figure(grown.rows)],
          ["audit_record", figure(grown.kept)]
        ]),
        fileBytes: (figure(grown.file) + figure(grown.kept)) * megabyte,
        freeBytes: 0,
        bytes: new Map([["audit_record", figure(grown.kept) * megabyte]])
      },
      latencies: [1, 2, 100 * (1 + (grown.latency ?? 0)) ** index]
    }
  })

const growing = (samples: ReadonlyArray<Sample>) =>
  Samples.trendResults(samples, seconds).flatMap(({ isFlat, name }) => (isFlat ? [] : [name]))

describe("a run", () => {
  it.each([
    ["does not grow if nothing does", {}, []],
    ["does not grow with the audit log, which is kept", { kept: 50 }, []],
    ["grows with its memory", { memory: 10 }, ["resident memory", "live objects"]],
    ["grows with its latency", { latency: 0.2 }, ["99th percentile"]],
    ["grows with its rows", { rows: 20 }, ["table collection"]],
    ["grows with its database file", { file: 10 }, ["database file without kept tables"]]
  ] as const)("%s", (_, grown, expected) => {
    assert.deepStrictEqual<ReadonlyArray<string>>(growing(samplesOf(grown)), expected)
  })
})

describe("a figure is flat", () => {
  it.each([
    ["if its peaks do not rise", [9, 1, 1, 9, 1, 1], true],
    ["not if its peaks rise", [9, 1, 1, 1, 1, 30], false],
    ["if one of its many values is higher", [...Array<number>(20).fill(9), 30], true],
    ["not if it has one value", [1], false],
    ["not if it has no value", [], false]
  ] as const)("%s", (_, values, isFlat) => {
    const series = { name: "rows", unit: "rows", by: "peak", factor: 1.5, slack: 1, values } as const
    assert.strictEqual(Samples.compareHalves(series).isFlat, isFlat)
  })
})
