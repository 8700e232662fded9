/** The login methods of spec 2.1 and 2.7, and how often to poll (decisions 2, 4), written down from there. */
import { assert, describe, it } from "@effect/vitest"
import * as CollectionStatus from "../../src/collections/CollectionStatus.ts"
import * as LoginMethod from "../../src/companies/LoginMethod.ts"
import * as PollingInterval from "../../src/collections/PollingInterval.ts"

const qr = { electronicId: true, animatedQr: true, pollingInterval: 1000 }
const noQr = { electronicId: true, animatedQr: false, pollingInterval: 2000 }
const plain = { electronicId: false, animatedQr: false, pollingInterval: 2000, autostart: false, nativeOnly: false }

type Facts = Omit<LoginMethod.LoginMethodDescription, "family" | "environment">

/** Each family, what it needs, and whether it has the environments TEST and MOCK. */
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
  it("are the sixteen of the specification", () => {
    const names = families.flatMap(([family, variants]) =>
      variants ? [family, `${family}_TEST`, `${family}_MOCK`] : [family]
    )
    assert.deepStrictEqual([...LoginMethod.all], names)
    assert.strictEqual(names.length, 16)
  })

  it.each(families)("%s has its facts in every environment (TEST and MOCK: %s)", (family, variants, facts) => {
    const methods = LoginMethod.ofFamily(family)
    assert.deepStrictEqual(
      methods.map((method) => LoginMethod.describe(method)),
      (variants ? (["REAL", "TEST", "MOCK"] as const) : (["REAL"] as const)).map((environment) => ({
        family,
        environment,
        ...facts
      }))
    )
  })

  it("change only their name with the environment", () => {
    for (const method of LoginMethod.all) {
      const { environment: _, ...facts } = LoginMethod.describe(method)
      for (const environment of ["REAL", "TEST", "MOCK"] as const) {
        const other = LoginMethod.inEnvironment(method, environment)
        if (other !== undefined) assert.deepStrictEqual(LoginMethod.describe(other), { ...facts, environment })
      }
    }
  })

  const switches: ReadonlyArray<
    readonly [LoginMethod.LoginMethod, LoginMethod.LoginEnvironment, LoginMethod.LoginMethod | undefined]
  > = [
    ["SWEDISH_MOBILE_EID_OTHER_DEVICE", "MOCK", "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK"],
    ["SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK", "TEST", "SWEDISH_MOBILE_EID_OTHER_DEVICE_TEST"],
    ["SWEDISH_MOBILE_EID_SAME_DEVICE_TEST", "REAL", "SWEDISH_MOBILE_EID_SAME_DEVICE"],
    ["SWEDISH_MOBILE_EID_SAME_DEVICE", "REAL", "SWEDISH_MOBILE_EID_SAME_DEVICE"],
    ["SWEDISH_SECURITY_TOKEN", "TEST", undefined],
    ["EMAIL", "MOCK", undefined],
    ["EMAIL", "REAL", "EMAIL"]
  ]

  it.each(switches)("%s in the environment %s is %s", (method, environment, other) => {
    assert.strictEqual(LoginMethod.inEnvironment(method, environment), other)
  })
})

describe("The polling interval", () => {
  it("is 1000 while a QR code is shown, 3000 in COLLECTING, 2000 in other waiting states, absent at the end", () => {
    for (const status of CollectionStatus.CollectionStatus.literals) {
      const final = CollectionStatus.isFinal(status)
      assert.strictEqual(PollingInterval.of(status, true), final ? undefined : 1000)
      const expected = status === "COLLECTING" ? 3000 : 2000
      assert.strictEqual(PollingInterval.of(status, false), final ? undefined : expected)
    }
  })
})
