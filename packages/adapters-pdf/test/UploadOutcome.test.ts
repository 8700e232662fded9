/** Tests the outcome of a document that was read, and the validation of the reader process's response. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { UploadOutcome } from "../src/index.ts"
import type { LayoutReading } from "../src/index.ts"
import { ReaderResponse } from "../src/layout/ReaderResponse.ts"

const reading = (
  layout: string,
  record: Partial<LayoutReading["record"]>,
  more: Partial<LayoutReading> = {}
): LayoutReading => ({
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
const twice = { ...missing, fault: "AMBIGUOUS" } as const
const ambiguous = reading("new", {}, { fields: [twice] })
const missingToo = reading("new", {}, { fields: [twice, missing] })
const unknown = reading("new", { insuranceNumber: "RVA 2" }, { absent: ["Policy"] })

const verdictOn = (...readings: ReadonlyArray<LayoutReading>) => UploadOutcome.of({ type: "READ", readings }, undefined)

describe("a document", () => {
  it.each([
    ["of one layout completes", [one], "COMPLETED"],
    ["with an unknown member fails", [reading("old", { bred: "Clio" })], "FAILED_PDF_PARSE", "PDF_CONTRADICTORY"],
    ["without a member fails", [reading("old", {}, { record: { id: "1" } })], "FAILED_PDF_PARSE", "PDF_INCOMPLETE"],
    ["with two values for a field fails", [ambiguous], "FAILED_PDF_PARSE", "PDF_CONTRADICTORY"],
    ["with a missing and an ambiguous value fails", [missingToo], "FAILED_PDF_PARSE", "PDF_INCOMPLETE"],
    ["of two layouts with equal results completes", [one, same], "COMPLETED"],
    ["of two layouts with different results fails", [one, other], "FAILED_PDF_PARSE", "PDF_CONTRADICTORY"],
    ["completes if the first of two layouts reads it", [one, faulty], "COMPLETED"],
    ["completes if the second of two layouts reads it", [faulty, one], "COMPLETED"],
    ["completes if only the second layout knows it", [unknown, one], "COMPLETED"],
    ["fails if no layout reads it completely", [faulty], "FAILED_PDF_PARSE", "PDF_INCOMPLETE"],
    ["is not supported if no layout knows it", [unknown], "FAILED_PDF_USER_INPUT", "PDF_UNKNOWN_LAYOUT"]
  ] as const)("%s", (_, readings, type, fault?: string) => {
    const verdict = verdictOn(...readings)
    assert.strictEqual(verdict.type, type)
    assert.strictEqual(verdict.type === "COMPLETED" ? undefined : verdict.fault, fault)
  })
})

const told = { type: "READ", readings: [one] } as const
const isAnswer = Schema.is(ReaderResponse)

describe("the reader process's response", () => {
  it("is accepted if it matches the schema", () => {
    assert.isTrue(isAnswer(told))
    assert.isTrue(
      isAnswer({ ...told, lines: [{ page: 1, y: 20.5, cells: [{ text: "Policy", left: 10, right: 40 }] }] })
    )
    assert.isTrue(isAnswer({ type: "ENCRYPTED" }))
  })

  it.each([
    ["an unknown outcome", { type: "COMPLETED" }],
    ["no readings", { type: "READ" }],
    ["a reading without a record", { type: "READ", readings: [{ ...one, record: undefined }] }],
    ["an unknown fault", { type: "READ", readings: [{ ...one, fields: [{ ...missing, fault: "?" }] }] }],
    ["too long a text", { type: "READ", readings: [{ ...one, fields: [{ ...missing, text: "a".repeat(301) }] }] }]
  ])("is rejected: %s", (_, answer) => {
    assert.isFalse(isAnswer(answer))
  })
})
