/** What whoever writes a layout is told of a document that gives no record; the service is told no more than that. */
import { assert, describe, it } from "@effect/vitest"
import { ReadingFaults, Verdict } from "../../src/index.ts"
import type { Reading } from "../../src/index.ts"

const amount = { amount: 240, currency: "EUR" }
const premium = { amount, paymentFrequency: 12, period: "YEAR" }

const animal = {
  insuranceType: "animalInsurance",
  insuranceSubType: "dog",
  market: "fr",
  insuranceCompany: "Assurance Rivage",
  premium
}

const reading = (insurance: Reading["record"], more: Partial<Reading> = {}): Reading => ({
  layout: "fr-rivage/animal",
  insuranceType: "animalInsurance",
  absent: [],
  fields: [],
  record: { id: "1", insurance },
  ...more
})

const without = (member: keyof typeof animal): Reading["record"] =>
  Object.fromEntries(Object.entries(animal).filter(([name]) => name !== member))

const required = { target: "startDate", required: true } as const

type Row = readonly [what: string, document: Reading, faults: ReadonlyArray<string>]

const table: ReadonlyArray<Row> = [
  ["an insurance", reading(animal), []],
  [
    "a word that is none of those that there are",
    reading({ ...animal, insuranceSubType: "hamster" }),
    ['insuranceSubType: "hamster" is none of dog, cat, horse, other']
  ],
  [
    "such a word in a part",
    reading({ ...animal, premium: { ...premium, period: "YEARLY" } }),
    ['premium.period: "YEARLY" is none of MONTH, QUARTER, HALF_YEAR, YEAR, WHOLE_TERM']
  ],
  [
    "a number that is none of those that there are",
    reading({ ...animal, premium: { ...premium, paymentFrequency: 3 } }),
    ["premium.paymentFrequency: 3 is none of 0, 1, 2, 4, 12"]
  ],
  [
    "no member that its part needs",
    reading({ ...animal, premium: { amount, period: "YEAR" } }),
    ["premium.paymentFrequency: missing, a premium needs it"]
  ],
  [
    "no member that every insurance needs",
    reading(without("insuranceCompany")),
    ["insuranceCompany: missing, an animalInsurance needs it"]
  ],
  [
    "a member that no insurance has",
    reading({ ...animal, breed: "Lagotto" }),
    ["breed: an animalInsurance has no such member"]
  ],
  [
    "a member that its part has not",
    reading({ ...animal, holder: { name: "A", town: "Lyon" } }),
    ["holder.town: a holder has no such member"]
  ],
  [
    "a day as words",
    reading({ ...animal, startDate: "01/03/2026" }),
    ['startDate: "01/03/2026", expected a date that exists, as YYYY-MM-DD']
  ],
  ["a number for words", reading({ ...animal, animalName: 3 }), ["animalName: 3, expected string"]],
  [
    "words for a sum",
    reading({ ...animal, discountAmount: "12 €" }),
    ['discountAmount: "12 €", expected MonetaryAmount']
  ],
  [
    "two things that cannot be",
    reading({ ...without("market"), insuranceSubType: "hamster" }),
    ['insuranceSubType: "hamster" is none of dog, cat, horse, other', "market: missing, an animalInsurance needs it"]
  ],
  [
    "a contradiction",
    reading({ ...animal, startDate: "2026-03-01", endDate: "2026-02-01" }),
    ["ends before it starts"]
  ],
  ["no required value", reading(animal, { fields: [{ ...required, fault: "NO_LABEL" }] }), ["startDate is missing"]],
  [
    "a required value that is none",
    reading(animal, { fields: [{ ...required, fault: "UNREADABLE", text: "soon" }] }),
    ["startDate is unreadable"]
  ],
  [
    "a required value twice",
    reading(animal, { fields: [{ ...required, fault: "AMBIGUOUS" }] }),
    ["startDate is ambiguous"]
  ],
  [
    "no value, which is not required",
    reading(animal, { fields: [{ ...required, required: false, fault: "NO_LABEL" }] }),
    []
  ]
]

describe("of a document that has", () => {
  it.each(table)("%s it is told", (_, document, faults) => {
    assert.deepStrictEqual(ReadingFaults.of(document), faults)
  })

  it.each(table)("%s there is a record, or else something is told", (_, document, faults) => {
    const gives = faults.length === 0
    assert.strictEqual(Verdict.recordOf(document) !== undefined, gives)
    const { type } = Verdict.of({ type: "READ", readings: [document] }, undefined)
    assert.strictEqual(type, gives ? "COMPLETED" : "FAILED_PDF_PARSE")
  })
})
