/**
 * Measures the cost of an old version. The benchmark encodes a response with 200 wealth records for versions 2025-01-01
 * and 2026-04-01 in turn, over several rounds, so that a busy moment affects both versions.
 */
// As in the service, schemas compile to code on first use.
import "effect/schema/SchemaJITCompiler/enable"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { WealthRecord20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import { WealthRecord } from "@sheaf/domain/WealthRecord"
import { Schema } from "effect"
import type { Effort } from "../Part.ts"
import { medianOf } from "../Report.ts"
import type { Figure } from "../Report.ts"
import * as WealthRecords from "./WealthRecords.ts"

interface Length {
  readonly rounds: number
  readonly passes: number
}

const lengths: Readonly<Record<Effort, Length>> = {
  smoke: { rounds: 1, passes: 1 },
  full: { rounds: 41, passes: 20 },
  long: { rounds: 101, passes: 40 }
}

const records = 200

const response = WealthRecords.make(records)

const writers = {
  "2026-04-01": Schema.encodeSync(Schema.Array(WealthRecord)),
  "2025-01-01": Schema.encodeSync(Schema.Array(WealthRecord20250101))
} satisfies Partial<Record<ApiVersion, unknown>>

const millisOf = (write: (value: ReadonlyArray<WealthRecord>) => unknown, passes: number): number => {
  const startedAt = performance.now()
  for (let pass = 0; pass < passes; pass++) write(response)
  return (performance.now() - startedAt) / passes
}

/** The time that each version takes in each round, in milliseconds, and the ratio of the two times. */
interface Measured {
  readonly head: ReadonlyArray<number>
  readonly old: ReadonlyArray<number>
  readonly ratios: ReadonlyArray<number>
}

const measure = (finish: (wire: unknown) => unknown, { passes, rounds }: Length): Measured => {
  const head: Array<number> = []
  const old: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    head.push(millisOf((value) => finish(writers["2026-04-01"](value)), passes))
    old.push(millisOf((value) => finish(writers["2025-01-01"](value)), passes))
  }
  return { head, old, ratios: old.map((millis, round) => millis / (head[round] ?? Number.NaN)) }
}

/** Runs the benchmark, which takes a few seconds at full length. */
export const run = async (effort: Effort): Promise<ReadonlyArray<Figure>> => {
  const length = lengths[effort]
  measure((wire) => wire, length) // a warm-up
  const response = measure((wire) => JSON.stringify(wire), length)
  const values = measure((wire) => wire, length)
  const note = "encoded and written as JSON"
  return [
    medianOf(`${records} wealth records for 2026-04-01`, response.head, "ms", { note }),
    medianOf(`${records} wealth records for 2025-01-01`, response.old, "ms", { note }),
    medianOf("2025-01-01 : 2026-04-01", response.ratios, "ratio", { target: ["<=", 1.3] }),
    medianOf("2025-01-01 : 2026-04-01, without JSON", values.ratios, "ratio", { target: ["<=", 1.3] })
  ]
}
