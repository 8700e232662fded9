/** Tests that the reader rejects hostile files and can still read the next file. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Reader, shippedLayouts, UploadOutcome } from "../../src/index.ts"
import type { Layout } from "../../src/index.ts"
import { readRequestOf, bytesOf } from "../Fixture.ts"
import { hostileFiles } from "./HostileFiles.ts"

const policy = bytesOf("ee-motor-policy")
/** Low limits on CPU time and memory, so exceeding them takes little time. The limit on elapsed time is generous. */
const limits: Reader.ReaderLimits = { ...Reader.defaultLimits, processorMillis: 2_000, mebibytes: 256, millis: 60_000 }
const patience = 150_000

/** Files that exceed the limits. All other files are either damaged, or can be opened but match no layout. */
const tooCostly = ["a page that unpacks to two gibibytes", "a stream packed three times over"]

/** Files that take seconds. Outside CI, one costly file represents them all. */
const slow = [
  "a page of a million words",
  "a page that unpacks to two gibibytes",
  "five thousand pages",
  "ten forms in ten forms in ten forms"
]
const isThorough = process.env["CI"] === "true"
const files = Object.entries(hostileFiles(policy)).filter(([name]) => isThorough || !slow.includes(name))

describe("a hostile file", () => {
  // All files share one reader. Its second attempt at a file ends immediately, so a costly file uses up the limits only
  // once.
  const reader = Reader.make({ ...limits, firstMillis: limits.processorMillis, processorMillis: 1 })

  it.live.each(files)(
    "with %s stays within the limits",
    ([name, bytes]) =>
      Effect.gen(function* () {
        const outcome = yield* reader.read(readRequestOf(bytes))
        if (tooCostly.includes(name)) assert.strictEqual(outcome.type, "TOO_COSTLY")
        const expected = name === "no table of its objects" ? "COMPLETED" : "FAILED_PDF_USER_INPUT"
        assert.strictEqual(UploadOutcome.of(outcome, undefined).type, expected)
      }),
    patience
  )

  it.live("does not affect the next file", () =>
    Effect.map(reader.read(readRequestOf(policy)), (next) =>
      assert.strictEqual(UploadOutcome.of(next, undefined).type, "COMPLETED")
    )
  )
})

it.live(
  "a layout whose pattern takes too long is ended, and its field is named",
  () =>
    Effect.gen(function* () {
      const [layout] = shippedLayouts
      assert.isDefined(layout)
      const slow: Layout["fields"][number] = {
        target: "brand",
        kind: { type: "text" },
        label: "Poliisi",
        at: "SAME_LINE",
        pattern: `^${".*".repeat(40)}(~)`
      }
      const reader = Reader.make({ ...limits, firstMillis: 1 })
      const request = { ...readRequestOf(policy), layouts: [{ ...layout, fields: [...layout.fields, slow] }] }
      const during = { layout: layout.id, target: "brand" }
      assert.deepStrictEqual(yield* reader.read(request), { type: "TOO_COSTLY", during })
    }),
  patience
)

describe("an attempt", () => {
  it.live.each([
    ["is ended by its time limit", { millis: 1 }, "TOO_COSTLY"],
    ["is ended by its CPU limit", { firstMillis: 1, processorMillis: 1 }, "TOO_COSTLY"],
    ["is ended by its memory limit", { mebibytes: 1 }, "TOO_COSTLY"],
    ["is repeated with longer limits", { firstMillis: 1, processorMillis: limits.millis }, "READ"]
  ] as const)("%s", ([, some, type]) =>
    Effect.map(Reader.make({ ...limits, ...some }).read(readRequestOf(policy)), (outcome) =>
      assert.strictEqual(outcome.type, type)
    )
  )
})
