import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { inspect } from "node:util"
import { configured, contentOf, file, load, selfSigned } from "./Configured.ts"

const bytes = (fill: number) => Buffer.alloc(32, fill).toString("base64")
const keys = { SHEAF_KEYS: `one:${bytes(1)}`, SHEAF_PEPPER: bytes(2) }

const url = "https://eid.example/rp/v6.0"

describe("the settings", () => {
  it.effect("are a sandbox on this machine, when nothing is set", () =>
    Effect.gen(function* () {
      const settings = yield* load({})
      assert.strictEqual(settings.host, "127.0.0.1")
      assert.strictEqual(settings.port, 8080)
      assert.isTrue(settings.demo)
      assert.strictEqual(settings.timeouts.contactForm, 120_000)
      assert.isTrue(Option.isNone(settings.electronicId))
      assert.deepStrictEqual(settings.sunsets, {})
      assert.deepStrictEqual(settings.mutualTlsPort, Option.some(8443))
      assert.deepStrictEqual(settings.serverFiles, Option.none())
      assert.deepStrictEqual(settings.proxies, [])
      assert.strictEqual(settings.loginHostPort, 8444)
    })
  )

  it.effect("take a port of mutual TLS, any one that is free, or none", () =>
    Effect.gen(function* () {
      const taken = (variables: Record<string, string>) =>
        Effect.map(load(variables), ({ mutualTlsPort }) => Option.getOrUndefined(mutualTlsPort))
      assert.strictEqual(yield* taken({ MTLS_PORT: "9443" }), 9443)
      assert.strictEqual(yield* taken({ MTLS_PORT: "0" }), 0)
      assert.strictEqual(yield* taken({ MTLS_PORT: "off" }), undefined)
      // Who lets one listener take any free port wants that of the other.
      assert.strictEqual(yield* taken({ PORT: "0" }), 0)
      assert.strictEqual(yield* taken({ PORT: "0", MTLS_PORT: "9443" }), 9443)
    })
  )

  it.effect("take the certificate of the server, and the proxies that hand on those of clients", () =>
    Effect.gen(function* () {
      const proxies = ["192.0.2.7", "10.0.0.0/8", "2001:db8::/32"]
      const settings = yield* configured({ tls: { certFile: "/a.pem", keyFile: "/a.key" }, proxies })
      assert.deepStrictEqual(settings.serverFiles, Option.some({ certificate: "/a.pem", key: "/a.key" }))
      assert.deepStrictEqual(settings.proxies, proxies)
    })
  )

  it.effect("take secrets from files", () =>
    Effect.gen(function* () {
      const [keysFile, pepperFile] = [yield* file(`one:${bytes(1)}\n`), yield* file(bytes(2))]
      const settings = yield* load({ SHEAF_KEYS_FILE: keysFile, SHEAF_PEPPER_FILE: pepperFile })
      assert.isTrue(settings.keys._tag === "Some" && settings.keys.value.ring.current.id === "one")
    })
  )

  it.effect("never show a key when they are printed", () =>
    Effect.gen(function* () {
      const settings = yield* load({ ...keys })
      assert.notInclude(JSON.stringify(settings), bytes(1).slice(0, 20))
      assert.isTrue(settings.keys._tag === "Some" && Redacted.isRedacted(settings.keys.value.pepper))
    })
  )

  it.effect("take timeouts and retention from the configuration file", () =>
    Effect.gen(function* () {
      const path = yield* file('{"timeouts": {"twoFactorCodeSeconds": 30}, "retention": {"dataSeconds": 60}}')
      const settings = yield* load({ SHEAF_CONFIG: path })
      assert.strictEqual(settings.timeouts.twoFactorCode, 30_000)
      assert.strictEqual(settings.retention.data, 60_000)
    })
  )

  it.effect("take the bounds themselves", () =>
    Effect.gen(function* () {
      const path = yield* file(
        JSON.stringify({
          timeouts: { twoFactorCodeSeconds: 600, collectionSeconds: 600 },
          retention: { dataSeconds: 60, recordSeconds: 60 },
          limits: { bodyBytes: 16 * 1024 * 1024, drainSeconds: 300 },
          tls: { certificateDays: 398 }
        })
      )
      const settings = yield* load({ SHEAF_CONFIG: path })
      assert.strictEqual(settings.bodyBytes, 16_777_216)
      assert.strictEqual(settings.drain, 300_000)
      assert.strictEqual(settings.certificateDays, 398)
    })
  )

  it.effect("take the time for which a company is tried again", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* load({})).timeouts.connectorRetry, 60_000)
      const settings = yield* configured({ timeouts: { connectorRetrySeconds: 5 } })
      assert.strictEqual(settings.timeouts.connectorRetry, 5000)
    })
  )

  it.effect("take a provider of electronic identification, by its address alone", () =>
    Effect.gen(function* () {
      const { electronicId } = yield* configured({ electronicId: { url } })
      assert.deepStrictEqual(
        electronicId,
        Option.some({ baseUrl: url, allowPrivateAddresses: false, timeoutMillis: 10_000 })
      )
    })
  )

  it.effect("take a provider of a private network, with everything that can be said of it", () =>
    Effect.gen(function* () {
      const { certFile, keyFile } = yield* selfSigned
      const { electronicId } = yield* configured({
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
      const { tls, ...rest } = Option.getOrThrow(electronicId)
      assert.deepStrictEqual(rest, {
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

  it.effect("take the end of a replaced version, from its deprecation on", () =>
    Effect.gen(function* () {
      const { sunsets } = yield* configured({ versions: { sunset: { "2025-01-01": "2026-04-01" } } })
      assert.deepStrictEqual(sunsets, { "2025-01-01": new Date("2026-04-01T00:00:00Z") })
      assert.deepStrictEqual((yield* configured({ versions: {} })).sunsets, {})
    })
  )

  it.effect("take a port for logins by clients, and any free one beside a service that takes any", () =>
    Effect.gen(function* () {
      const path = yield* file('{"sandbox": {"loginHostPort": 65535}}')
      assert.strictEqual((yield* load({ SHEAF_CONFIG: path })).loginHostPort, 65_535)
      assert.strictEqual((yield* load({ SHEAF_CONFIG: path, PORT: "0" })).loginHostPort, 65_535)
      assert.strictEqual((yield* load({ PORT: "0" })).loginHostPort, 0)
    })
  )

  it.effect.each([
    ["https://sheaf.example", "https://sheaf.example"],
    ["https://sheaf.example/", "https://sheaf.example"],
    ["https://SHEAF.example:443/", "https://sheaf.example"],
    ["https://example.com/sheaf/", "https://example.com/sheaf"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"]
  ] as const)("take the address at which the service is reached: %s", ([written, taken]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* load({ SHEAF_PUBLIC_URL: written })).publicUrl, Option.some(taken))
    })
  )

  const refused: ReadonlyArray<[what: string, variables: Record<string, string>, says: RegExp]> = [
    ["a misspelt name", { SHEAF_DEMOS: "on" }, /SHEAF_DEMOS/],
    ["an unknown mode", { SHEAF_MODE: "staging" }, /^SHEAF_MODE=staging: expected sandbox$/],
    ["the production mode, which is not there yet", { SHEAF_MODE: "production", ...keys }, /production/],
    ["a database of many nodes, which is not there yet", { DATABASE_URL: "postgres://u:pw@h/d" }, /DATABASE_URL/],
    ["a port that is none", { PORT: "70000" }, /^PORT=70000: expected a whole number from 0 to 65535$/],
    ["a port that is no number", { PORT: "abc" }, /^PORT=abc: expected a whole number from 0 to 65535$/],
    [
      "a port of mutual TLS that is none",
      { MTLS_PORT: "on" },
      /^MTLS_PORT=on: expected a whole number from 0 to 65535, or off$/
    ],
    ["a switch that is none", { SHEAF_DEMO: "false" }, /^SHEAF_DEMO=false: expected on or off$/],
    ["one port for both listeners", { PORT: "8443" }, /MTLS_PORT \(8443\) is PORT, too/],
    ["an address that others reach, without keys", { HOST: "0.0.0.0", SHEAF_DEMO: "off" }, /SHEAF_KEYS/],
    ["an address that others reach, with the demonstration key", { HOST: "0.0.0.0", ...keys }, /SHEAF_DEMO/],
    ["keys without a pepper", { SHEAF_KEYS: keys.SHEAF_KEYS }, /together/],
    ["keys that are too short", { ...keys, SHEAF_KEYS: "one:c2hvcnQ=" }, /SHEAF_KEYS/],
    ["a secret given twice", { ...keys, SHEAF_KEYS_FILE: "/nowhere" }, /not both/],
    [
      "a secret file that is not there",
      { SHEAF_KEYS_FILE: "/nowhere", SHEAF_PEPPER: keys.SHEAF_PEPPER },
      /SHEAF_KEYS_FILE/
    ],
    ["a public address that is none", { SHEAF_PUBLIC_URL: "sheaf.example" }, /SHEAF_PUBLIC_URL/],
    ["a public address of another kind", { SHEAF_PUBLIC_URL: "ftp://sheaf.example" }, /SHEAF_PUBLIC_URL/],
    ["a public address with a query", { SHEAF_PUBLIC_URL: "https://sheaf.example?" }, /SHEAF_PUBLIC_URL/],
    ["a public address with a fragment", { SHEAF_PUBLIC_URL: "https://sheaf.example/#a" }, /SHEAF_PUBLIC_URL/],
    ["a public address with credentials", { SHEAF_PUBLIC_URL: "https://u:pw@h/" }, /SHEAF_PUBLIC_URL/],
    [
      "a configuration file that is not there",
      { SHEAF_CONFIG: "/nowhere" },
      /^SHEAF_CONFIG: \/nowhere cannot be read: NotFound$/
    ]
  ]
  for (const [what, variables, says] of refused) {
    it.effect(`refuse ${what}, and do not repeat secrets`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(load(variables))
        assert.match(error.message, says)
        for (const secret of ["pw@h", "c2hvcnQ=", bytes(1), bytes(2)]) assert.notInclude(error.message, secret)
      })
    )
  }

  it.effect("refuse certificates that do not fit, in words", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* selfSigned, yield* selfSigned]
      const refused: ReadonlyArray<[files: object, says: string]> = [
        [{ caFile: one.keyFile }, "electronicId.caFile holds no PEM certificate"],
        [{ certFile: one.certFile, keyFile: one.certFile }, "electronicId.keyFile holds no PEM key"],
        [{ certFile: one.certFile, keyFile: other.keyFile }, "electronicId.keyFile is not the key of certFile"]
      ]
      for (const [files, says] of refused) {
        const error = yield* Effect.flip(configured({ electronicId: { url, ...files } }))
        assert.strictEqual(error.message, `SHEAF_CONFIG: ${says}`)
      }
    })
  )

  const files: ReadonlyArray<[what: string, content: string, says: RegExp]> = [
    ["is empty", "", /^SHEAF_CONFIG: no JSON at line 1, column 1: unexpected end of JSON input$/],
    ["ends too early", "{\n", /^SHEAF_CONFIG: no JSON at line 2, column 1: expected property name or '}'$/],
    [
      "has a comma too many",
      '{\n  "timeouts": {\n    "collectionSeconds": 12,\n  }\n}',
      /^SHEAF_CONFIG: no JSON at line 4, column 3: expected double-quoted property name$/
    ],
    [
      "has a value without quotes",
      '{\n  "proxies": [],\n  "electronicId": { "url": https://eid.example }\n}',
      /^SHEAF_CONFIG: no JSON at line 3, column 28: unexpected "h"$/
    ],
    ["is a list", "[]", /^SHEAF_CONFIG: expected an object$/],
    ["has a list for an object", '{"timeouts": []}', /^SHEAF_CONFIG: timeouts: expected an object$/],
    [
      "has two mistakes",
      '{"limits": {"drainSeconds": "5"}, "proxies": {}}',
      /^SHEAF_CONFIG: limits\.drainSeconds: expected a number; proxies: expected an array$/
    ],
    [
      "has a member that nobody knows",
      '{"timeout": {}}',
      /^SHEAF_CONFIG: timeout is not known; known are timeouts, retention, limits, /
    ],
    [
      "has a member that nobody knows, further in",
      '{"retention": {"dataSecond": 1}}',
      /^SHEAF_CONFIG: retention\.dataSecond is not known; known are dataSeconds, recordSeconds$/
    ],
    ["has a time that is none", '{"timeouts": {"contactFormSeconds": 0}}', /contactFormSeconds/],
    ["has milliseconds for seconds", '{"timeouts": {"collectionSeconds": 600000000}}', /collectionSeconds/],
    ["lets no start in", '{"limits": {"bodyBytes": 1023}}', /bodyBytes/],
    ["lets anything in", '{"limits": {"bodyBytes": 16777217}}', /bodyBytes/],
    ["signs for no time", '{"tls": {"certificateDays": 0}}', /certificateDays/],
    ["signs for years", '{"tls": {"certificateDays": 399}}', /certificateDays/],
    ["has half of a server's certificate", '{"tls": {"certFile": "/a.pem"}}', /certFile and keyFile go together/],
    ["believes a proxy by its name", '{"proxies": ["proxy.internal"]}', /an address or a network/],
    ["believes a network of too many bits", '{"proxies": ["10.0.0.0/33"]}', /an address or a network/],
    ["drains for ever", '{"limits": {"drainSeconds": 301}}', /drainSeconds/],
    [
      "keeps the record for less time than the data",
      '{"retention": {"dataSeconds": 60, "recordSeconds": 59}}',
      /retention\.recordSeconds \(59\) is shorter than retention\.dataSeconds \(60\)/
    ],
    [
      "keeps the data for longer than the record is kept by default",
      '{"retention": {"dataSeconds": 2592001}}',
      /recordSeconds \(2592000\) is shorter than retention\.dataSeconds \(2592001\)/
    ],
    [
      "waits longer for an answer than for the whole collection",
      '{"timeouts": {"twoFactorCodeSeconds": 601, "electronicIdSeconds": 602}}',
      /twoFactorCodeSeconds \(601\) is longer than timeouts\.collectionSeconds \(600\);.*electronicIdSeconds/
    ],
    ["has a provider without an address", '{"electronicId": {}}', /url/],
    [
      "has a provider at no address",
      '{"electronicId": {"url": "eid.example"}}',
      /electronicId\.url: the address is no address/
    ],
    [
      "calls a provider without TLS",
      '{"electronicId": {"url": "http://eid.example"}}',
      /is not https: only a host of a private network/
    ],
    [
      "calls a provider on this machine",
      '{"electronicId": {"url": "https://127.0.0.1"}}',
      /is an address of this machine or of a private network/
    ],
    [
      "writes credentials into an address",
      '{"electronicId": {"url": "https://sheaf:c2hvcnQ=@eid.example"}}',
      /^SHEAF_CONFIG: electronicId\.url: the address holds credentials$/
    ],
    ["waits too long for a provider", `{"electronicId": {"url": "${url}", "timeoutSeconds": 61}}`, /timeoutSeconds/],
    [
      "has an end user at no address",
      `{"electronicId": {"url": "${url}", "endUserIp": "localhost"}}`,
      /electronicId\.endUserIp: an IPv4 or IPv6 address is expected/
    ],
    [
      "has a certificate without a key",
      `{"electronicId": {"url": "${url}", "certFile": "/nowhere"}}`,
      /certFile and keyFile go together/
    ],
    [
      "names a certificate that is not there",
      `{"electronicId": {"url": "${url}", "caFile": "/nowhere"}}`,
      /electronicId\.caFile: \/nowhere cannot be read: NotFound/
    ],
    [
      "ends a version that does not run",
      '{"versions": {"sunset": {"2024-01-01": "2027-01-01"}}}',
      /no version 2024-01-01 runs; running are 2025-01-01, 2026-04-01/
    ],
    [
      "ends the newest version",
      '{"versions": {"sunset": {"2026-04-01": "2027-01-01"}}}',
      /2026-04-01 is the newest version/
    ],
    [
      "ends a version before its deprecation",
      '{"versions": {"sunset": {"2025-01-01": "2026-03-31"}}}',
      /2025-01-01 is deprecated since 2026-04-01, and cannot end before/
    ],
    [
      "ends a version on no date",
      '{"versions": {"sunset": {"2025-01-01": "in spring"}}}',
      /a date that exists, as YYYY-MM-DD/
    ],
    ["ends a version on no day", '{"versions": {"sunset": {"2025-01-01": "2027-02-29"}}}', /a date that exists/],
    ["has a port that is none", '{"sandbox": {"loginHostPort": 65536}}', /loginHostPort/],
    ["wants one port twice", '{"sandbox": {"loginHostPort": 8080}}', /loginHostPort \(8080\) is PORT, too/],
    ["wants another port twice", '{"sandbox": {"loginHostPort": 8443}}', /loginHostPort \(8443\) is MTLS_PORT, too/],
    [
      "gives the whole collection less time than one answer has by default",
      '{"timeouts": {"collectionSeconds": 170}}',
      /timeouts\.twoFactorCodeSeconds \(180\) is longer than timeouts\.collectionSeconds \(170\)/
    ]
  ]
  for (const [what, content, says] of files) {
    it.effect(`refuse a configuration file that ${what}`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(load({ SHEAF_CONFIG: yield* file(content) }))
        assert.match(error.message, says)
      })
    )
  }
})
