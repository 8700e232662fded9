import { assert, describe, it } from "@effect/vitest"
import type { RemoteConnectors } from "@sheaf/adapters-http"
import { Effect, Redacted } from "effect"
import { inspect } from "node:util"
import { configured, contentOf, file, selfSigned } from "../service/Configured.ts"

const nordhem: RemoteConnectors.RemoteCompany = {
  company: "se-nordhem",
  companyDisplayName: "Nordhem",
  loginMethods: ["USERNAME_AND_PASSWORD", "SWEDISH_MOBILE_EID_ANY_DEVICE"],
  insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car", "boat"] }],
  wealth: ["ISK"],
  psd2Ais: { balances: true, transactions: false },
  maximumConsentValidityDays: 90
}

/** The least that can be said of a company. */
const saare: Omit<RemoteConnectors.RemoteCompany, "wealth"> = {
  company: "ee-saare",
  companyDisplayName: "Saare Kindlustus",
  loginMethods: ["EMAIL"],
  insurance: [{ insuranceType: "personInsurance", insuranceSubTypes: ["travel"] }]
}

const connector = { url: "https://connector.example/sheaf", companies: [nordhem] }

describe("the connectors of the configuration file", () => {
  it.effect("are none where it names none", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* configured({})).connectors, [])
      assert.deepStrictEqual((yield* configured({ connectors: [] })).connectors, [])
    })
  )

  it.effect("are taken by what they need alone", () =>
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

  it.effect("are taken with everything that can be said of them", () =>
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

  it.effect("give up before the service does, which waits for every connector alike", () =>
    Effect.gen(function* () {
      const timeoutOf = (timeouts: object) =>
        Effect.map(configured({ timeouts, connectors: [connector] }), ({ connectors }) => connectors[0]?.timeoutMillis)
      assert.strictEqual(yield* timeoutOf({ connectorCallSeconds: 120 }), 20_000)
      assert.strictEqual(yield* timeoutOf({ connectorCallSeconds: 3 }), 2000)
    })
  )

  const company = (more: object) => [{ ...connector, companies: [{ ...nordhem, ...more }] }]

  const unusable: ReadonlyArray<[what: string, connectors: ReadonlyArray<object>, says: RegExp]> = [
    ["has no address", [{ companies: [nordhem] }], /^SHEAF_CONFIG: connectors\.0\.url is required$/],
    [
      "is called without TLS",
      [{ ...connector, url: "http://connector.example" }],
      /connectors\.0\.url: the address is not https: only a host of a private network/
    ],
    [
      "is on this machine, and is not said to be",
      [{ ...connector, url: "https://[::1]:8090" }],
      /connectors\.0\.url: the address is an address of this machine/
    ],
    [
      "has its secret in the address",
      [{ ...connector, url: "https://sheaf:c2hvcnQ=@connector.example" }],
      /^SHEAF_CONFIG: connectors\.0\.url: the address holds credentials$/
    ],
    [
      "has its secret in the query",
      [{ ...connector, url: "https://connector.example?key=c2hvcnQ=" }],
      /^SHEAF_CONFIG: connectors\.0\.url: the address has a query or a fragment$/
    ],
    [
      "has its secret in the file itself",
      [{ ...connector, secret: "c2hvcnQ=" }],
      /^SHEAF_CONFIG: connectors\.0\.secret is not known; known are url, /
    ],
    ["is not waited for", [{ ...connector, timeoutSeconds: 0 }], /connectors\.0\.timeoutSeconds/],
    ["is waited for too long", [{ ...connector, timeoutSeconds: 121 }], /connectors\.0\.timeoutSeconds/],
    [
      "is waited for as long as the service waits itself",
      [connector, { ...connector, timeoutSeconds: 30, companies: [saare] }],
      /^SHEAF_CONFIG: connectors\.1\.timeoutSeconds \(30\) is not shorter than timeouts\.connectorCallSeconds \(30\)$/
    ],
    [
      "has a certificate without a key",
      [{ ...connector, certFile: "/nowhere" }],
      /^SHEAF_CONFIG: connectors\.0: certFile and keyFile go together$/
    ],
    [
      "has an authority that is not there",
      [{ ...connector, caFile: "/nowhere" }],
      /^SHEAF_CONFIG: connectors\.0\.caFile: \/nowhere cannot be read: NotFound$/
    ],
    [
      "has a secret that is not there",
      [connector, { ...connector, companies: [saare], secretFile: "/nowhere" }],
      /^SHEAF_CONFIG: connectors\.1\.secretFile: \/nowhere cannot be read: NotFound$/
    ],
    ["has no companies", [{ url: connector.url, companies: [] }], /connectors\.0\.companies\.0 is required/],
    [
      "has a company without a market",
      company({ company: "Nordhem" }),
      /connectors\.0\.companies\.0\.company: a company identifier such as se-nordhem$/
    ],
    [
      "has a company of an unknown market",
      company({ company: "de-nordheim" }),
      /connectors\.0\.companies\.0\.company is of no market; markets are se, ee, lt, lv, fr$/
    ],
    ["has a company without a name", company({ companyDisplayName: "" }), /companies\.0\.companyDisplayName: expected/],
    [
      "has a company that nobody can log in to",
      company({ loginMethods: [] }),
      /companies\.0\.loginMethods\.0 is required/
    ],
    [
      "has a login method that nobody knows",
      company({ loginMethods: ["PASSWORD"] }),
      /companies\.0\.loginMethods\.0: expected one of PDF_UPLOAD, USERNAME_AND_PASSWORD, /
    ],
    ["has a login method twice", company({ loginMethods: ["EMAIL", "EMAIL"] }), /companies\.0\.loginMethods: expected/],
    [
      "has a login method of another market",
      [{ ...connector, companies: [{ ...saare, loginMethods: ["EMAIL", "SWEDISH_SECURITY_TOKEN"] }] }],
      /companies\.0\.loginMethods\.1 is a login method of se, and the company is of ee$/
    ],
    [
      "has an insurance that nobody knows",
      company({ insurance: [{ insuranceType: "lifeInsurance", insuranceSubTypes: ["other"] }] }),
      /companies\.0\.insurance\.0\.insuranceType: expected one of vehicleInsurance, /
    ],
    [
      "has an insurance of no finer kind",
      company({ insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: [] }] }),
      /companies\.0\.insurance\.0\.insuranceSubTypes\.0 is required/
    ],
    [
      "has an insurance of a finer kind that is another one's",
      company({ insurance: [{ insuranceType: "animalInsurance", insuranceSubTypes: ["dog", "car"] }] }),
      /insurance\.0\.insuranceSubTypes\.1 is no animalInsurance; such are dog, cat, horse, other$/
    ],
    [
      "has an insurance twice",
      company({ insurance: [...nordhem.insurance, ...nordhem.insurance] }),
      /companies\.0\.insurance\.1\.insuranceType: another entry has this type$/
    ],
    ["has wealth that nobody knows", company({ wealth: ["GOLD"] }), /companies\.0\.wealth\.0: expected one of KF, /],
    ["has wealth twice", company({ wealth: ["ISK", "ISK"] }), /companies\.0\.wealth: expected/],
    [
      "has accounts without a consent",
      company({ wealth: ["ISK", "PSD2_SAVINGS_ACCOUNT"] }),
      /companies\.0\.wealth\.1 is read under a consent: psd2Ais says so$/
    ],
    [
      "reads nothing of accounts",
      company({ psd2Ais: { balances: false, transactions: false } }),
      /companies\.0\.psd2Ais: balances or transactions must be true$/
    ],
    ["reads one knows not what of accounts", company({ psd2Ais: {} }), /companies\.0\.psd2Ais\.balances is required/],
    [
      "has consents without end",
      company({ maximumConsentValidityDays: 0 }),
      /companies\.0\.maximumConsentValidityDays/
    ],
    [
      "has consents and no accounts",
      [{ ...connector, companies: [{ ...saare, maximumConsentValidityDays: 90 }] }],
      /companies\.0\.maximumConsentValidityDays is for companies with psd2Ais$/
    ],
    [
      "has a company of which there is nothing to collect",
      [{ ...connector, companies: [{ ...saare, insurance: [] }] }],
      /^SHEAF_CONFIG: connectors\.0\.companies\.0: nothing can be collected: insurance, wealth or psd2Ais is wanted$/
    ],
    [
      "has a company twice",
      [{ ...connector, companies: [nordhem, saare, nordhem] }],
      /^SHEAF_CONFIG: connectors\.0\.companies\.2\.company: another entry has this company$/
    ],
    [
      "has a company of another connector",
      [connector, { ...connector, companies: [saare, nordhem] }],
      /^SHEAF_CONFIG: connectors\.1\.companies\.1\.company: another entry has this company$/
    ],
    [
      "has a company with a misspelt member",
      company({ loginMethod: "EMAIL" }),
      /companies\.0\.loginMethod is not known; known are company, companyDisplayName, loginMethods, /
    ]
  ]
  for (const [what, connectors, says] of unusable) {
    it.effect(`are refused where one ${what}`, () =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(configured({ connectors }))
        assert.match(message, says)
        assert.notInclude(message, "c2hvcnQ=")
      })
    )
  }

  it.effect("are refused with all that is wrong at once", () =>
    Effect.gen(function* () {
      const connectors = [{ ...connector, timeoutSeconds: 0, companies: [{ ...nordhem, wealth: ["GOLD"] }] }]
      const { message } = yield* Effect.flip(configured({ connectors }))
      assert.match(message, /connectors\.0\.timeoutSeconds: .*; connectors\.0\.companies\.0\.wealth\.0: /)
    })
  )

  it.effect.each([
    ["empty", " \n", /^SHEAF_CONFIG: connectors\.0\.secretFile holds no secret$/],
    [
      "of two lines",
      "c2hvcnQ=\nc2hvcnQ=",
      /secretFile holds something else than at most 4096 visible ASCII characters$/
    ],
    ["of letters that no header carries", "c2hvcnQ=å", /secretFile holds something else than/],
    ["endless", "c2hvcnQ=".repeat(1000), /secretFile holds something else than/]
  ] as const)("are refused where a secret is %s", ([, content, says]) =>
    Effect.gen(function* () {
      const secretFile = yield* file(content)
      const { message } = yield* Effect.flip(configured({ connectors: [{ ...connector, secretFile }] }))
      assert.match(message, says)
      assert.notInclude(message, "c2hvcnQ=")
    })
  )
})
