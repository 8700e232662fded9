/** Tests the banks in the configuration file, and every fault for which Sheaf rejects them. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { BankProfile, ShippedProfiles } from "@sheaf/ports"
import { Clock, Effect, FileSystem, Logger, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as BankSettings from "../../src/config/BankSettings.ts"
import * as Production from "../../src/config/Production.ts"
import { loadConfig, contentOf, writeConfigFile, testRejected, selfSigned } from "../service/SettingsFixtures.ts"
import * as ProviderFiles from "./ProviderFiles.ts"

const local = {
  company: "se-provbanken",
  companyDisplayName: "Provbanken",
  market: "se",
  url: "http://127.0.0.1:9000/psd2",
  profile: "nextgenpsd2-1.3",
  approach: "REDIRECT",
  allowPrivateAddresses: true
}
const { allowPrivateAddresses: _, ...remote } = { ...local, url: "https://psd2.provbanken.example" }

describe("the banks in the configuration file", () => {
  it.effect("can have only their required members", () =>
    Effect.gen(function* () {
      const { banks } = yield* loadConfig({ banks: [local] })
      assert.deepStrictEqual(banks, [
        {
          company: "se-provbanken",
          companyDisplayName: "Provbanken",
          baseUrl: "http://127.0.0.1:9000/psd2",
          allowPrivateAddresses: true,
          profile: BankProfile.resolve({ ...ShippedProfiles.plain, approaches: ["REDIRECT"] }),
          authentication: {},
          timeoutMillis: 20_000
        }
      ])
    })
  )

  it.effect("can use OAuth", () =>
    Effect.gen(function* () {
      const oauth = { issuer: "https://oauth.example/bank", clientId: "PSDSE-FINA-1", hosts: ["token.oauth.example"] }
      const { banks } = yield* loadConfig({ banks: [{ ...local, approach: "OAUTH", oauth }] })
      assert.deepInclude(banks[0], { oauth })
      assert.deepInclude(banks[0]?.profile, { approaches: ["OAUTH"], authentication: { clientId: "PSDSE-FINA-1" } })
    })
  )

  it.effect("can have every member", () =>
    Effect.gen(function* () {
      const { caFile, qwac, seal } = yield* ProviderFiles.make()
      const more = {
        approach: "DECOUPLED",
        redirectHosts: ["login.provbanken.example"],
        psuIdType: "SSN",
        frequencyPerDay: 2,
        maximumConsentValidityDays: 90,
        timeoutSeconds: 5
      }
      const { banks } = yield* loadConfig({
        banks: [{ ...remote, ...more, caFile, qwac, seal: { ...seal, algorithm: "rsa-sha512" } }]
      })
      const { seal: read, tls, ...rest } = banks[0] ?? assert.fail("no bank is taken")
      assert.strictEqual(rest.timeoutMillis, 5_000)
      assert.deepInclude(rest.profile, {
        approaches: ["DECOUPLED"],
        psuIdType: "SSN",
        consentDays: 90,
        frequency: { perDay: 2 }
      })
      assert.isDefined(tls)
      assert.strictEqual(read?.algorithm, "rsa-sha512")
      assert.strictEqual(read?.certificate, yield* contentOf(seal.certFile))
      assert.strictEqual(read && Redacted.value(read.key), yield* contentOf(seal.keyFile))
    })
  )

  const faults: ReadonlyArray<readonly [more: object, says: string]> = [
    [{ url: "http://psd2.provbanken.example", allowPrivateAddresses: false }, ".url: the address must use https"],
    [{ url: "https://psd2.example" }, ".qwac is required"],
    [{ market: "ee" }, ".company must begin with the market, ee-"],
    [{ company: "fr-bank", market: "fr", approach: "DECOUPLED" }, ".approach: no electronic ID of the market fr"],
    [{ approach: "EMBEDDED" }, ".approach: expected one of REDIRECT, OAUTH, DECOUPLED"],
    [{ approach: "OAUTH" }, ".oauth is required with the approach OAUTH"],
    [{ oauth: { issuer: "https://oauth.example", clientId: "a" } }, ".oauth is only for the approach OAUTH"],
    [{ approach: "OAUTH", oauth: { issuer: "http://oauth.example/?a", clientId: "a" } }, ".oauth.issuer"],
    [
      { approach: "OAUTH", oauth: { issuer: "https://oauth.example", clientId: "a", hosts: ["10.0.0.1"] } },
      ".oauth.hosts.0: expected the name of a public host"
    ],
    [{ profile: "unknown" }, ".profile: expected one of nextgenpsd2-1.3"],
    [{ redirectHosts: ["192.0.2.1"] }, ".redirectHosts.0: expected the name of a public host"],
    [{ frequencyPerDay: 0 }, ".frequencyPerDay"],
    [{ timeoutSeconds: 30 }, ".timeoutSeconds (30) must be less than timeouts.connectorCallSeconds (30)"],
    [
      { qwac: { certFile: "/nowhere", keyFile: "/nowhere" } },
      ".qwac.certFile: cannot read /nowhere: there is no such file or folder"
    ],
    [
      { seal: { certFile: "/nowhere", keyFile: "/nowhere" } },
      ".seal.certFile: cannot read /nowhere: there is no such file or folder"
    ],
    [
      { seal: { certFile: "/nowhere", keyFile: "/nowhere", algorithm: "rsa-sha1" } },
      ".seal.algorithm: expected one of rsa-sha256, rsa-sha512"
    ],
    [{ caFile: "/nowhere" }, ".caFile: cannot read /nowhere: there is no such file or folder"]
  ]
  testRejected(faults.map(([more, says]) => [{ banks: [{ ...local, ...more }] }, `banks.0${says}`]))
  testRejected([[{ banks: [local, local] }, "banks.1.company: another entry has this company"]])

  const rejected = Effect.fnUntraced(function* (more: object) {
    return (yield* Effect.flip(loadConfig({ banks: [{ ...remote, ...more }] }))).message
  })

  it.effect("are rejected with certificates that banks would reject", () =>
    Effect.gen(function* () {
      const good = yield* ProviderFiles.make()
      const payments = yield* ProviderFiles.make({ roles: ["PSP_PI"] })
      const { certFile, keyFile } = yield* selfSigned
      const url = "https://tpp.example/seal.pem"
      const profile = yield* writeConfigFile(JSON.stringify({ signature: { keyId: "URL" } }), ".json")
      const named = { profile, qwac: good.qwac, seal: { ...good.seal, url } }
      const rows = [
        [{ qwac: payments.qwac }, "banks.0.qwac.certFile: the certificate lacks the PSD2 role PSP_AI"],
        [{ qwac: { certFile, keyFile } }, "banks.0.qwac.certFile: the certificate lacks the PSD2 role PSP_AI"],
        [{ qwac: { ...good.qwac, keyFile } }, "banks.0.qwac.keyFile is not the key of certFile"],
        [{ qwac: good.qwac, seal: { ...good.seal, keyFile } }, "banks.0.seal.keyFile is not the key of certFile"],
        [
          { qwac: good.qwac, clients: { "a-client": { qwac: good.qwac, seal: payments.seal } } },
          "banks.0.clients.a-client.seal.certFile: the certificate lacks the PSD2 role PSP_AI"
        ],
        [
          { qwac: good.qwac, seal: good.seal, clients: { "a-client": { qwac: good.qwac } } },
          "banks.0.clients.a-client.seal is required, because the bank's entry has a seal"
        ],
        [
          { ...named, clients: { "a-client": { qwac: good.qwac, seal: good.seal } } },
          "banks.0.clients.a-client.seal.url is required, because the bank wants the address of the certificate"
        ],
        [{ qwac: good.qwac, seal: { ...good.seal, url } }, "banks.0.seal.url is only for profiles with keyId URL"],
        [
          { qwac: good.qwac, caFile: yield* writeConfigFile("no certificate") },
          "banks.0.caFile holds no PEM certificate"
        ]
      ] as const
      for (const [more, says] of rows) assert.include(yield* rejected(more), says)
    })
  )

  it.effect("are accepted with expired certificates, which disable only their bank, with a warning", () =>
    Effect.gen(function* () {
      const good = yield* ProviderFiles.make()
      const old = yield* ProviderFiles.make({ days: -1 })
      const clients = { "a-client": { qwac: old.qwac, seal: good.seal } }
      const path = yield* writeConfigFile(
        JSON.stringify({ banks: [{ ...remote, qwac: good.qwac, seal: old.seal, clients }] })
      )
      const { messages, settings, warnings } = yield* Production.readStartupSettings({ SHEAF_CONFIG: path })
      assert.deepStrictEqual(messages, [])
      assert.deepStrictEqual(
        warnings.map((warning) => warning.replace(/ on .*/, "")),
        ["se-provbanken.seal: the certificate expired", "se-provbanken.clients.a-client.qwac: the certificate expired"]
      )
      assert.lengthOf(settings.banks, 1)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("get replaced certificates within a minute, and keep the old ones if the new files are unusable", () =>
    Effect.gen(function* () {
      const old = yield* ProviderFiles.make({ days: 5 })
      const next = yield* ProviderFiles.make({ days: 50 })
      const files = yield* FileSystem.FileSystem
      const { banks } = yield* loadConfig({ banks: [{ ...remote, qwac: old.qwac }] })
      const daysLeft = Effect.map(
        Effect.all([BankSettings.certificatesAt(banks), Clock.currentTimeMillis]),
        ([[found], now]) => Math.round(((found?.notAfter ?? 0) - now) / 86_400_000)
      )
      assert.strictEqual(yield* daysLeft, 5)
      yield* files.copyFile(next.qwac.certFile, old.qwac.certFile)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* Effect.provideService(daysLeft, Logger.CurrentLoggers, new Set()), 5)
      yield* files.copyFile(next.qwac.keyFile, old.qwac.keyFile)
      assert.strictEqual(yield* daysLeft, 5)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* daysLeft, 50)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("are warned about if the certificate does not name the public host", () =>
    Effect.gen(function* () {
      const { qwac } = yield* ProviderFiles.make()
      const clients = { "a-client": { qwac } }
      const path = yield* writeConfigFile(JSON.stringify({ banks: [{ ...remote, qwac, clients }] }))
      const warningsAt = (host: string) =>
        Effect.map(
          Production.readStartupSettings({ SHEAF_CONFIG: path, SHEAF_PUBLIC_URL: `https://${host}` }),
          ({ warnings }) => warnings
        ).pipe(Effect.provide(NodeServices.layer))
      assert.deepStrictEqual(yield* warningsAt("service.example"), [])
      assert.include(
        (yield* warningsAt("other.example")).join(),
        "banks.0.clients.a-client.qwac: the certificate does not name other.example"
      )
    })
  )
})
