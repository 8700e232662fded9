/** What becomes of a document that layouts have read. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Verdict } from "../src/index.ts"
import type { Reading } from "../src/index.ts"
import { ReaderAnswer } from "../src/reader/ReaderAnswer.ts"

const reading = (layout: string, record: Partial<Reading["record"]>, more: Partial<Reading> = {}): Reading => ({
  layout,
  insuranceType: "vehicleInsurance",
  absent: [],
  fields: [],
  record: {
    id: "1",
    insurance: {
      insuranceType: "vehicleInsurance",
      insuranceSubType: "car",
      market: "fr",
      insuranceCompany: "Assurance Rivage",
      insuranceName: "Assurance auto",
      insuranceNumber: "RVA 1",
      ...record
    }
  },
  ...more
})

const one = reading("old", {})
const same = reading("new", {})
const other = reading("new", { insuranceNumber: "RVA 2" })
const missing = { target: "startDate", required: true, fault: "NO_LABEL" } as const
const faulty = reading("new", {}, { fields: [missing] })
const unknown = reading("new", { insuranceNumber: "RVA 2" }, { absent: ["Policy"] })

const verdictOn = (...readings: ReadonlyArray<Reading>) => Verdict.of({ type: "READ", readings }, undefined).type

describe("a document", () => {
  it.each([
    ["of one layout is read", [one], "COMPLETED"],
    ["with a member that no insurance has is not read", [reading("old", { bred: "Clio" })], "FAILED_PDF_PARSE"],
    ["of two layouts that read the same is read", [one, same], "COMPLETED"],
    ["of two layouts that read two things contradicts itself", [one, other], "FAILED_PDF_PARSE"],
    ["of two layouts is read by the one that can, before the other", [one, faulty], "COMPLETED"],
    ["of two layouts is read by the one that can, after the other", [faulty, one], "COMPLETED"],
    ["that one layout does not know is read by the other", [unknown, one], "COMPLETED"],
    ["that no layout can read whole is not read", [faulty], "FAILED_PDF_PARSE"],
    ["that no layout knows is not supported", [unknown], "FAILED_PDF_USER_INPUT"]
  ] as const)("%s", (_, readings, type) => {
    assert.strictEqual(verdictOn(...readings), type)
  })
})

const told = { type: "READ", readings: [one] } as const
const isAnswer = Schema.is(ReaderAnswer)

describe("what the reading process tells", () => {
  it("is believed as far as it has its form", () => {
    assert.isTrue(isAnswer(told))
    assert.isTrue(isAnswer({ ...told, lines: ["Policy"] }))
    assert.isTrue(isAnswer({ type: "ENCRYPTED" }))
  })

  it.each([
    ["an outcome that there is none of", { type: "COMPLETED" }],
    ["no readings", { type: "READ" }],
    ["a reading without a record", { type: "READ", readings: [{ ...one, record: undefined }] }],
    ["a fault that there is none of", { type: "READ", readings: [{ ...one, fields: [{ ...missing, fault: "?" }] }] }],
    ["words without an end", { type: "READ", readings: [{ ...one, fields: [{ ...missing, text: "a".repeat(301) }] }] }]
  ])("is not believed: %s", (_, answer) => {
    assert.isFalse(isAnswer(answer))
  })
})
