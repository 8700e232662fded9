/** Tests which faults Sheaf finds in a reading of a document, and that a reading without faults gives a record. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { ReadingDiagnostics, UploadOutcome } from "../../src/index.ts"
import type { LayoutReading } from "../../src/index.ts"

const amount = { amount: 240, currency: "EUR" }
const premium = { amount, paymentFrequency: 12, period: "YEAR" }

const animal = {
  insuranceType: "animalInsurance",
  insuranceSubType: "dog",
  market: "fr",
  insuranceCompany: "Assurance Rivage",
  premium
}

const reading = (insurance: LayoutReading["record"], more: Partial<LayoutReading> = {}): LayoutReading => ({
  layout: "fr-rivage/animal",
  insuranceType: "animalInsurance",
  absent: [],
  fields: [],
  record: { id: "1", insurance },
  ...more
})

const without = (member: keyof typeof animal): LayoutReading["record"] =>
  Object.fromEntries(Object.entries(animal).filter(([name]) => name !== member))

const required = { target: "startDate", required: true } as const

type Row = readonly [what: string, document: LayoutReading, faults: ReadonlyArray<string>]

const table: ReadonlyArray<Row> = [
  ["an insurance", reading(animal), []],
  [
    "an unknown word",
    reading({ ...animal, insuranceSubType: "hamster" }),
    ['insuranceSubType: "hamster" is not one of dog, cat, horse, other']
  ],
  [
    "an unknown word in a part",
    reading({ ...animal, premium: { ...premium, period: "YEARLY" } }),
    ['premium.period: "YEARLY" is not one of MONTH, QUARTER, HALF_YEAR, YEAR, WHOLE_TERM']
  ],
  [
    "an unknown number",
    reading({ ...animal, premium: { ...premium, paymentFrequency: 3 } }),
    ["premium.paymentFrequency: 3 is not one of 0, 1, 2, 4, 12"]
  ],
  [
    "a part without a required member",
    reading({ ...animal, premium: { amount, period: "YEAR" } }),
    ["premium.paymentFrequency: missing, required in a premium"]
  ],
  [
    "no required member",
    reading(without("insuranceCompany")),
    ["insuranceCompany: missing, required in an animalInsurance"]
  ],
  ["an unknown member", reading({ ...animal, breed: "Lagotto" }), ["breed: unknown member of an animalInsurance"]],
  [
    "an unknown member of a part",
    reading({ ...animal, holder: { name: "A", town: "Lyon" } }),
    ["holder.town: unknown member of a holder"]
  ],
  [
    "a date in another format",
    reading({ ...animal, startDate: "01/03/2026" }),
    ['startDate: "01/03/2026", expected a valid date in the form YYYY-MM-DD']
  ],
  ["a number for text", reading({ ...animal, animalName: 3 }), ["animalName: 3, expected string"]],
  [
    "text for an amount",
    reading({ ...animal, discountAmount: "12 €" }),
    ['discountAmount: "12 €", expected MonetaryAmount']
  ],
  [
    "two faults",
    reading({ ...without("market"), insuranceSubType: "hamster" }),
    [
      'insuranceSubType: "hamster" is not one of dog, cat, horse, other',
      "market: missing, required in an animalInsurance"
    ]
  ],
  [
    "a contradiction",
    reading({ ...animal, startDate: "2026-03-01", endDate: "2026-02-01" }),
    ["ends before it starts"]
  ],
  ["no required value", reading(animal, { fields: [{ ...required, fault: "NO_LABEL" }] }), ["startDate is missing"]],
  [
    "an unreadable required value",
    reading(animal, { fields: [{ ...required, fault: "UNREADABLE", text: "soon" }] }),
    ["startDate is unreadable"]
  ],
  [
    "an ambiguous required value",
    reading(animal, { fields: [{ ...required, fault: "AMBIGUOUS" }] }),
    ["startDate is ambiguous"]
  ],
  ["no optional value", reading(animal, { fields: [{ ...required, required: false, fault: "NO_LABEL" }] }), []]
]

describe("a document with", () => {
  it.each(table)("%s has these faults", (_, document, faults) => {
    assert.deepStrictEqual(ReadingDiagnostics.describeFaults(document), faults)
  })

  it.each(table)("%s gives a record if it has no faults", (_, document, faults) => {
    const gives = faults.length === 0
    assert.strictEqual(Result.isSuccess(UploadOutcome.recordOrError(document)), gives)
    const { type } = UploadOutcome.of({ type: "READ", readings: [document] }, undefined)
    assert.strictEqual(type, gives ? "COMPLETED" : "FAILED_PDF_PARSE")
  })
})
