/** Compares encoding 200 records for an older version with encoding them for the newest. */
// Compiles each schema on first use, as the service does.
import "effect/schema/SchemaJITCompiler/enable"
import { showWealth20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import { WealthRecord } from "@sheaf/domain/WealthRecord"
import { Schema } from "effect"
import type { Contestant, Measurement } from "../suite/Measurement.ts"
import * as WealthRecords from "./WealthRecords.ts"

const response = WealthRecords.make(200)

const passes = 20

type Encode = (records: ReadonlyArray<WealthRecord>) => unknown

const contestant = (name: string, encode: Encode): Contestant => ({
  name,
  measure: async () => {
    const began = performance.now()
    for (let pass = 0; pass < passes; pass++) encode(response)
    return { ms: (performance.now() - began) / passes }
  }
})

const head: Encode = Schema.encodeSync(Schema.Array(WealthRecord))
/** Skips validation, as the service does, because the records were validated before they were stored. */
const old: Encode = (records) => showWealth20250101(records)

export const measurement: Measurement = {
  name: "codecs",
  summary: "200 records for an older version, against the newest",
  rounds: { smoke: 1, full: 41, long: 101 },
  prepare: async () => [
    contestant("2026-04-01", head),
    contestant("2025-01-01", old),
    contestant("2026-04-01 with JSON", (records) => JSON.stringify(head(records))),
    contestant("2025-01-01 with JSON", (records) => JSON.stringify(old(records)))
  ],
  limits: [
    { of: "2025-01-01", to: "2026-04-01", unit: "ms", bound: ["<=", 1.3] },
    { of: "2025-01-01 with JSON", to: "2026-04-01 with JSON", unit: "ms", bound: ["<=", 1.3] }
  ]
}
