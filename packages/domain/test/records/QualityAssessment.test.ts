/**
 * Tests what a record says about its own quality: when and from which source it was collected, its units, and which
 * groups of its data were read.
 */
import { assert, describe, it } from "@effect/vitest"
import type { SchemaAST } from "effect"
import { InsuranceRecord } from "../../src/records/insurance/InsuranceRecord.ts"
import { assess, unitsByMember } from "../../src/records/QualityAssessment.ts"
import { WealthRecord } from "../../src/records/wealth/WealthRecord.ts"

const at = "2026-04-01T09:30:00.000Z"

const numbersIn = (ast: SchemaAST.AST, name = ""): ReadonlyArray<string> => {
  switch (ast._tag) {
    case "Number":
      return [name]
    case "Objects":
      return ast.propertySignatures.flatMap((member) => numbersIn(member.type, String(member.name)))
    case "Arrays":
      return [...ast.elements, ...ast.rest].flatMap((entry) => numbersIn(entry, name))
    case "Union":
      return ast.types.every((type) => type._tag === "Literal" && typeof type.literal === "number")
        ? [name]
        : ast.types.flatMap((type) => numbersIn(type, name))
    default:
      return []
  }
}

describe("The quality of a record", () => {
  it("has a unit for every number that does not name its own", () => {
    const numbers = new Set([...numbersIn(InsuranceRecord.ast), ...numbersIn(WealthRecord.ast)])
    numbers.delete("amount")
    numbers.delete("value")
    assert.sameMembers([...numbers], Object.keys(unitsByMember))
  })

  it("names the time, the source, the units and the groups that were read", () => {
    const record = { id: "1", insurance: { livingArea: 61, premium: { paymentFrequency: 12 } }, coverages: [] }
    assert.deepStrictEqual(assess(record, "COMPANY", at), {
      source: "COMPANY",
      completeness: { read: ["CONTRACT", "COVERAGES"] },
      collectedAt: at,
      units: { livingArea: "m2", paymentFrequency: "1/a" }
    })
  })

  it("keeps what the connector reports", () => {
    const completeness = { read: ["CLAIMS"], unread: ["PAYMENTS"] } as const
    const { completeness: kept, source } = assess({ source: "DOCUMENT", completeness }, "COMPANY", at)
    assert.deepStrictEqual([kept, source], [completeness, "DOCUMENT"])
  })

  const sek = (amount: number) => ({ amount, currency: "SEK" })
  it.each([
    [
      "an end before the start",
      { insurance: { startDate: "2026-02-01", endDate: "2026-01-31" } },
      [{ code: "END_BEFORE_START", pointer: "/insurance/endDate" }]
    ],
    [
      "a payout that ends before it begins",
      { payoutDetails: [{ period: { type: "AGE_RANGE", fromAge: 70, toAge: 65 } }] },
      [{ code: "END_BEFORE_START", pointer: "/payoutDetails/0/period/toAge" }]
    ],
    [
      "allocations over 100 percent",
      { holdings: [{ allocation: [{ ratio: 0.7 }, { ratio: 0.31 }] }] },
      [{ code: "SUM_OVER_ONE", pointer: "/holdings/0/allocation" }]
    ],
    [
      "a share over 100 percent",
      { holdings: [{ allocation: [{ ratio: 1.2 }] }] },
      [{ code: "SUM_OVER_ONE", pointer: "/holdings/0/allocation" }]
    ],
    [
      "a remaining amount over the whole",
      { insurance: { veterinaryCareAmount: sek(100), veterinaryCareAmountRemaining: sek(101) } },
      [{ code: "PART_OVER_WHOLE", pointer: "/insurance/veterinaryCareAmountRemaining" }]
    ],
    [
      "digits that no parser keeps",
      { principal: sek(1_234_567_890_123_456), balance: sek(0.1 + 0.2) },
      [
        { code: "INEXACT_AMOUNT", pointer: "/principal/amount" },
        { code: "INEXACT_AMOUNT", pointer: "/balance/amount" }
      ]
    ],
    ["15 digits", { principal: sek(999_999_999_999_999), balance: sek(-1_234_567_890_123.45) }, undefined],
    ["borrowed money", { allocation: [{ ratio: 1.2 }, { ratio: -0.2 }] }, undefined],
    ["rounded shares", { beneficiaries: [{ share: 0.3334 }, { share: 0.3333 }, { share: 0.3334 }] }, undefined],
    ["amounts in different currencies", { minimum: sek(5), maximum: { amount: 1, currency: "EUR" } }, undefined]
  ])("warns of contradictions, but not of rounding: %s", (_, record, warnings) => {
    assert.deepStrictEqual<unknown>(assess(record, "COMPANY", at).warnings, warnings)
  })
})
