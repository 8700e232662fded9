import { assert, describe, it } from "@effect/vitest"
import type { RemoteConnectors } from "@sheaf/adapters-http"
import { Effect, Redacted } from "effect"
import { inspect } from "node:util"
import { configured, contentOf, file, rejects, selfSigned, unseen } from "../service/Configured.ts"

const nordhem: RemoteConnectors.RemoteCompany = {
  company: "se-nordhem",
  companyDisplayName: "Nordhem",
  loginMethods: ["USERNAME_AND_PASSWORD", "SWEDISH_MOBILE_EID_ANY_DEVICE"],
  insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car", "boat"] }],
  wealth: ["ISK"],
  psd2Ais: { balances: true, transactions: false },
  maximumConsentValidityDays: 90
}

/** A company with only its required members and one product. */
const saare: Omit<RemoteConnectors.RemoteCompany, "wealth"> = {
  company: "ee-saare",
  companyDisplayName: "Saare Kindlustus",
  loginMethods: ["EMAIL"],
  insurance: [{ insuranceType: "personInsurance", insuranceSubTypes: ["travel"] }]
}

const connector = { url: "https://connector.example/sheaf", companies: [nordhem] }

describe("the connectors in the configuration file", () => {
  it.effect("are empty by default", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* configured({})).connectors, [])
      assert.deepStrictEqual((yield* configured({ connectors: [] })).connectors, [])
    })
  )

  it.effect("can have only their required members", () =>
    Effect.gen(function* () {
      const { connectors } = yield* configured({ connectors: [{ url: connector.url, companies: [saare] }] })
      assert.deepStrictEqual(connectors, [
        {
          baseUrl: "https://connector.example/sheaf",
          allowPrivateAddresses: false,
          timeoutMillis: 20_000,
          companies: [{ ...saare, wealth: [] }]
        }
      ])
    })
  )

  it.effect("can have every member", () =>
    Effect.gen(function* () {
      const { certFile, keyFile } = yield* selfSigned
      const secretFile = yield* file("  a-secret-nobody-may-see=\n")
      const more = { url: "http://127.0.0.1:9000", allowPrivateAddresses: true, timeoutSeconds: 120 }
      const files = { secretFile, caFile: certFile, certFile, keyFile }
      const { connectors } = yield* configured({
        timeouts: { connectorCallSeconds: 121 },
        connectors: [{ ...connector, ...more, ...files, companies: [nordhem, saare] }]
      })
      const { secret, tls, ...rest } = connectors[0] ?? assert.fail("no connector is taken")
      assert.deepStrictEqual(rest, {
        baseUrl: "http://127.0.0.1:9000",
        allowPrivateAddresses: true,
        timeoutMillis: 120_000,
        companies: [nordhem, { ...saare, wealth: [] }]
      })
      assert.strictEqual(secret && Redacted.value(secret), "a-secret-nobody-may-see=")
      assert.isDefined(tls)
      const key = (yield* contentOf(keyFile)).split("\n")[1] ?? assert.fail("the key is empty")
      const shown = `${JSON.stringify(connectors)} ${inspect(connectors, { depth: 10, showHidden: true })}`
      for (const hidden of [key, "a-secret-nobody-may-see"]) assert.notInclude(shown, hidden)
    })
  )

  it.effect("time out before the service does, which has one timeout for all connectors", () =>
    Effect.gen(function* () {
      const timeoutOf = (timeouts: object) =>
        Effect.map(configured({ timeouts, connectors: [connector] }), ({ connectors }) => connectors[0]?.timeoutMillis)
      assert.strictEqual(yield* timeoutOf({ connectorCallSeconds: 120 }), 20_000)
      assert.strictEqual(yield* timeoutOf({ connectorCallSeconds: 3 }), 2000)
    })
  )

  const company = (more: object) => [{ ...connector, companies: [{ ...nordhem, ...more }] }]
  const of = "connectors.0.companies.0"

  const rows: ReadonlyArray<readonly [connectors: ReadonlyArray<object>, says: string]> = [
    [[{ companies: [nordhem] }], "connectors.0.url is required"],
    [[{ ...connector, url: "http://connector.example" }], "connectors.0.url: the address must use https"],
    [[{ ...connector, url: "https://[::1]:8090" }], "connectors.0.url: the address"],
    [
      [{ ...connector, url: `https://sheaf:${unseen}@connector.example` }],
      "connectors.0.url: the address must not contain"
    ],
    [
      [{ ...connector, url: `https://connector.example?key=${unseen}` }],
      "connectors.0.url: the address must not have a query"
    ],
    [[{ ...connector, secret: unseen }], "connectors.0.secret is unknown; expected one of url, "],
    [[{ ...connector, timeoutSeconds: 0 }], "connectors.0.timeoutSeconds"],
    [[{ ...connector, timeoutSeconds: 121 }], "connectors.0.timeoutSeconds"],
    [
      [connector, { ...connector, timeoutSeconds: 30, companies: [saare] }],
      "connectors.1.timeoutSeconds (30) must be less than timeouts.connectorCallSeconds (30)"
    ],
    [[{ ...connector, certFile: "/nowhere" }], "connectors.0: set both certFile and keyFile, or neither"],
    [[{ ...connector, caFile: "/nowhere" }], "connectors.0.caFile: cannot read /nowhere: NotFound"],
    [
      [connector, { ...connector, companies: [saare], secretFile: "/nowhere" }],
      "connectors.1.secretFile: cannot read /nowhere: NotFound"
    ],
    [[{ url: connector.url, companies: [] }], `${of} is required`],
    [company({ company: "Nordhem" }), `${of}.company: a company identifier such as se-nordhem`],
    [company({ company: "de-nordheim" }), `${of}.company must start with a market; expected one of se, ee, lt, lv, fr`],
    [company({ companyDisplayName: "" }), `${of}.companyDisplayName: expected`],
    [company({ loginMethods: [] }), `${of}.loginMethods.0 is required`],
    [
      company({ loginMethods: ["PASSWORD"] }),
      `${of}.loginMethods.0: expected one of PDF_UPLOAD, USERNAME_AND_PASSWORD, `
    ],
    [company({ loginMethods: ["EMAIL", "EMAIL"] }), `${of}.loginMethods: expected`],
    [
      [{ ...connector, companies: [{ ...saare, loginMethods: ["EMAIL", "SWEDISH_SECURITY_TOKEN"] }] }],
      `${of}.loginMethods.1 is available only in the market se; the company is in ee`
    ],
    [
      company({ insurance: [{ insuranceType: "lifeInsurance", insuranceSubTypes: ["other"] }] }),
      `${of}.insurance.0.insuranceType: expected one of vehicleInsurance, `
    ],
    [
      company({ insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: [] }] }),
      `${of}.insurance.0.insuranceSubTypes.0 is required`
    ],
    [
      company({ insurance: [{ insuranceType: "animalInsurance", insuranceSubTypes: ["dog", "car"] }] }),
      `${of}.insurance.0.insuranceSubTypes.1 is not a sub-type of animalInsurance; expected one of dog, cat, horse, other`
    ],
    [
      company({ insurance: [...nordhem.insurance, ...nordhem.insurance] }),
      `${of}.insurance.1.insuranceType: another entry has this type`
    ],
    [company({ wealth: ["GOLD"] }), `${of}.wealth.0: expected one of KF, `],
    [company({ wealth: ["ISK", "ISK"] }), `${of}.wealth: expected`],
    [
      company({ wealth: ["ISK", "PSD2_SAVINGS_ACCOUNT"] }),
      `${of}.wealth.1 needs a consent: list it in psd2Ais instead`
    ],
    [
      company({ psd2Ais: { balances: false, transactions: false } }),
      `${of}.psd2Ais: set balances, transactions or both to true`
    ],
    [company({ psd2Ais: {} }), `${of}.psd2Ais.balances is required`],
    [company({ maximumConsentValidityDays: 0 }), `${of}.maximumConsentValidityDays`],
    [
      [{ ...connector, companies: [{ ...saare, maximumConsentValidityDays: 90 }] }],
      `${of}.maximumConsentValidityDays requires psd2Ais`
    ],
    [
      [{ ...connector, companies: [{ ...saare, insurance: [] }] }],
      `${of}: set at least one of insurance, wealth and psd2Ais`
    ],
    [
      [{ ...connector, companies: [nordhem, saare, nordhem] }],
      "connectors.0.companies.2.company: another entry has this company"
    ],
    [
      [connector, { ...connector, companies: [saare, nordhem] }],
      "connectors.1.companies.1.company: another entry has this company"
    ],
    [company({ loginMethod: "EMAIL" }), `${of}.loginMethod is unknown; expected one of company, companyDisplayName, `]
  ]
  rejects(rows.map(([connectors, says]) => [{ connectors }, says]))

  it.effect("are rejected with a list of all faults", () =>
    Effect.gen(function* () {
      const connectors = [{ ...connector, timeoutSeconds: 0, companies: [{ ...nordhem, wealth: ["GOLD"] }] }]
      const { message } = yield* Effect.flip(configured({ connectors }))
      assert.match(message, /connectors\.0\.timeoutSeconds: .*; connectors\.0\.companies\.0\.wealth\.0: /)
    })
  )

  it.effect.each([
    [" \n", "the file holds no secret"],
    [`${unseen}\n${unseen}`, "the secret must be 1 to 4096 visible ASCII characters"],
    [`${unseen}å`, "the secret must be"],
    [unseen.repeat(1000), "the secret must be"]
  ] as const)("are rejected if the secret file does not hold a bearer secret: %j", ([content, says]) =>
    Effect.gen(function* () {
      const secretFile = yield* file(content)
      const { message } = yield* Effect.flip(configured({ connectors: [{ ...connector, secretFile }] }))
      assert.include(message, `connectors.0.secretFile: ${says}`)
      assert.notInclude(message, unseen)
    })
  )
})
