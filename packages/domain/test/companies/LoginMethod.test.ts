/** The login methods in spec 2.1 and 2.7, and the polling intervals in spec 2.5. */
import { assert, describe, it } from "@effect/vitest"
import * as CollectionStatus from "../../src/collections/CollectionStatus.ts"
import * as LoginMethod from "../../src/companies/LoginMethod.ts"
import * as PollingInterval from "../../src/collections/PollingInterval.ts"

const qr = { electronicId: true, animatedQr: true }
const noQr = { electronicId: true, animatedQr: false }
const plain = { electronicId: false, animatedQr: false, autostart: false, nativeOnly: false }

type Facts = Omit<LoginMethod.LoginMethodDescription, "family" | "environment">

/** Each family, its facts, and whether it has the environments TEST and MOCK. */
const families: ReadonlyArray<readonly [family: LoginMethod.Family, variants: boolean, facts: Facts]> = [
  ["PDF_UPLOAD", false, { ...plain, parameter: "PDF_DOCUMENT" }],
  ["USERNAME_AND_PASSWORD", false, { ...plain, parameter: "USERNAME_PASSWORD" }],
  ["EMAIL", false, { ...plain, parameter: "EMAIL" }],
  ["SWEDISH_SECURITY_TOKEN", false, { ...plain, parameter: "SWEDISH_EID" }],
  ["SWEDISH_MOBILE_EID_SAME_DEVICE", true, { ...noQr, parameter: "SWEDISH_EID", autostart: true, nativeOnly: false }],
  ["SWEDISH_MOBILE_EID_OTHER_DEVICE", true, { ...qr, parameter: "SWEDISH_EID", autostart: false, nativeOnly: false }],
  ["SWEDISH_MOBILE_EID_ANY_DEVICE", true, { ...qr, parameter: "SWEDISH_EID", autostart: true, nativeOnly: false }],
  [
    "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION",
    true,
    { ...noQr, parameter: "SWEDISH_EID", autostart: true, nativeOnly: true }
  ]
]

describe("The login methods", () => {
  it("are the specification's 16 methods", () => {
    const names = families.flatMap(([family, variants]) =>
      variants ? [family, `${family}_TEST`, `${family}_MOCK`] : [family]
    )
    assert.deepStrictEqual([...LoginMethod.all], names)
    assert.strictEqual(names.length, 16)
    const simulated = names.filter((name) => /_(?:TEST|MOCK)$/u.test(name))
    const isReal = (method: LoginMethod.LoginMethod) => LoginMethod.describe(method).environment === "REAL"
    assert.deepStrictEqual(
      LoginMethod.all.filter((method) => !isReal(method)),
      simulated
    )
    const unknown = "SWEDISH_PAPER_EID" as LoginMethod.LoginMethod
    assert.throws(() => LoginMethod.describe(unknown), "SWEDISH_PAPER_EID is not a login method")
  })

  it.each(families)("have the same facts in every environment: %s (TEST and MOCK: %s)", (family, variants, facts) => {
    assert.deepStrictEqual(
      LoginMethod.all.map(LoginMethod.describe).filter((method) => method.family === family),
      (variants ? (["REAL", "TEST", "MOCK"] as const) : (["REAL"] as const)).map((environment) => ({
        family,
        environment,
        ...facts
      }))
    )
  })
})

describe("The polling interval", () => {
  it("is 1000 ms with a QR code, 3000 ms in COLLECTING, 2000 ms otherwise, and absent at the end", () => {
    for (const status of CollectionStatus.CollectionStatus.literals) {
      const final = CollectionStatus.isFinal(status)
      assert.strictEqual(PollingInterval.of(status, true), final ? undefined : 1000)
      const expected = status === "COLLECTING" ? 3000 : 2000
      assert.strictEqual(PollingInterval.of(status, false), final ? undefined : expected)
    }
  })
})
