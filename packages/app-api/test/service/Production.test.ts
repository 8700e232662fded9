/**
 * Tests what happens if requirements of production mode are not met: each one alone, and all of them together (spec
 * 14.1).
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll } from "vitest"
import * as KeysCommand from "../../src/config/KeysCommand.ts"
import * as Production from "../../src/config/Production.ts"
import * as ConnectionLimits from "../../src/installation/ConnectionLimits.ts"
import * as Mode from "../../src/config/Mode.ts"
import * as CommandLine from "../CommandLine.ts"
import * as SelfSigned from "../SelfSigned.ts"
import * as Tools from "../Tools.ts"
import { insurer as company, load, reasonsOf } from "./SettingsFixtures.ts"

const bytes = (fill: number) => Buffer.alloc(32, fill).toString("base64")

const connectors = (...loginMethods: ReadonlyArray<string>) => [
  { url: "https://connector.example", companies: [{ ...company, loginMethods: ["EMAIL", ...loginMethods] }] }
]

const cassette = {
  format: "sheaf-cassette",
  version: 1,
  protocol: "1",
  company: "ee-acme",
  recordedAt: "2024-03-01T09:00:00Z",
  calls: []
}

const folder = Tools.folderForAll()
let tls: SelfSigned.SelfSigned
let variables: Readonly<Record<string, string>>

const config = (content: object): string => {
  const file = join(mkdtempSync(join(folder, "config-")), "config.json")
  writeFileSync(file, JSON.stringify(content))
  return file
}

const dataDir = (prefix: string): string => mkdtempSync(join(folder, prefix))

beforeAll(async () => {
  tls = SelfSigned.makeIn(folder)
  const data = dataDir("data-")
  const { code, err } = await CommandLine.run({ folder, dataDir: data }, ["certs", "init"])
  assert.strictEqual(code, 0, err)
  variables = {
    SHEAF_MODE: "production",
    SHEAF_KEYS: `one:${bytes(1)}`,
    SHEAF_PEPPER: bytes(2),
    SHEAF_PUBLIC_URL: "https://sheaf.example",
    SHEAF_DATA_DIR: data,
    SHEAF_CONFIG: config({ connectors: connectors(), tls })
  }
})

const check = (changes: Readonly<Record<string, string | undefined>>) =>
  Production.readStartupSettings({ ...variables, ...changes }).pipe(Effect.provide(NodeServices.layer))

/** `changes` runs after the files exist. `says` is the beginning of the only message. */
type Row = readonly [name: string, changes: () => Record<string, string | undefined>, says: string]

const rows: ReadonlyArray<Row> = [
  ["no keys", () => ({ SHEAF_KEYS: undefined, SHEAF_PEPPER: undefined }), "SHEAF_KEYS and SHEAF_PEPPER: set"],
  ["a pepper that is a key", () => ({ SHEAF_PEPPER: bytes(1) }), "SHEAF_PEPPER: the pepper must differ"],
  [
    "one key with two ids",
    () => ({ SHEAF_KEYS: `one:${bytes(1)},two:${bytes(1)}` }),
    "SHEAF_KEYS: the key two has the same bytes"
  ],
  [
    "a sandbox's key",
    () => ({ SHEAF_KEYS: `sandbox:${bytes(1)}` }),
    "SHEAF_KEYS: Sheaf created the key sandbox in another mode"
  ],
  ["no public address", () => ({ SHEAF_PUBLIC_URL: undefined }), "SHEAF_PUBLIC_URL: set the https address"],
  ["plain http", () => ({ SHEAF_PUBLIC_URL: "http://sheaf.example" }), "SHEAF_PUBLIC_URL: expected an https address"],
  ["the demonstration key", () => ({ SHEAF_DEMO: "on" }), "SHEAF_DEMO=on: production mode has no"],
  ["a login host", () => ({ LOGIN_HOST_PORT: "9000" }), "LOGIN_HOST_PORT: production mode has no"],
  ["an open plain listener", () => ({ HOST: "0.0.0.0" }), "HOST=0.0.0.0: other machines can reach the plain HTTP"],
  ["no company", () => ({ SHEAF_CONFIG: config({ tls }) }), "SHEAF_CONFIG: connectors: expected at least one company"],
  [
    "a login method of the sandbox",
    () => ({
      SHEAF_CONFIG: config({
        tls,
        connectors: [
          {
            url: "https://c.example",
            companies: [
              {
                ...company,
                company: "se-bergvik",
                loginMethods: ["SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK"]
              }
            ]
          }
        ]
      })
    }),
    "SHEAF_CONFIG: connectors.0.companies.0.loginMethods: production mode has no SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK"
  ],
  [
    "the sandbox section",
    () => ({ SHEAF_CONFIG: config({ tls, connectors: connectors(), sandbox: {} }) }),
    "SHEAF_CONFIG: sandbox: production mode has no sandbox"
  ],
  [
    "cassettes",
    () => ({
      SHEAF_CONFIG: config({
        tls,
        connectors: connectors().map((entry) => ({ ...entry, cassettes: [config(cassette)] }))
      })
    }),
    "SHEAF_CONFIG: connectors.0.cassettes: production mode plays no cassettes"
  ],
  [
    "no server certificate",
    () => ({ SHEAF_CONFIG: config({ connectors: connectors() }) }),
    "MTLS_PORT: mutual TLS needs the server's certificate"
  ],
  [
    "a missing server certificate",
    () => ({ SHEAF_CONFIG: config({ connectors: connectors(), tls: { ...tls, certFile: "/nowhere" } }) }),
    "/nowhere cannot be read: NotFound"
  ],
  [
    "a data folder without an authority",
    () => ({ SHEAF_DATA_DIR: dataDir("empty-") }),
    "there is no production authority in "
  ],
  [
    "a sandbox's data folder",
    () => {
      const data = dataDir("sandbox-")
      writeFileSync(join(data, "keys"), "")
      return { SHEAF_DATA_DIR: data, MTLS_PORT: "off" }
    },
    "SHEAF_DATA_DIR: "
  ],
  [
    "a data folder that others can read",
    () => {
      const data = join(folder, "open")
      mkdirSync(data)
      chmodSync(data, 0o750)
      return { SHEAF_DATA_DIR: data, MTLS_PORT: "off" }
    },
    "SHEAF_DATA_DIR: other users can access "
  ],
  ["a data folder that is a file", () => ({ SHEAF_DATA_DIR: tls.keyFile, MTLS_PORT: "off" }), "SHEAF_DATA_DIR: "]
]

describe("production mode", () => {
  it.effect("accepts complete settings, also of the environment test and without mutual TLS", () =>
    Effect.gen(function* () {
      const { messages, settings } = yield* check({})
      assert.deepStrictEqual(messages, [])
      assert.strictEqual(settings.environment, "production")
      assert.isFalse(settings.demo)
      assert.isDefined(settings.startLimits.attempts)
      const others = [
        { SHEAF_ENVIRONMENT: "test" },
        { MTLS_PORT: "off", SHEAF_CONFIG: config({ connectors: connectors() }) }
      ]
      for (const changes of others) assert.deepStrictEqual((yield* check(changes)).messages, [])
      assert.strictEqual((yield* check({ SHEAF_ENVIRONMENT: "test" })).settings.environment, "test")
    })
  )

  for (const [name, changes, says] of rows) {
    it.effect(`refuses ${name}, and says only that`, () =>
      Effect.gen(function* () {
        const { messages } = yield* check(changes())
        assert.lengthOf(messages, 1)
        assert.isTrue(messages[0]?.startsWith(says), messages[0])
        assert.notInclude(messages[0], bytes(1))
      })
    )
  }

  it("serves plain HTTP only to this machine and the proxies", () => {
    const served = Production.plainHttpNetworks({ mode: Mode.production, proxies: ["10.0.0.0/8"] })
    for (const address of ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "10.9.8.7", "::ffff:10.9.8.7"]) {
      assert.isTrue(served.has(address), address)
    }
    for (const address of ["192.0.2.1", "11.0.0.1", "2001:db8::1", "::", undefined]) assert.isFalse(served.has(address))
    assert.isTrue(Production.plainHttpNetworks({ mode: Mode.byDefault, proxies: [] }).has("192.0.2.1"))
  })

  it.effect("logs a refused plain connection with its address, at most once a minute", () => {
    const lines: Array<string> = []
    const logger = Logger.layer([Logger.make((options) => void lines.push(Logger.formatJson.log(options)))])
    return Effect.gen(function* () {
      const refused = yield* ConnectionLimits.logEndedPlainConnections
      for (const address of ["192.0.2.7", "192.0.2.8"]) refused(address)
      yield* Effect.yieldNow
      assert.lengthOf(lines, 1)
      assert.include(lines[0], '"plain HTTP connection ended, because its address is not a proxy"')
      assert.include(lines[0], '"address":"192.0.2.7"')
    }).pipe(Effect.provide(logger))
  })

  it("lists everything at once, in the same words for the command and for the service", async () => {
    const env = { SHEAF_MODE: "production", SHEAF_PEPPER: "short", SHEAF_DEMO: "on", SHEAF_MODES: "x", PORT: "70000" }
    const place = { folder, dataDir: dataDir("nothing-") }
    const [checked, served] = [
      await CommandLine.run(place, ["config", "check"], env),
      await CommandLine.run(place, ["serve"], env)
    ]
    assert.deepStrictEqual([checked.code, checked.out], [1, ""])
    assert.strictEqual(served.err, checked.err)
    const [first, ...list] = checked.err.trimEnd().split("\n")
    assert.strictEqual(first, "sheaf: Sheaf cannot start, for 8 reasons:")
    for (const [index, says] of [
      "unknown setting SHEAF_MODES",
      "PORT=70000",
      "set both SHEAF_KEYS",
      "SHEAF_PUBLIC_URL",
      "SHEAF_CONFIG: connectors",
      "SHEAF_DEMO=on",
      "there is no production authority",
      "MTLS_PORT"
    ].entries()) {
      assert.isTrue(list[index]?.startsWith(`- ${says}`), list[index])
    }
    assert.lengthOf(list, 8)
  })

  it.effect("lists every fault at once: in each variable, section, entry and file", () =>
    Effect.gen(function* () {
      const to = { url: "https://connector.example", companies: [company] }
      const other = { ...to, companies: [{ ...company, company: "ee-pohja" }] }
      const files = { caFile: "/nowhere/ca", certFile: "/nowhere/cert", keyFile: "/nowhere/key" }
      const reasons = yield* reasonsOf(
        {
          limits: { drainSeconds: "5", bodyBytes: 1 },
          limit: {},
          retention: { dataSeconds: 60, recordSeconds: 59, idempotencySeconds: 61 },
          connectors: [
            { ...to, secretFile: "/nowhere/first", ...files },
            { ...other, secretFile: "/nowhere/second" }
          ],
          connect: { logoFile: "/nowhere/logo.svg" }
        },
        { SHEAF_KEYS_FILE: "/nowhere/keys", SHEAF_PEPPER_FILE: "/nowhere/pepper", PORT: "x" }
      )
      const says = [
        "PORT=x",
        "SHEAF_KEYS_FILE: cannot read /nowhere/keys",
        "SHEAF_PEPPER_FILE: cannot read /nowhere/pepper",
        "SHEAF_CONFIG: limits.drainSeconds: expected a number",
        "SHEAF_CONFIG: limits.bodyBytes: ",
        "SHEAF_CONFIG: limit is unknown",
        "SHEAF_CONFIG: retention.dataSeconds (60)",
        "SHEAF_CONFIG: retention.idempotencySeconds (61)",
        "SHEAF_CONFIG: connectors.0.secretFile: cannot read /nowhere/first",
        "SHEAF_CONFIG: connectors.0.caFile: cannot read /nowhere/ca",
        "SHEAF_CONFIG: connectors.0.certFile: cannot read /nowhere/cert",
        "SHEAF_CONFIG: connectors.0.keyFile: cannot read /nowhere/key",
        "SHEAF_CONFIG: connectors.1.secretFile: cannot read /nowhere/second",
        "SHEAF_CONFIG: connect.logoFile: cannot read /nowhere/logo.svg"
      ]
      for (const text of says)
        assert.lengthOf(
          reasons.filter((reason) => reason.startsWith(text)),
          1,
          text
        )
      assert.lengthOf(reasons, says.length, reasons.join("\n"))
    })
  )
})

describe("the schema of the configuration file", () => {
  it("is printed by a command, and lists the file's sections", async () => {
    const { code, out } = await CommandLine.run({ folder, dataDir: dataDir("schema-") }, ["config", "schema"], {})
    const { $defs, $schema } = JSON.parse(out)
    assert.deepStrictEqual([code, $schema], [0, "https://json-schema.org/draft/2020-12/schema"])
    assert.containsAllKeys($defs.SheafConfig.properties, ["banks", "connectors", "timeouts"])
  })
})

describe("SHEAF_KEYS_COMMAND", () => {
  const keys = `one:${bytes(1)}`

  it.effect("must end within 30 seconds", () =>
    Effect.gen(function* () {
      const running = yield* Effect.forkChild(Effect.flip(KeysCommand.run(Redacted.make("sleep 1000 | cat"))))
      yield* Effect.yieldNow
      yield* TestClock.adjust("30 seconds")
      const { message } = yield* Fiber.join(running)
      assert.strictEqual(message, "SHEAF_KEYS_COMMAND: the command did not end within 30 seconds")
    })
  )

  it.effect("prints the keys, and on a second line the pepper, unless SHEAF_PEPPER is set", () =>
    Effect.gen(function* () {
      for (const given of [
        { SHEAF_KEYS_COMMAND: `echo ${keys}; echo ${bytes(2)}` },
        { SHEAF_KEYS_COMMAND: `printf %s ${keys}`, SHEAF_PEPPER: bytes(2) }
      ]) {
        const found = Option.getOrUndefined((yield* load(given)).keys)
        assert.strictEqual(found?.ring.current.id, "one")
        assert.deepStrictEqual(found && [...Redacted.value(found.pepper)], [...Buffer.alloc(32, 2)])
      }
    })
  )

  it.effect.each<readonly [Record<string, string>, string]>([
    [{ SHEAF_KEYS_COMMAND: `echo ${keys} >&2; exit 3` }, "SHEAF_KEYS_COMMAND: the command ended with exit code 3"],
    [
      { SHEAF_KEYS_COMMAND: `echo ${keys}; kill -9 $$` },
      "SHEAF_KEYS_COMMAND: the command ended with the signal SIGKILL"
    ],
    [{ SHEAF_KEYS_COMMAND: "true" }, "SHEAF_KEYS_COMMAND: expected one line with the keys"],
    [{ SHEAF_KEYS_COMMAND: "yes" }, "SHEAF_KEYS_COMMAND: the command printed more than 65536 bytes"],
    [{ SHEAF_KEYS_COMMAND: `echo ${keys}x`, SHEAF_PEPPER: bytes(2) }, "SHEAF_KEYS_COMMAND, line 1: expected base64"],
    [{ SHEAF_KEYS_COMMAND: `echo ${keys}` }, "set SHEAF_PEPPER, or let SHEAF_KEYS_COMMAND print"],
    [
      { SHEAF_KEYS_COMMAND: `echo ${keys}; echo ${bytes(2)}`, SHEAF_PEPPER: bytes(2) },
      "SHEAF_KEYS_COMMAND prints the pepper, too"
    ],
    [{ SHEAF_KEYS_COMMAND: `echo ${keys}`, SHEAF_KEYS: keys }, "set SHEAF_KEYS_COMMAND or SHEAF_KEYS, not both"]
  ])("rejects %j without repeating its output", ([given, says]) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(load(given))
      assert.isTrue(message.startsWith(says), message)
      assert.notInclude(message, bytes(1).slice(0, 8))
    })
  )
})
