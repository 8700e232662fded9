/** The meaning of an electronic-ID provider's hints (spec 17). */
import { assert, describe, it } from "@effect/vitest"
import * as ElectronicIdHint from "../../src/collections/ElectronicIdHint.ts"

describe("A failed order's hint", () => {
  it.each([
    ["expiredTransaction", "AUTHENTICATION_TIMEOUT"],
    ["startFailed", "AUTHENTICATION_TIMEOUT"],
    ["userCancel", "AUTHENTICATION_CANCELLED"],
    ["userDeclinedCall", "AUTHENTICATION_CANCELLED"],
    ["cancelled", "AUTHENTICATION_CONFLICT"],
    ["alreadyInProgress", "AUTHENTICATION_CONFLICT"],
    ["certificateErr", "AUTHENTICATION_ERROR"],
    ["notSupportedByUserApp", "AUTHENTICATION_ERROR"],
    ["transactionRiskBlocked", "AUTHENTICATION_ERROR"],
    ["somethingNew", "AUTHENTICATION_ERROR"],
    ["", "AUTHENTICATION_ERROR"],
    ["constructor", "AUTHENTICATION_ERROR"]
  ])("%s leads to %s", (hint, status) => {
    assert.strictEqual(ElectronicIdHint.statusOfFailure(hint), status)
  })

  it("is in the table above", () => {
    assert.lengthOf(ElectronicIdHint.FailedHint.literals, 9)
  })
})

describe("A pending order's hint", () => {
  it.each([
    ["outstandingTransaction", true],
    ["noClient", true],
    ["started", false],
    ["userMrtd", false],
    ["userCallConfirm", false],
    ["userSign", false],
    ["somethingNew", false]
  ])("%s means that no app has opened it: %s", (hint, waits) => {
    assert.strictEqual(ElectronicIdHint.isNotOpenedYet(hint), waits)
  })

  it("is in the table above", () => {
    assert.lengthOf(ElectronicIdHint.PendingHint.literals, 6)
  })
})
