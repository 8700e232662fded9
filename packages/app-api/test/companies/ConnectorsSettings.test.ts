/** Tests the connectors section of the configuration file, including every error that Sheaf reports for it. */
import { assert, describe, it } from "@effect/vitest"
import type { RemoteConnectors } from "@sheaf/adapters-http"
import { Effect, Redacted } from "effect"
import { resolve } from "node:path"
import { inspect } from "node:util"
import * as CassetteConnectors from "../../src/companies/CassetteConnectors.ts"
import {
  loadConfig,
  contentOf,
  writeConfigFile,
  testRejected,
  testRejectedOutbound,
  selfSigned,
  secretText
} from "../service/SettingsFixtures.ts"

const nordhem: RemoteConnectors.RemoteCompany = {
  company: "se-nordhem",
  companyDisplayName: "Nordhem",
  loginMethods: ["USERNAME_AND_PASSWORD", "SWEDISH_MOBILE_EID_ANY_DEVICE"],
  insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car", "boat"] }],
  wealth: ["ISK"],
  psd2Ais: { balances: true, transactions: false },
  maximumConsentValidityDays: 90
}

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
      assert.deepStrictEqual((yield* loadConfig({})).connectors, [])
      assert.deepStrictEqual((yield* loadConfig({ connectors: [] })).connectors, [])
    })
  )

  it.effect("can have only their required members", () =>
    Effect.gen(function* () {
      const { connectors } = yield* loadConfig({ connectors: [{ url: connector.url, companies: [saare] }] })
      assert.deepStrictEqual(connectors, [
        {
          baseUrl: "https://connector.example/sheaf",
          allowPrivateAddresses: false,
          attributes: [],
          showsClient: false,
          timeoutMillis: 20_000,
          companies: [{ ...saare, wealth: [] }]
        }
      ])
    })
  )

  it.effect("can have every member", () =>
    Effect.gen(function* () {
      const { certFile, keyFile } = yield* selfSigned
      const secretFile = yield* writeConfigFile("  a-secret-nobody-may-see=\n")
      const more = {
        url: "http://127.0.0.1:9000",
        allowPrivateAddresses: true,
        attributes: ["BRANCH"],
        deviceHosts: ["login.nordhem.example", "nordhem.example:8443"],
        redirectHosts: ["page.nordhem.example"],
        showsClient: true,
        testUrl: "http://localhost:8090",
        timeoutSeconds: 120
      }
      const files = { secretFile, caFile: certFile, certFile, keyFile }
      const { connectors } = yield* loadConfig({
        timeouts: { connectorCallSeconds: 121 },
        connectors: [{ ...connector, ...more, ...files, companies: [nordhem, saare] }]
      })
      const { secret, tls, ...rest } = connectors[0] ?? assert.fail("no connector is taken")
      assert.deepStrictEqual(rest, {
        baseUrl: "http://127.0.0.1:9000",
        allowPrivateAddresses: true,
        attributes: ["BRANCH"],
        deviceHosts: ["login.nordhem.example", "nordhem.example:8443"],
        redirectHosts: ["page.nordhem.example"],
        showsClient: true,
        test: { baseUrl: "http://localhost:8090", allowPrivateAddresses: true },
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

  it.effect("have a shorter timeout than the service's own, which is the same for all connectors", () =>
    Effect.gen(function* () {
      const timeoutOf = (timeouts: object) =>
        Effect.map(loadConfig({ timeouts, connectors: [connector] }), ({ connectors }) => connectors[0]?.timeoutMillis)
      assert.strictEqual(yield* timeoutOf({ connectorCallSeconds: 120 }), 20_000)
      assert.strictEqual(yield* timeoutOf({ connectorCallSeconds: 3 }), 2000)
    })
  )

  const connectorFaults: ReadonlyArray<readonly [connector: object, says: string]> = [
    [{ url: undefined }, ".url is required"],
    [{ url: `https://connector.example?key=${secretText}` }, ".url: the address must not have a query"],
    [{ secret: secretText }, ".secret is unknown; expected one of url, "],
    [{ timeoutSeconds: 121 }, ".timeoutSeconds"],
    [{ attributes: ["branch"] }, ".attributes.0: a name in capital letters, digits and underscores"],
    [{ attributes: ["BRANCH", "BRANCH"] }, ".attributes: expected"],
    [{ deviceHosts: ["10.0.0.1"] }, ".deviceHosts.0: expected the name of a public host"],
    [{ redirectHosts: ["localhost"] }, ".redirectHosts.0: expected the name of a public host"],
    [{ testUrl: 7 }, ".testUrl"],
    [{ testUrl: "" }, ".testUrl: the address"],
    [{ testUrl: "sandbox" }, ".testUrl: the address"],
    [{ testUrl: "http://sandbox.example" }, ".testUrl: the address must use https"],
    [{ testUrl: "https://10.0.0.1" }, ".testUrl: the address"],
    [{ testUrl: `https://sandbox.example?key=${secretText}` }, ".testUrl: the address must not have a query"],
    [{ testUrl: "https://connector.example/sheaf" }, ".testUrl must differ from url"],
    [{ testSecretFile: "/nowhere" }, ".testSecretFile requires testUrl"],
    [{ companies: [] }, ".companies.0 is required"],
    [{ companies: [nordhem, saare, nordhem] }, ".companies.2.company: another entry has this company"]
  ]
  testRejected(
    connectorFaults.map(([more, says]) => [{ connectors: [{ ...connector, ...more }] }, `connectors.0${says}`])
  )
  testRejectedOutbound("connectors.0", (more) => ({ connectors: [{ ...connector, ...more }] }))

  const secondFaults: ReadonlyArray<readonly [second: object, says: string]> = [
    [{ timeoutSeconds: 30 }, ".timeoutSeconds (30) must be less than timeouts.connectorCallSeconds (30)"],
    [
      { testUrl: "http://127.0.0.1:8090", testSecretFile: "/nowhere" },
      ".testSecretFile: cannot read /nowhere: there is no such file or folder"
    ],
    [{ secretFile: "/nowhere" }, ".secretFile: cannot read /nowhere: there is no such file or folder"],
    [{ cassettes: ["/nowhere"] }, ".cassettes.0: cannot read /nowhere: there is no such file or folder"],
    [
      { cassettes: [resolve("package.json")] },
      `.cassettes.0: ${resolve("package.json")}: /format: expected sheaf-cassette`
    ],
    [{ cassettes: ["nowhere/login.json"] }, ".cassettes.0: cannot read /"],
    [{ companies: [saare, nordhem] }, ".companies.1.company: another entry has this company"]
  ]
  testRejected(
    secondFaults.map(([more, says]) => [
      { connectors: [connector, { ...connector, companies: [saare], ...more }] },
      `connectors.1${says}`
    ])
  )

  it.effect("keep the sandbox from starting if none of their cassettes can be played", () =>
    Effect.gen(function* () {
      const cassette = { format: "sheaf-cassette", version: 1, protocol: "1", company: "ee-saare", calls: [] }
      const failure = "call 1, begin, was answered with 502"
      const file = yield* writeConfigFile(JSON.stringify({ ...cassette, failure }))
      const { connectors } = yield* loadConfig({ connectors: [{ ...connector, cassettes: [file] }] })
      const { message } = yield* Effect.flip(CassetteConnectors.connect(connectors))
      assert.include(message, `connectors.0.cassettes: none can be played; ${file}: its login failed (${failure})`)
    })
  )

  const animals = [{ insuranceType: "animalInsurance", insuranceSubTypes: ["dog", "car"] }]
  const animalWords = "dog, cat, horse, other"
  const nothing = { insurance: [], wealth: [], psd2Ais: undefined, maximumConsentValidityDays: undefined }

  const companyFaults: ReadonlyArray<readonly [company: object, says: string]> = [
    [{ company: "Nordhem" }, ".company: a company identifier such as se-nordhem"],
    [{ company: "de-nordheim" }, ".company must start with a market; expected one of se, ee, lt, lv, fr"],
    [{ companyDisplayName: "" }, ".companyDisplayName: expected"],
    [{ loginMethods: [] }, ".loginMethods.0 is required"],
    [{ loginMethods: ["PASSWORD"] }, ".loginMethods.0: expected one of PDF_UPLOAD, USERNAME_AND_PASSWORD, "],
    [{ company: "ee-saare" }, ".loginMethods.1 is available only in the market se; the company is in ee"],
    [
      { insurance: [{ insuranceType: "lifeInsurance" }] },
      ".insurance.0.insuranceType: expected one of vehicleInsurance, "
    ],
    [{ insurance: [{ ...animals[0], insuranceSubTypes: [] }] }, ".insurance.0.insuranceSubTypes.0 is required"],
    [
      { insurance: animals },
      `.insurance.0.insuranceSubTypes.1 is not a sub-type of animalInsurance; expected one of ${animalWords}`
    ],
    [
      { insurance: [...nordhem.insurance, ...nordhem.insurance] },
      ".insurance.1.insuranceType: another entry has this type"
    ],
    [{ wealth: ["GOLD"] }, ".wealth.0: expected one of KF, "],
    [{ wealth: ["ISK", "PSD2_SAVINGS_ACCOUNT"] }, ".wealth.1 needs a consent: list it in psd2Ais instead"],
    [{ psd2Ais: { balances: false, transactions: false } }, ".psd2Ais: set balances, transactions or both to true"],
    [{ psd2Ais: {} }, ".psd2Ais.balances is required"],
    [
      { requiresVerifiedPerson: true },
      ".loginMethods.0 is not an electronic ID method, but " + "requiresVerifiedPerson is true"
    ],
    [{ maximumConsentValidityDays: 0 }, ".maximumConsentValidityDays"],
    [{ psd2Ais: undefined }, ".maximumConsentValidityDays requires psd2Ais"],
    [nothing, ": set at least one of insurance, wealth and psd2Ais"],
    [{ loginMethod: "EMAIL" }, ".loginMethod is unknown; expected one of company, companyDisplayName, "]
  ]
  testRejected(
    companyFaults.map(([more, says]) => [
      { connectors: [{ ...connector, companies: [{ ...nordhem, ...more }] }] },
      `connectors.0.companies.0${says}`
    ])
  )

  it.effect.each([
    [" \n", "the file holds no secret"],
    [`${secretText}\n${secretText}`, "the secret must be 1 to 4096 visible ASCII characters"],
    [`${secretText}å`, "the secret must be"],
    [secretText.repeat(1000), "the secret must be"]
  ] as const)("are rejected if the secret file does not hold a bearer secret: %j", ([content, says]) =>
    Effect.gen(function* () {
      const secretFile = yield* writeConfigFile(content)
      const { message } = yield* Effect.flip(loadConfig({ connectors: [{ ...connector, secretFile }] }))
      assert.include(message, `connectors.0.secretFile: ${says}`)
      assert.notInclude(message, secretText)
    })
  )
})
