/** Tests the defaults and ranges of settings, the messages about invalid settings, and that secrets are not shown. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { chmodSync } from "node:fs"
import { inspect } from "node:util"
import * as TextFile from "../../src/config/values/TextFile.ts"
import {
  loadConfig,
  contentOf,
  writeConfigFile,
  insurer,
  load,
  testRejected,
  selfSigned,
  secretText
} from "./SettingsFixtures.ts"

const bytes = (fill: number) => Buffer.alloc(32, fill).toString("base64")
const keys = { SHEAF_KEYS: `one:${bytes(1)}`, SHEAF_PEPPER: bytes(2) }

const url = "https://eid.example/rp/v6.0"

describe("the settings", () => {
  it.effect("default to a sandbox on this machine", () =>
    Effect.gen(function* () {
      const settings = yield* load({})
      assert.strictEqual(settings.host, "127.0.0.1")
      assert.strictEqual(settings.port, 8080)
      assert.isTrue(settings.demo)
      assert.strictEqual(settings.timeouts.contactForm, 120_000)
      assert.strictEqual(settings.timeouts.connectorRetry, 60_000)
      assert.isEmpty(settings.electronicId)
      assert.deepStrictEqual(settings.sunsets, {})
      assert.deepStrictEqual(settings.mutualTlsPort, Option.some(8443))
      assert.deepStrictEqual(settings.serverFiles, Option.none())
      assert.deepStrictEqual(settings.proxies, [])
      assert.deepStrictEqual(settings.allowedOrigins, [])
      assert.deepStrictEqual(settings.loginHost, { port: 8444, setting: "LOGIN_HOST_PORT", fallback: true })
    })
  )

  it.effect.each([
    [{ connections: 800 }, 400],
    [{ connections: 800, connectionsPerAddress: 700 }, 400],
    [{ connections: 800, connectionsPerAddress: 5 }, 5],
    [{}, 1000]
  ])("with the limits %j, allow at most half of the connections to one address", ([limits, perAddress]) =>
    Effect.gen(function* () {
      const { transport } = yield* loadConfig({ limits })
      assert.strictEqual(transport.connections.perAddress, perAddress)
    })
  )

  it.effect.each<[variables: Record<string, string>, mutualTls: number | undefined, loginHost: number]>([
    [{ MTLS_PORT: "9443", LOGIN_HOST_PORT: "9444" }, 9443, 9444],
    [{ MTLS_PORT: "0", LOGIN_HOST_PORT: "0" }, 0, 0],
    [{ MTLS_PORT: "off" }, undefined, 8444],
    [{ PORT: "0" }, 0, 0],
    [{ PORT: "0", MTLS_PORT: "9443", LOGIN_HOST_PORT: "9444" }, 9443, 9444]
  ])("take the ports of mutual TLS and of the login host from %j", ([variables, mutualTls, loginHost]) =>
    Effect.gen(function* () {
      const settings = yield* load(variables)
      assert.strictEqual(Option.getOrUndefined(settings.mutualTlsPort), mutualTls)
      assert.strictEqual(settings.loginHost.port, loginHost)
      assert.strictEqual(settings.loginHost.fallback, !("LOGIN_HOST_PORT" in variables))
    })
  )

  it.effect("take the login host's port from the file, but not also from the environment", () =>
    Effect.gen(function* () {
      const sandbox = { loginHostPort: 65_535 }
      const loginHost = { port: 65_535, setting: "sandbox.loginHostPort", fallback: false }
      for (const variables of [{}, { PORT: "0" }]) {
        assert.deepStrictEqual((yield* loadConfig({ sandbox }, variables)).loginHost, loginHost)
      }
      const { message } = yield* Effect.flip(loadConfig({ sandbox }, { LOGIN_HOST_PORT: "9444" }))
      assert.strictEqual(message, "set LOGIN_HOST_PORT or sandbox.loginHostPort in SHEAF_CONFIG, not both")
    })
  )

  it.effect("take secrets from files", () =>
    Effect.gen(function* () {
      const [keysFile, pepperFile] = [yield* writeConfigFile(`one:${bytes(1)}\n`), yield* writeConfigFile(bytes(2))]
      const settings = yield* load({ SHEAF_KEYS_FILE: keysFile, SHEAF_PEPPER_FILE: pepperFile })
      assert.isTrue(settings.keys._tag === "Some" && settings.keys.value.ring.current.id === "one")
    })
  )

  it.effect.each([0o644, 0o602, 0o660])("reject files with mode %o that contain secrets", (mode) =>
    Effect.gen(function* () {
      const open = yield* writeConfigFile(bytes(2))
      chmodSync(open, mode)
      const pair = { certFile: yield* writeConfigFile("certificate"), keyFile: open }
      const connector = { url, companies: [insurer], secretFile: open }
      for (const [name, loaded] of [
        ["SHEAF_PEPPER_FILE", load({ SHEAF_KEYS: keys.SHEAF_KEYS, SHEAF_PEPPER_FILE: open })],
        ["SHEAF_CONFIG: electronicId.keyFile", loadConfig({ electronicId: { url, ...pair } })],
        ["SHEAF_CONFIG: connectors.0.secretFile", loadConfig({ connectors: [connector] })]
      ] as const) {
        const { message } = yield* Effect.flip(loaded)
        assert.strictEqual(message, `${name}: other users can read or change ${open}: run chmod 600 ${open}`)
      }
    })
  )

  it("quote paths in commands for the shell", () => {
    assert.strictEqual(TextFile.shellCommand("chmod 600", "/a b/it's"), "chmod 600 '/a b/it'\\''s'")
  })

  it.effect("hide keys when they are printed", () =>
    Effect.gen(function* () {
      const settings = yield* load({ ...keys })
      assert.notInclude(JSON.stringify(settings), bytes(1).slice(0, 20))
      assert.isTrue(settings.keys._tag === "Some" && Redacted.isRedacted(settings.keys.value.pepper))
    })
  )

  it.effect("accept the bounds of every range, and ignore $schema", () =>
    Effect.gen(function* () {
      const proxies = ["192.0.2.7", "0.0.0.0/0", "::1", "::/96", "2000::/3", "::ffff:127.0.0.0/104", "::ffff:0:0/96"]
      const allowedOrigins = [
        "https://app.example",
        "https://app.example:8443",
        "http://localhost:3000",
        "http://[::1]"
      ]
      const settings = yield* loadConfig({
        $schema: "./config.schema.json",
        timeouts: { twoFactorCodeSeconds: 600, collectionSeconds: 600 },
        retention: { dataSeconds: 60, recordSeconds: 60, idempotencySeconds: 60, eraseWithConsent: true },
        limits: {
          bodyBytes: 16 * 1024 * 1024,
          drainSeconds: 300,
          heldRequests: 100_000,
          heldRequestsPerClient: 0,
          pdfReadings: 64,
          pdfWaitingPerClient: 1
        },
        tls: { certificateDays: 398, certFile: "/a.pem", keyFile: "/a.key" },
        versions: { sunset: { "2025-01-01": "2026-04-01" } },
        proxies,
        allowedOrigins
      })
      assert.strictEqual(settings.timeouts.twoFactorCode, 600_000)
      assert.deepInclude(settings.retention, { data: 60_000, row: 60_000, idempotency: 60_000, eraseWithConsent: true })
      assert.strictEqual(settings.bodyBytes, 16_777_216)
      assert.strictEqual(settings.drain, 300_000)
      assert.deepStrictEqual(settings.heldRequests, { perClient: 0, total: 100_000 })
      assert.deepInclude(settings.uploads, { atOnce: 64, waiting: 1 })
      assert.strictEqual(settings.certificateDays, 398)
      assert.deepStrictEqual(settings.serverFiles, Option.some({ certificate: "/a.pem", key: "/a.key" }))
      assert.deepStrictEqual(settings.sunsets, { "2025-01-01": new Date("2026-04-01T00:00:00Z") })
      assert.deepStrictEqual(settings.proxies, proxies)
      assert.deepStrictEqual(settings.allowedOrigins, allowedOrigins)
      assert.deepStrictEqual((yield* loadConfig({ versions: {} })).sunsets, {})
    })
  )

  it.effect("accept an electronic-ID provider with only its address", () =>
    Effect.gen(function* () {
      const { electronicId } = yield* loadConfig({ electronicId: { url } })
      assert.deepStrictEqual(electronicId, [
        { live: { scheme: "bankid", baseUrl: url, allowPrivateAddresses: false, timeoutMillis: 10_000 } }
      ])
    })
  )

  it.effect("accept an electronic-ID provider with every member", () =>
    Effect.gen(function* () {
      const { certFile, keyFile } = yield* selfSigned
      const { electronicId } = yield* loadConfig({
        electronicId: {
          url: "http://127.0.0.1:9000",
          allowPrivateAddresses: true,
          timeoutSeconds: 60,
          endUserIp: "2001:db8::17",
          caFile: certFile,
          certFile,
          keyFile
        }
      })
      const [{ live: { tls, ...rest } } = assert.fail()] = electronicId
      assert.deepStrictEqual<object>(rest, {
        scheme: "bankid",
        baseUrl: "http://127.0.0.1:9000",
        allowPrivateAddresses: true,
        timeoutMillis: 60_000,
        endUserIp: "2001:db8::17"
      })
      assert.isDefined(tls)
      const key = yield* contentOf(keyFile)
      const shown = `${JSON.stringify(electronicId)} ${inspect(electronicId, { depth: 10, showHidden: true })}`
      assert.notInclude(shown, key.split("\n")[1] ?? "")
    })
  )

  it.effect("accept a provider for each scheme, each with its test environment", () =>
    Effect.gen(function* () {
      const { certFile, keyFile } = yield* selfSigned
      const relyingParty = {
        relyingPartyUuid: "00000000-0000-4000-8000-000000000000",
        relyingPartyName: "DEMO",
        trustFile: certFile
      }
      const test = { url: "https://test.example", trustFile: certFile, schemeName: "smart-id-demo" }
      const { connect, electronicId } = yield* loadConfig({
        electronicId: [
          { scheme: "bankid", url, certFile, keyFile, pinCode: true, test: { url: "https://test.example" } },
          { scheme: "smart-id", url, ...relyingParty, test },
          { scheme: "mobile-id", url, ...relyingParty, keepsProof: true }
        ]
      })
      const [swedish, smartId, mobileId] = electronicId
      assert.containsSubset(swedish?.live, {
        bankId: { qrPrefix: "bankid", requiresEndUserIp: true, requirement: { pinCode: true }, keepsProof: false }
      })
      assert.isDefined(swedish?.live.tls)
      assert.notProperty(swedish?.test, "tls")
      assert.containsSubset(swedish?.test, { baseUrl: "https://test.example", scheme: "bankid" })
      assert.containsSubset(smartId?.live, { schemeName: "smart-id", certificateLevel: "QUALIFIED" })
      assert.containsSubset(smartId?.test, { schemeName: "smart-id-demo", relyingPartyName: "DEMO" })
      assert.containsSubset(mobileId?.live, { scheme: "mobile-id", keepsProof: true })
      assert.strictEqual(connect.electronicIdApp, "https://app.bankid.com/?autostarttoken={token}&redirect=null")
    })
  )

  it.effect.each([
    ["https://sheaf.example", "https://sheaf.example"],
    ["https://sheaf.example/", "https://sheaf.example"],
    ["https://SHEAF.example:443/", "https://sheaf.example"],
    ["https://example.com/sheaf/", "https://example.com/sheaf"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"]
  ] as const)("take the public address %s as %s", ([written, taken]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* load({ SHEAF_PUBLIC_URL: written })).publicUrl, Option.some(taken))
    })
  )

  const port = "expected a whole number from 0 to 65535"
  const variables: ReadonlyArray<[variables: Record<string, string>, says: string]> = [
    [{ SHEAF_DEMOS: "on" }, "unknown setting SHEAF_DEMOS"],
    [{ SHEAF_MODE: "staging" }, "SHEAF_MODE=staging: expected sandbox or production"],
    [{ SHEAF_ENVIRONMENT: "staging" }, "SHEAF_ENVIRONMENT=staging: expected test or production"],
    [{ SHEAF_ENVIRONMENT: "production" }, "SHEAF_ENVIRONMENT=production: the environment of a sandbox is always test"],
    [{ DATABASE_URL: "mysql://u:pw@h/d" }, "DATABASE_URL: expected postgres://user:password@host:port/database"],
    [{ PORT: "70000" }, `PORT=70000: ${port}`],
    [{ MTLS_PORT: "on" }, `MTLS_PORT=on: ${port}, or off`],
    [{ LOGIN_HOST_PORT: "off" }, `LOGIN_HOST_PORT=off: ${port}`],
    [{ SHEAF_DEMO: "false" }, "SHEAF_DEMO=false: expected on or off"],
    [{ PORT: "8443" }, "PORT and MTLS_PORT are both 8443: use different ports"],
    [{ LOGIN_HOST_PORT: "8080" }, "PORT and LOGIN_HOST_PORT are both 8080: use different ports"],
    [{ HOST: "0.0.0.0", SHEAF_DEMO: "off" }, "HOST=0.0.0.0 is reachable from other machines: set SHEAF_KEYS"],
    [{ HOST: "0.0.0.0", ...keys }, "HOST=0.0.0.0 is reachable from other machines"],
    [{ SHEAF_KEYS: keys.SHEAF_KEYS }, "set both SHEAF_KEYS and SHEAF_PEPPER"],
    [{ ...keys, SHEAF_KEYS: `one:${secretText}` }, "SHEAF_KEYS: "],
    [
      { ...keys, SHEAF_PEPPER: bytes(0) },
      "SHEAF_PEPPER: expected random bytes, not zeros: generate them with " + "openssl rand -base64 32"
    ],
    [{ ...keys, SHEAF_KEYS_FILE: "/nowhere" }, "set SHEAF_KEYS or SHEAF_KEYS_FILE, not both"],
    [{ SHEAF_KEYS_FILE: "/nowhere", SHEAF_PEPPER: keys.SHEAF_PEPPER }, "SHEAF_KEYS_FILE: cannot read /nowhere"],
    [{ METRICS_PORT: "metrics" }, `METRICS_PORT=metrics: ${port}`],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://a:b@collector:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT: expected"],
    [{ SHEAF_PUBLIC_URL: "sheaf.example" }, "SHEAF_PUBLIC_URL: expected"],
    [{ SHEAF_PUBLIC_URL: "https://sheaf.example/#a" }, "SHEAF_PUBLIC_URL: expected"],
    [{ SHEAF_PUBLIC_URL: "https://u:pw@h/" }, "SHEAF_PUBLIC_URL: expected"],
    [{ SHEAF_CONFIG: "/nowhere" }, "SHEAF_CONFIG: cannot read /nowhere: there is no such file or folder"]
  ]
  for (const [given, says] of variables) {
    it.effect(`reject ${JSON.stringify(given)} without repeating secrets: ${says}`, () =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(load(given))
        assert.isTrue(message.startsWith(says), message)
        for (const secret of ["pw@h", secretText, bytes(1), bytes(2)]) assert.notInclude(message, secret)
      })
    )
  }

  testRejected([
    ["", "invalid JSON at line 1, column 1: unexpected end of JSON input"],
    ["{\n", "invalid JSON at line 2, column 1: expected property name or '}'"],
    ['{\n  "a": {\n    "b": 12,\n  }\n}', "invalid JSON at line 4, column 3: expected double-quoted property name"],
    [
      `{\n  "proxies": [],\n  "electronicId": { "url": ${secretText} }\n}`,
      'invalid JSON at line 3, column 28: unexpected "c"'
    ],
    ["[]", "expected an object"],
    [{ timeouts: [] }, "timeouts: expected an object"],
    [
      { limits: { drainSeconds: "5" }, proxies: {} },
      "limits.drainSeconds: expected a number; proxies: expected an array"
    ],
    [{ timeout: {} }, "timeout is unknown; expected one of $schema, timeouts, retention, limits, "],
    [
      { retention: { dataSecond: 1 } },
      "retention.dataSecond is unknown; expected one of dataSeconds, recordSeconds, idempotencySeconds, eventsSeconds, credentialsSeconds, eraseWithConsent"
    ],
    [{ $schema: 1 }, "$schema: expected a string"],
    [{ timeouts: { contactFormSeconds: 0 } }, "contactFormSeconds"],
    [{ timeouts: { collectionSeconds: 600_000_000 } }, "collectionSeconds"],
    [{ limits: { bodyBytes: 1023 } }, "bodyBytes"],
    [{ limits: { bodyBytes: 16_777_217 } }, "bodyBytes"],
    [{ limits: { drainSeconds: 301 } }, "drainSeconds"],
    [{ tls: { certificateDays: 399 } }, "certificateDays"],
    [{ tls: { certFile: "/a.pem" } }, "set both certFile and keyFile, or neither"],
    [{ proxies: ["proxy.internal"] }, "expected an IP address or a network"],
    ...["*", "null", "app.example", "https://app.example/", "https://APP.example", "https://*.example"].map(
      (origin) => [{ allowedOrigins: [origin] }, "expected an origin such as https://app.example"] as const
    ),
    [{ allowedOrigins: ["http://app.example"] }, "http://app.example is not protected by TLS"],
    [{ proxies: ["10.0.0.0/33"] }, "expected an IP address or a network"],
    ...["::/0", "::/64", "::/80", "::ffff:0:0/90"].map(
      (network) => [{ proxies: [network] }, `${network} contains every IPv4 address`] as const
    ),
    [
      { retention: { dataSeconds: 60, recordSeconds: 59, idempotencySeconds: 61 } },
      "retention.dataSeconds (60) must be at most retention.recordSeconds (59); " +
        "retention.idempotencySeconds (61) must be at most retention.recordSeconds (59)"
    ],
    [{ retention: { dataSeconds: 2_592_001 } }, "must be at most retention.recordSeconds (2592000)"],
    [
      { timeouts: { twoFactorCodeSeconds: 601, electronicIdSeconds: 602 } },
      "twoFactorCodeSeconds (601) must be at most timeouts.collectionSeconds (600); timeouts.electronicIdSeconds"
    ],
    [
      { timeouts: { collectionSeconds: 170 } },
      "timeouts.twoFactorCodeSeconds (180) must be at most timeouts.collectionSeconds (170)"
    ],
    [
      { versions: { sunset: { "2024-01-01": "2027-01-01" } } },
      "unknown version 2024-01-01; expected one of 2025-01-01, 2026-04-01"
    ],
    [{ versions: { sunset: { "2026-04-01": "2027-01-01" } } }, "2026-04-01 is the newest version"],
    [
      { versions: { sunset: { "2025-01-01": "2026-03-31" } } },
      "2025-01-01 cannot end before its deprecation on 2026-04-01"
    ],
    [{ versions: { sunset: { "2025-01-01": "2027-02-29" } } }, "versions.sunset.2025-01-01: "],
    [{ sandbox: { loginHostPort: 65_536 } }, "loginHostPort"]
  ])

  it.effect.each([
    [8080, "PORT"],
    [8443, "MTLS_PORT"]
  ] as const)("reject the login host's port %i, which is %s", ([loginHostPort, name]) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(loadConfig({ sandbox: { loginHostPort } }))
      assert.strictEqual(message, `${name} and sandbox.loginHostPort are both ${loginHostPort}: use different ports`)
    })
  )
})
