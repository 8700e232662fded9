import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Redacted } from "effect"
import * as Settings from "../src/Settings.ts"

const bytes = (fill: number) => Buffer.alloc(32, fill).toString("base64")
const keys = { SHEAF_KEYS: `one:${bytes(1)}`, SHEAF_PEPPER: bytes(2) }

const load = (variables: Record<string, string>) => Settings.load(variables).pipe(Effect.provide(NodeServices.layer))

/** Writes a file that only this test sees, and gives its path. */
const file = (content: string) =>
  Effect.gen(function* () {
    const fileSystem = yield* FileSystem.FileSystem
    const path = yield* fileSystem.makeTempFileScoped()
    yield* fileSystem.writeFileString(path, content)
    return path
  }).pipe(Effect.provide(NodeServices.layer))

describe("the settings", () => {
  it.effect("are a sandbox on this machine, when nothing is set", () =>
    Effect.gen(function* () {
      const settings = yield* load({})
      assert.strictEqual(settings.host, "127.0.0.1")
      assert.strictEqual(settings.port, 8080)
      assert.isTrue(settings.demo)
      assert.strictEqual(settings.timeouts.contactForm, 120_000)
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
          limits: { bodyBytes: 16 * 1024 * 1024, drainSeconds: 300 }
        })
      )
      const settings = yield* load({ SHEAF_CONFIG: path })
      assert.strictEqual(settings.bodyBytes, 16_777_216)
      assert.strictEqual(settings.drain, 300_000)
    })
  )

  it.effect("accept the name that is reserved", () => load({ SHEAF_PUBLIC_URL: "https://sheaf.example" }))

  const refused: ReadonlyArray<[what: string, variables: Record<string, string>, says: RegExp]> = [
    ["a misspelt name", { SHEAF_DEMOS: "on" }, /SHEAF_DEMOS/],
    ["an unknown mode", { SHEAF_MODE: "staging" }, /SHEAF_MODE/],
    ["the production mode, which is not there yet", { SHEAF_MODE: "production", ...keys }, /production/],
    ["a database of many nodes, which is not there yet", { DATABASE_URL: "postgres://u:pw@h/d" }, /DATABASE_URL/],
    ["a port that is none", { PORT: "70000" }, /PORT/],
    ["a port that is no number", { PORT: "http" }, /PORT/],
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
    ["a configuration file that is not there", { SHEAF_CONFIG: "/nowhere" }, /SHEAF_CONFIG/]
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

  const files: ReadonlyArray<[what: string, content: string, says: RegExp]> = [
    ["is no JSON", "{", /SHEAF_CONFIG/],
    ["has a member that nobody knows", '{"timeout": {}}', /timeout/],
    ["has a member that nobody knows, further in", '{"timeouts": {"contactForm": 1}}', /contactForm/],
    ["has a time that is none", '{"timeouts": {"contactFormSeconds": 0}}', /contactFormSeconds/],
    ["has milliseconds for seconds", '{"timeouts": {"collectionSeconds": 600000000}}', /collectionSeconds/],
    ["lets no start in", '{"limits": {"bodyBytes": 1023}}', /bodyBytes/],
    ["lets anything in", '{"limits": {"bodyBytes": 16777217}}', /bodyBytes/],
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
