/**
 * Measures the cost of an old version: a wealth response of 200 records, encoded for 2025-01-01 and for 2026-04-01 in turn,
 * in several rounds, so that a busy moment affects both.
 */
// As in the service, schemas compile to code on first use.
import "effect/schema/SchemaJITCompiler/enable"
import { WealthRecord20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import { WealthRecord } from "@sheaf/domain/WealthRecord"
import { Schema } from "effect"
import { middle } from "./Report.ts"
import type { Figure } from "./Report.ts"
import * as WealthRecords from "./WealthRecords.ts"

const rounds = 41
const passesPerRound = 20
const records = 200

const response = WealthRecords.make(records)

const writers = {
  "2026-04-01": Schema.encodeSync(Schema.Array(WealthRecord)),
  "2025-01-01": Schema.encodeSync(Schema.Array(WealthRecord20250101))
}

const millisOf = (write: (value: ReadonlyArray<WealthRecord>) => unknown): number => {
  const startedAt = performance.now()
  for (let pass = 0; pass < passesPerRound; pass++) write(response)
  return (performance.now() - startedAt) / passesPerRound
}

interface Measured {
  readonly head: number
  readonly old: number
  readonly ratio: number
}

const measure = (finish: (wire: unknown) => unknown): Measured => {
  const head: Array<number> = []
  const old: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    head.push(millisOf((value) => finish(writers["2026-04-01"](value))))
    old.push(millisOf((value) => finish(writers["2025-01-01"](value))))
  }
  return {
    head: middle(head),
    old: middle(old),
    ratio: middle(old.map((millis, round) => millis / (head[round] ?? Number.NaN)))
  }
}

/** Runs the benchmark, which takes a few seconds. */
export const run = async (): Promise<ReadonlyArray<Figure>> => {
  measure((wire) => wire) // a warm-up
  const response = measure((wire) => JSON.stringify(wire))
  const values = measure((wire) => wire)
  return [
    {
      name: "200 wealth records for 2026-04-01",
      value: response.head,
      unit: "ms",
      note: "encoded and written as JSON"
    },
    { name: "200 wealth records for 2025-01-01", value: response.old, unit: "ms", note: "encoded and written as JSON" },
    { name: "2025-01-01 : 2026-04-01", value: response.ratio, unit: "ratio", target: ["<=", 1.3] },
    { name: "2025-01-01 : 2026-04-01, without JSON", value: values.ratio, unit: "ratio", target: ["<=", 1.3] }
  ]
}
