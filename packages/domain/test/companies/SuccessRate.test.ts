/** The success rates of companies (spec 4.1, 14.5). */
import { assert, describe, it } from "@effect/vitest"
import { countedEndOf } from "../../src/collections/CollectionStatus.ts"
import * as SuccessRate from "../../src/companies/SuccessRate.ts"

describe("a success rate", () => {
  it("is the share of the collections that ended with a result, with their median duration", () => {
    const rate = SuccessRate.successRateOf("EMAIL", [
      { end: "SUCCEEDED", seconds: 40, count: 10 },
      { end: "SUCCEEDED", seconds: 8, count: 9 },
      { end: "SUCCEEDED", seconds: 600, count: 5 },
      { end: "FAILED", seconds: 1, count: 6 },
      { end: "OTHER", seconds: 9, count: 60 }
    ])
    assert.deepStrictEqual(rate, { loginMethod: "EMAIL", successRate: 0.8, medianSeconds: 40 })
  })

  it("has no median if nothing succeeded, and needs 20 collections", () => {
    assert.deepStrictEqual(SuccessRate.successRateOf("EMAIL", [{ end: "FAILED", seconds: 1, count: 20 }]), {
      loginMethod: "EMAIL",
      successRate: 0
    })
    assert.isUndefined(SuccessRate.successRateOf("EMAIL", [{ end: "SUCCEEDED", seconds: 1, count: 19 }]))
  })

  it.each([
    ["COMPLETED", "SUCCEEDED"],
    ["COMPLETED_EMPTY", "SUCCEEDED"],
    ["COMPLETED_PARTIAL", "SUCCEEDED"],
    ["FAILED", "FAILED"],
    ["THIRD_PARTY_ERROR", "FAILED"],
    ["FAILED_PDF_PARSE", "FAILED"],
    ["AUTHENTICATION_CANCELLED", undefined],
    ["INCORRECT_CREDENTIALS", undefined],
    ["KYC_FORM", undefined]
  ] as const)("counts %s as %s", (status, end) => {
    assert.strictEqual(countedEndOf(status), end)
  })

  it.each([
    [0, 1],
    [999, 1],
    [8_200, 9],
    [99_000, 99],
    [101_000, 110],
    [1_234_000, 1_300]
  ])("counts a duration of %d ms as %d s", (millis, seconds) => {
    assert.strictEqual(SuccessRate.roundUpToSeconds(millis), seconds)
  })
})
