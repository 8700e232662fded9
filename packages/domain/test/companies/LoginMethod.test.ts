/** The login methods in spec 2.1 and 2.7, and the polling intervals in spec 2.5. */
import { assert, describe, it } from "@effect/vitest"
import * as CollectionStatus from "../../src/collections/CollectionStatus.ts"
import * as LoginMethod from "../../src/companies/LoginMethod.ts"
import * as PollingInterval from "../../src/collections/PollingInterval.ts"

const baltic = ["ee", "lt", "lv"] as const

const families: ReadonlyArray<readonly [family: LoginMethod.LoginMethodFamily, variants: boolean, facts: object]> = [
  ["PDF_UPLOAD", false, { scheme: "pdf-upload", parameter: "PDF_DOCUMENT", markets: undefined }],
  ["USERNAME_AND_PASSWORD", false, { scheme: "password", parameter: "USERNAME_PASSWORD", markets: undefined }],
  ["EMAIL", false, { scheme: "email", parameter: "EMAIL", markets: undefined }],
  ["SWEDISH_SECURITY_TOKEN", false, { scheme: "swedish-eid", parameter: "SWEDISH_EID", electronicId: false }],
  ["SWEDISH_MOBILE_EID_SAME_DEVICE", true, { electronicId: true, autostart: true, animatedQr: false }],
  ["SWEDISH_MOBILE_EID_OTHER_DEVICE", true, { electronicId: true, autostart: false, animatedQr: true }],
  ["SWEDISH_MOBILE_EID_ANY_DEVICE", true, { electronicId: true, autostart: true, animatedQr: true, markets: ["se"] }],
  [
    "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION",
    true,
    { electronicId: true, autostart: true, animatedQr: false, nativeOnly: true, authorizesConsents: false }
  ],
  ["SMART_ID", true, { parameter: "SMART_ID", electronicId: true, controlNumber: true, markets: baltic }],
  ["MOBILE_ID", true, { parameter: "MOBILE_ID", electronicId: true, controlNumber: true, markets: baltic }],
  ["EPARAKSTS_MOBILE", false, { parameter: undefined, page: true, electronicId: true, markets: ["lv"] }],
  ["REDIRECT", false, { parameter: undefined, page: true, electronicId: false, markets: undefined }]
]

describe("The login methods", () => {
  it("are the specification's 16 methods, and those of the other schemes after them", () => {
    const names = families.flatMap(([family, variants]) =>
      variants ? [family, `${family}_TEST`, `${family}_MOCK`] : [family]
    )
    assert.deepStrictEqual<ReadonlyArray<string>>(LoginMethod.all, names)
    assert.strictEqual(names.indexOf("SMART_ID"), 16)
    const simulated = names.filter((name) => /_(?:TEST|MOCK)$/u.test(name))
    const isReal = (method: LoginMethod.LoginMethod) => LoginMethod.describe(method).environment === "REAL"
    assert.deepStrictEqual(LoginMethod.all.filter((method) => !isReal(method)) as ReadonlyArray<string>, simulated)
    const unknown = "SWEDISH_PAPER_EID" as LoginMethod.LoginMethod
    assert.throws(() => LoginMethod.describe(unknown), "SWEDISH_PAPER_EID is not a login method")
  })

  it.each(families)("have the same facts in every environment: %s (TEST and MOCK: %s)", (family, variants, facts) => {
    const described = LoginMethod.all.map(LoginMethod.describe).filter((method) => method.family === family)
    const environments = variants ? ["REAL", "TEST", "MOCK"] : ["REAL"]
    assert.deepStrictEqual(
      described.map(({ environment }) => environment as string),
      environments
    )
    for (const each of described) {
      for (const [name, value] of Object.entries(facts)) assert.deepStrictEqual(Object(each)[name], value, name)
    }
  })

  it("belong to the markets of their schemes", () => {
    assert.isTrue(LoginMethod.isAvailableIn("SMART_ID", "lv"))
    assert.isFalse(LoginMethod.isAvailableIn("SMART_ID_MOCK", "se"))
    assert.isFalse(LoginMethod.isAvailableIn("EPARAKSTS_MOBILE", "ee"))
    assert.isTrue(LoginMethod.isAvailableIn("REDIRECT", "fr"))
  })

  it("name the person by number if a company can verify the person", () => {
    const naming = LoginMethod.all
      .filter(LoginMethod.identifiesByNumber)
      .map((method) => LoginMethod.describe(method).scheme)
    assert.sameMembers([...new Set(naming)], ["swedish-eid", "smart-id", "mobile-id"])
  })
})

describe("The polling interval", () => {
  it("is 1000 ms with a QR code, 3000 ms in COLLECTING, 2000 ms otherwise, and absent at the end", () => {
    for (const status of CollectionStatus.CollectionStatus.literals) {
      const final = CollectionStatus.isFinal(status)
      assert.strictEqual(PollingInterval.intervalOf(status, { showsAnimatedQr: true }), final ? undefined : 1000)
      const expected = status === "COLLECTING" ? 3000 : 2000
      assert.strictEqual(PollingInterval.intervalOf(status, { showsAnimatedQr: false }), final ? undefined : expected)
    }
  })

  it("varies with the login method while the person acts", () => {
    const at = (loginMethod: LoginMethod.LoginMethod) => ({ loginMethod, showsAnimatedQr: false })
    assert.strictEqual(PollingInterval.intervalOf("WAITING_FOR_USER_ACTION", at("REDIRECT")), 3000)
    assert.strictEqual(PollingInterval.intervalOf("WAITING_FOR_USER_ACTION", at("SMART_ID")), 2000)
    assert.strictEqual(PollingInterval.intervalOf("LOGIN", at("SWEDISH_MOBILE_EID_SAME_DEVICE_TEST")), 1500)
    assert.strictEqual(PollingInterval.intervalOf("RUNNING", at("PDF_UPLOAD")), 3000)
    assert.strictEqual(PollingInterval.intervalOf("COLLECTING", at("SMART_ID")), 3000)
  })
})
