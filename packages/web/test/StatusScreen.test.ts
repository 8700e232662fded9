/** Every status has a screen, even statuses that later releases add (spec 2.5, 13). */
import { CollectionStatus, describe as describeStatus, isFinal } from "@sheaf/domain/CollectionStatus"
import { assert, describe, it } from "vitest"
import { screenFor } from "../src/connect/StatusScreen.ts"

const base = {
  collectionId: "019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e",
  id: "019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e",
  company: "se-nordhem",
  products: [],
  createdAt: "2026-05-04T08:00:00.000Z",
  statusChangedAt: "2026-05-04T08:00:00.000Z"
} as const

const waiting = { ...base, status: "WAITING_FOR_USER_ACTION", pollingInterval: 1000 } as const

describe("the screen of a status", () => {
  it.each(CollectionStatus.literals)("follows the status table for %s", (status) => {
    const { advice = "none", class: kind } = describeStatus(status)
    const isEnd = isFinal(status)
    const shown = screenFor({ ...base, status, ...(!isEnd && { pollingInterval: 2000 }) })
    if (!isEnd) assert.strictEqual(shown.screen, "progress")
    else if (kind === "OUTCOME" && status !== "COMPLETED_EMPTY") assert.strictEqual(shown.screen, "result")
    else assert.deepInclude(shown, { screen: "problem", status, advice })
  })

  it("of a later release is progress until the status is final", () => {
    // A status from a later release, which this release's types lack.
    const later = { ...base, status: "LATER" as "RUNNING" }
    assert.strictEqual(screenFor({ ...later, pollingInterval: 2000 }).screen, "progress")
    assert.deepInclude(screenFor(later), { screen: "problem", advice: "RETRY" })
  })

  it.each([
    ["choice", { AVAILABLE_TWO_FACTOR_METHODS: [{ id: "1", type: "SMS", label: "+46 70 *** 67" }] }],
    ["code", { TWO_FACTOR_AUTHENTICATION_INSTRUCTION: { authenticationInstruction: "", responseType: "NUMBER_CODE" } }],
    ["inputs", { REQUIRED_INPUT_TYPES: ["EMAIL"] }],
    ["inputs", { REQUIRED_INPUT_TYPES: ["TEXT"], REQUIRED_INPUTS: [{ type: "TEXT", label: "Pet" }] }],
    ["page", { REDIRECT_URL: "https://bank.example/consent" }],
    ["scan", { QR_TEXT: "company.1" }],
    ["progress", { REDIRECT_URL: "javascript:alert(1)" }],
    ["electronicId", { SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: "eid.1.0.2" }]
  ] as const)("is %s if the status asks for it", (screen, extraInformation) => {
    assert.strictEqual(screenFor({ ...waiting, extraInformation }).screen, screen)
  })

  it("offers the app beside the code, if a link can open it", () => {
    const link = "https://app.example/link?a=1"
    const both = { QR_TEXT: "code", APP_URL: link }
    assert.deepInclude(screenFor({ ...waiting, extraInformation: both }), {
      screen: "electronicId",
      code: "code",
      app: link
    })
    const other = { ...both, APP_URL: "javascript:alert(1)" }
    assert.deepInclude(screenFor({ ...waiting, extraInformation: other }), { screen: "scan", code: "code" })
  })

  it("shows a company's own words for an input as bounded texts", () => {
    const label = `Which${"\n".repeat(9)} \u202eone?`
    const required = [
      { type: "CHOICE", label, options: [{ value: "a", label: "x".repeat(500) }] },
      { type: "EMAIL" }
    ] as const
    const extraInformation = { REQUIRED_INPUT_TYPES: ["CHOICE", "EMAIL"], REQUIRED_INPUTS: required } as const
    const shown = screenFor({ ...waiting, status: "COLLECTION_INPUT_PENDING", extraInformation })
    assert.deepStrictEqual<object>(shown, {
      screen: "inputs",
      isContact: false,
      inputs: [{ name: "choice", label: "Which\none?", options: [["a", `${"x".repeat(399)}…`]] }, { name: "email" }]
    })
  })
})
