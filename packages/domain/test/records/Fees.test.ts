/** The fees of version 2026-04-01, and the mapping to the flat form of version 2025-01-01 (spec 2.2, 2.8). */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Fees } from "../../src/versions/Fees.ts"
import type { FlattenedFees } from "../../src/versions/2025-01-01/records/SplitFees.ts"
import { WealthRecords20250101 } from "../../src/versions/2025-01-01/records/WealthRecords.ts"
import type { WealthRecord } from "../../src/records/wealth/WealthRecord.ts"

const sek = (amount: number) => ({ amount, currency: "SEK" })

const decodeHead = Schema.decodeUnknownResult(Fees)

describe("The fees of 2026-04-01", () => {
  const accepted: ReadonlyArray<readonly [title: string, fees: unknown]> = [
    ["all personalized figures", { personalized: { fixed: sek(30), variable: 0.0065, previousYear: sek(512) } }],
    ["a personalized fixed fee alone", { personalized: { fixed: sek(30) } }],
    ["a personalized variable fee alone", { personalized: { variable: 0.0065 } }],
    ["last year's total alone", { personalized: { previousYear: sek(512) } }],
    ["all generic figures", { generic: { fixed: sek(30), variable: 0.008 } }],
    ["a generic fixed fee alone", { generic: { fixed: sek(30) } }],
    ["a generic variable fee alone", { generic: { variable: 0.008 } }],
    ["a variable fee of 0", { generic: { variable: 0 } }],
    ["a variable fee of 1", { generic: { variable: 1 } }],
    ["a known fixed fee of 0", { personalized: { fixed: sek(0) } }]
  ]

  const refused: ReadonlyArray<readonly [title: string, fees: unknown]> = [
    ["neither personalized nor generic", {}],
    ["both personalized and generic", { personalized: { variable: 0.1 }, generic: { variable: 0.1 } }],
    ["generic figures with an empty personalized object", { personalized: {}, generic: { variable: 0.1 } }],
    ["personalized without a figure", { personalized: {} }],
    ["generic without a figure", { generic: {} }],
    ["last year's total as the only generic figure", { generic: { previousYear: sek(512) } }],
    ["a variable fee below 0", { generic: { variable: -0.0001 } }],
    ["a variable fee above 1", { personalized: { variable: 1.0001 } }],
    ["a bare number as the fixed fee", { personalized: { fixed: 30 } }],
    ["a fixed fee without a currency", { personalized: { fixed: { amount: 30 } } }],
    ["null", null],
    ["null as a figure", { personalized: { fixed: null, variable: 0.1 } }]
  ]

  it.each(accepted)("accept %s", (_, fees) => {
    assert.deepStrictEqual(Result.getOrThrow(decodeHead(fees, { onExcessProperty: "error" })), fees)
  })

  it.each(refused)("reject %s", (_, fees) => {
    assert.isTrue(Result.isFailure(decodeHead(fees)))
  })

  it("never show last year's total with generic figures", () => {
    const fees = { generic: { variable: 0.008, previousYear: sek(512) } }
    assert.deepStrictEqual(decodeHead(fees), Result.succeed({ generic: { variable: 0.008 } }))
    assert.isTrue(Result.isFailure(decodeHead(fees, { onExcessProperty: "error" })))
  })
})

const sameInBoth: ReadonlyArray<readonly [title: string, flat: FlattenedFees, fees: Fees | undefined]> = [
  [
    "true moves every figure under personalized",
    { feesCollected: true, feeFixed: sek(30), feeVariable: 0.0065, feesPreviousYear: sek(512) },
    { personalized: { fixed: sek(30), variable: 0.0065, previousYear: sek(512) } }
  ],
  [
    "false moves the figures under generic",
    { feesCollected: false, feeFixed: sek(30), feeVariable: 0.008 },
    { generic: { fixed: sek(30), variable: 0.008 } }
  ],
  ["feeFixed becomes fixed", { feesCollected: true, feeFixed: sek(30) }, { personalized: { fixed: sek(30) } }],
  ["feeVariable becomes variable", { feesCollected: false, feeVariable: 0.008 }, { generic: { variable: 0.008 } }],
  [
    "feesPreviousYear becomes personalized.previousYear",
    { feesCollected: true, feesPreviousYear: sek(512) },
    { personalized: { previousYear: sek(512) } }
  ],
  ["a zero stays a known zero", { feesCollected: false, feeVariable: 0 }, { generic: { variable: 0 } }],
  ["absent fees become false alone", { feesCollected: false }, undefined]
]

const lossy: ReadonlyArray<
  readonly [title: string, flat: FlattenedFees, fees: Fees | undefined, written: FlattenedFees]
> = [
  [
    "last year's total of generic figures is dropped",
    { feesCollected: false, feeVariable: 0.008, feesPreviousYear: sek(512) },
    { generic: { variable: 0.008 } },
    { feesCollected: false, feeVariable: 0.008 }
  ],
  [
    "last year's total as the only generic figure becomes absent fees",
    { feesCollected: false, feesPreviousYear: sek(512) },
    undefined,
    { feesCollected: false }
  ],
  ["true without a figure becomes absent fees", { feesCollected: true }, undefined, { feesCollected: false }]
]

describe("The fees of a record", () => {
  const bare = { type: "KF", id: "1", company: "se-nordhem", companyDisplayName: "Nordhem" } as const
  const withFees = (fees: Fees | undefined): WealthRecord => (fees === undefined ? bare : { ...bare, fees })
  const decode = Schema.decodeUnknownResult(WealthRecords20250101)
  const encode = Schema.encodeResult(WealthRecords20250101)

  it("are always present in 2025-01-01", () => {
    assert.deepStrictEqual<unknown>(encode([bare]), Result.succeed([{ ...bare, fees: { feesCollected: false } }]))
    assert.isTrue(Result.isFailure(decode([bare])))
  })

  it.each([...sameInBoth.map((row) => [...row, row[1]] as const), ...lossy])("%s", (_, flat, fees, written) => {
    assert.deepStrictEqual(decode([{ ...bare, fees: flat }]), Result.succeed([withFees(fees)]))
    assert.deepStrictEqual<unknown>(encode([withFees(fees)]), Result.succeed([{ ...bare, fees: written }]))
  })

  it("are not encoded if the head's value is invalid", () => {
    const write = Schema.encodeUnknownResult(WealthRecords20250101)
    for (const fees of [{}, { personalized: {} }, { generic: { variable: 2 } }, undefined, 1]) {
      assert.isTrue(Result.isFailure(write([{ ...bare, fees }])))
    }
    for (const record of [undefined, "KF", { ...bare, company: "" }, { ...bare, type: "UNKNOWN" }]) {
      assert.isTrue(Result.isFailure(write([record])))
    }
  })
})
