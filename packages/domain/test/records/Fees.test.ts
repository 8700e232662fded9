/** The fees of 2026-04-01, and the codec to the flat form of 2025-01-01 (spec 2.8; decisions 3). */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { Fees, Fees20250101 } from "../../src/versions/Fees.ts"
import { FlatFees, losses } from "../../src/versions/2025-01-01/records/FlatFees.ts"
import { WealthRecord20250101 } from "../../src/versions/2025-01-01/records/WealthRecords.ts"
import type { WealthRecord } from "../../src/records/WealthRecord.ts"

const sek = (amount: number) => ({ amount, currency: "SEK" })

const decodeHead = Schema.decodeUnknownResult(Fees)

describe("Fees of 2026-04-01", () => {
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
    ["a fixed fee of 0, which is a known one", { personalized: { fixed: sek(0) } }]
  ]

  const refused: ReadonlyArray<readonly [title: string, fees: unknown]> = [
    ["neither personalized nor generic", {}],
    ["both personalized and generic", { personalized: { variable: 0.1 }, generic: { variable: 0.1 } }],
    ["generic figures beside an empty personalized object", { personalized: {}, generic: { variable: 0.1 } }],
    ["personalized without a figure", { personalized: {} }],
    ["generic without a figure", { generic: {} }],
    ["last year's total as the only generic figure", { generic: { previousYear: sek(512) } }],
    ["a variable fee below 0", { generic: { variable: -0.0001 } }],
    ["a variable fee above 1", { personalized: { variable: 1.0001 } }],
    ["a fixed fee that is a bare number", { personalized: { fixed: 30 } }],
    ["a fixed fee without its currency", { personalized: { fixed: { amount: 30 } } }],
    ["null", null],
    ["a figure that is null", { personalized: { fixed: null, variable: 0.1 } }]
  ]

  it.each(accepted)("takes %s", (_, fees) => {
    assert.deepStrictEqual(Result.getOrThrow(decodeHead(fees, { onExcessProperty: "error" })), fees)
  })

  it.each(refused)("refuses %s", (_, fees) => {
    assert.isTrue(Result.isFailure(decodeHead(fees)))
  })

  it("never shows last year's total among generic figures", () => {
    const fees = { generic: { variable: 0.008, previousYear: sek(512) } }
    assert.deepStrictEqual(decodeHead(fees), Result.succeed({ generic: { variable: 0.008 } }))
    assert.isTrue(Result.isFailure(decodeHead(fees, { onExcessProperty: "error" })))
  })
})

/** Rows that say the same in both versions. */
const sameInBoth: ReadonlyArray<readonly [title: string, flat: FlatFees, fees: Fees | undefined]> = [
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
  ["no fees are written as false alone", { feesCollected: false }, undefined]
]

/** Rows of the old version that come back as `written`. */
const lossy: ReadonlyArray<readonly [title: string, flat: FlatFees, fees: Fees | undefined, written: FlatFees]> = [
  [
    "last year's total of generic figures is dropped",
    { feesCollected: false, feeVariable: 0.008, feesPreviousYear: sek(512) },
    { generic: { variable: 0.008 } },
    { feesCollected: false, feeVariable: 0.008 }
  ],
  [
    "last year's total as the only generic figure reads as nothing",
    { feesCollected: false, feesPreviousYear: sek(512) },
    undefined,
    { feesCollected: false }
  ],
  ["true without a figure reads as nothing", { feesCollected: true }, undefined, { feesCollected: false }]
]

/** What comes back of an old value when all that is declared lost is forgotten. */
const afterLosses = (flat: FlatFees): FlatFees => losses.reduce((value, loss) => loss.forget(value), flat)

const roundTrip = Effect.fnUntraced(function* (flat: FlatFees) {
  return yield* Schema.encodeEffect(Fees20250101)(yield* Schema.decodeEffect(Fees20250101)(flat))
})

describe("Fees between 2025-01-01 and 2026-04-01", () => {
  it("declares each loss that the table shows, and none for the rest", () => {
    assert.deepStrictEqual(
      losses.map((loss) => lossy.filter(([, flat]) => loss.forget(flat) !== flat).map(([title]) => title)),
      [
        [
          "last year's total of generic figures is dropped",
          "last year's total as the only generic figure reads as nothing"
        ],
        ["true without a figure reads as nothing"]
      ]
    )
    for (const [, flat] of sameInBoth) assert.strictEqual(afterLosses(flat), flat)
  })

  it.effect.prop(
    "every value of the head is written as one that the old schema takes, and reads back the same",
    {
      fees: Schema.UndefinedOr(Fees)
    },
    ({ fees }) =>
      Effect.gen(function* () {
        const written = yield* Schema.encodeEffect(Fees20250101)(fees)
        yield* Schema.decodeUnknownEffect(FlatFees)(written, { onExcessProperty: "error" })
        assert.deepEqual(yield* Schema.decodeEffect(Fees20250101)(written), fees)
      })
  )

  it.effect.prop("every old value reads as one that the head takes", { flat: FlatFees }, ({ flat }) =>
    Effect.gen(function* () {
      const fees = yield* Schema.decodeEffect(Fees20250101)(flat)
      assert.isTrue(Schema.is(Schema.UndefinedOr(Fees))(fees))
    })
  )

  it.effect.prop(
    "an old value comes back without its declared losses, and with all else",
    { flat: FlatFees },
    ({ flat }) =>
      Effect.gen(function* () {
        assert.deepEqual(yield* roundTrip(flat), afterLosses(flat))
      })
  )
})

describe("Fees as a member of a record", () => {
  const bare = { type: "KF", id: "1", company: "se-nordhem", companyDisplayName: "Nordhem" } as const
  const withFees = (fees: Fees | undefined): WealthRecord => (fees === undefined ? bare : { ...bare, fees })
  const decode = Schema.decodeUnknownResult(WealthRecord20250101)
  const encode = Schema.encodeResult(WealthRecord20250101)

  it("is always there in 2025-01-01", () => {
    assert.deepStrictEqual<unknown>(encode(bare), Result.succeed({ ...bare, fees: { feesCollected: false } }))
    assert.isTrue(Result.isFailure(decode(bare)))
  })

  it.each([...sameInBoth.map((row) => [...row, row[1]] as const), ...lossy])("%s", (_, flat, fees, written) => {
    assert.deepStrictEqual(decode({ ...bare, fees: flat }), Result.succeed(withFees(fees)))
    assert.deepStrictEqual<unknown>(encode(withFees(fees)), Result.succeed({ ...bare, fees: written }))
  })

  it("leaves out of 2026-04-01 what is not known, instead of an empty member", () => {
    assert.notProperty(Result.getOrThrow(decode({ ...bare, fees: { feesCollected: true } })), "fees")
  })

  it("is not written when it is none of the head's", () => {
    const write = Schema.encodeUnknownResult(WealthRecord20250101)
    for (const fees of [{}, { personalized: {} }, { generic: { variable: 2 } }, undefined, 1]) {
      assert.isTrue(Result.isFailure(write({ ...bare, fees })))
    }
    for (const record of [undefined, "KF", { ...bare, company: "" }, { ...bare, type: "UNKNOWN" }]) {
      assert.isTrue(Result.isFailure(write(record)))
    }
  })
})
