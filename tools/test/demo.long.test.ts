/** The demo runs to completion and prints every step. */
import { assert, describe, it } from "vitest"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const entry = fileURLToPath(new URL("../src/demo.ts", import.meta.url))

/** The lines that the demo prints, in order. Other lines can come between them. */
const shown = [
  "Sheaf runs on http://",
  "A user name and a password: se-nordhem, USERNAME_AND_PASSWORD",
  "   COMPLETED",
  "A two-factor code: ",
  "   TWO_FACTOR_PENDING (TWO_FACTOR_AUTHENTICATION_INSTRUCTION)",
  "   COMPLETED",
  "The Swedish electronic ID, on another device: ",
  "   WAITING_FOR_USER_ACTION (ORDER_PAGE_URL, SWEDISH_MOBILE_EID_ANIMATED_QR_DATA)",
  "   COMPLETED",
  "A consent to read accounts: se-fjallbanken, ",
  "   AWAITING_AUTHORIZATION (animatedQrData, orderPageUrl)",
  "   AUTHORIZED",
  "   granted until ",
  "A collection under this consent",
  "   COMPLETED",
  "      PSD2_CHECKING_ACCOUNT: ",
  "The consent is revoked",
  "   REVOKED",
  "   another collection: 409 CONSENT_NOT_USABLE"
]

describe("npm run demo", () => {
  it("shows collections, and a consent from its creation to its revocation", async () => {
    const { stderr, stdout } = await promisify(execFile)(process.execPath, ["--conditions=@sheaf/source", entry])
    const lines = stdout.split("\n")
    let place = 0
    for (const text of shown) {
      const found = lines.findIndex((line, index) => index >= place && line.startsWith(text))
      assert.notStrictEqual(found, -1, `${text} is missing after line ${place} of\n${stdout}`)
      place = found + 1
    }
    assert.strictEqual(stderr, "")
  }, 90_000)
})
