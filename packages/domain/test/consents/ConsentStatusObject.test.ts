/** The status object of a consent (spec 2.4). */
import { assert, describe, it } from "@effect/vitest"
import { ConsentStatus } from "../../src/consents/ConsentStatus.ts"
import { ConsentError, errorOf, pollingInterval } from "../../src/consents/ConsentStatusObject.ts"

describe("The status object of a consent", () => {
  it("has a polling interval of 1000 ms with a QR code and 2000 ms without, until the consent is settled", () => {
    for (const status of ConsentStatus.literals) {
      const settled = status !== "INITIATED" && status !== "AWAITING_AUTHORIZATION"
      assert.strictEqual(pollingInterval(status, true), settled ? undefined : 1000, status)
      assert.strictEqual(pollingInterval(status, false), settled ? undefined : 2000, status)
    }
  })

  it("explains its error code", () => {
    const message = "The user did not authorize the consent in time."
    assert.deepStrictEqual(errorOf("AUTHENTICATION_TIMEOUT"), { code: "AUTHENTICATION_TIMEOUT", message })
    for (const code of ConsentError.fields.code.literals) assert.match(errorOf(code).message, /^The .+\.$/)
  })
})
