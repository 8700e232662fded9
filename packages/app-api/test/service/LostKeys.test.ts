/** Lost, swapped and malformed keys: one line names the key and what it sealed, and repeats no secret (decisions 19). */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as CommandLine from "../CommandLine.ts"

const base64 = (fill: number, bytes = 32): string => Buffer.alloc(bytes, fill).toString("base64")

const [a, b, pepper, other] = [base64(1), base64(2), base64(9), base64(7)]
const secrets = [a, b, pepper, other, base64(1, 31), base64(9, 16)]

let folder: string
let place: CommandLine.Place

/** The settings of the last start: the key `two` sealed the newest secrets, and the key `one` sealed earlier ones. */
const settings = { SHEAF_KEYS: `two:${b},one:${a}`, SHEAF_PEPPER: pepper }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-lost-keys-"))
  place = { folder, dataDir: join(folder, "data") }
  const before = { ...settings, SHEAF_KEYS: `one:${a}` }
  for (const outcome of [
    await CommandLine.serve(place, before),
    await CommandLine.run(place, ["tokens", "rotate"], before),
    await CommandLine.serve(place, settings),
    await CommandLine.run(place, ["tokens", "rotate"], settings)
  ]) {
    assert.strictEqual(outcome.code, 0, outcome.err)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const lost = "the database was sealed with keys that SHEAF_KEYS does not contain: "
const otherPepper =
  "the database has a different pepper from SHEAF_PEPPER: it hashed the API keys, external ids and other references"

type Row = readonly [name: string, env: CommandLine.Variables, says: string]

const rows: ReadonlyArray<Row> = [
  [
    "the first sealing key is lost",
    { ...settings, SHEAF_KEYS: `two:${b}` },
    `${lost}the key one, which sealed 1 in signing_key.jwk, 1 in service_secret.sealed`
  ],
  [
    "the key of the newest token key is lost",
    { ...settings, SHEAF_KEYS: `one:${a}` },
    `${lost}the key two, which sealed 1 in signing_key.jwk, 1 in service_secret.sealed`
  ],
  [
    "every sealing key is lost",
    { ...settings, SHEAF_KEYS: `three:${other}` },
    `${lost}the key one, which sealed 1 in signing_key.jwk, 1 in service_secret.sealed`
  ],
  [
    "two keys are swapped",
    { ...settings, SHEAF_KEYS: `one:${b},two:${a}` },
    `${lost}its key one differs from the key one in SHEAF_KEYS`
  ],
  [
    "a key has changed",
    { ...settings, SHEAF_KEYS: `two:${other},one:${a}` },
    `${lost}its key two differs from the key two in SHEAF_KEYS`
  ],
  ["the pepper has changed", { ...settings, SHEAF_PEPPER: other }, otherPepper],
  [
    "a key and the pepper are swapped",
    { SHEAF_KEYS: `two:${b},one:${pepper}`, SHEAF_PEPPER: a },
    `${lost}its key one differs from the key one in SHEAF_KEYS`
  ],
  [
    "a key is the pepper",
    { ...settings, SHEAF_KEYS: `two:${b},one:${pepper}` },
    `${lost}its key one differs from the key one in SHEAF_KEYS`
  ],
  [
    "a key is too short",
    { ...settings, SHEAF_KEYS: `two:${base64(1, 31)},one:${a}` },
    "SHEAF_KEYS: expected base64 of exactly 32 bytes"
  ],
  [
    "the pepper is too short",
    { ...settings, SHEAF_PEPPER: base64(9, 16) },
    "SHEAF_PEPPER: expected base64 of exactly 32 bytes"
  ],
  ["the pepper is missing", { SHEAF_KEYS: settings.SHEAF_KEYS }, "set both SHEAF_KEYS and SHEAF_PEPPER, or neither"],
  ["the keys are missing", { SHEAF_PEPPER: pepper }, "set both SHEAF_KEYS and SHEAF_PEPPER, or neither"],
  [
    "the command prints invalid lines",
    { SHEAF_KEYS_COMMAND: `echo ${other}`, SHEAF_PEPPER: pepper },
    "SHEAF_KEYS_COMMAND, line 1: expected id:base64, with an id of 1 to 32 letters, digits, _ or -"
  ],
  [
    "the command prints the lines in the wrong order",
    { SHEAF_KEYS_COMMAND: `echo ${pepper}; echo ${settings.SHEAF_KEYS}` },
    [
      "Sheaf cannot start, for 2 reasons:",
      "- SHEAF_KEYS_COMMAND, line 1: expected id:base64, with an id of 1 to 32 letters, digits, _ or -",
      "- SHEAF_KEYS_COMMAND, line 2: expected base64 of exactly 32 bytes"
    ].join("\n")
  ],
  [
    "the command prints the key of another database",
    { SHEAF_KEYS_COMMAND: `echo three:${other}; echo ${pepper}` },
    `${lost}the key one, which sealed 1 in signing_key.jwk, 1 in service_secret.sealed`
  ],
  [
    "the command fails",
    { SHEAF_KEYS_COMMAND: `echo ${settings.SHEAF_KEYS}; exit 4`, SHEAF_PEPPER: pepper },
    "SHEAF_KEYS_COMMAND: the command ended with exit code 4; run it by hand to see its errors"
  ]
]

describe.each(rows)("if %s", (_, env, says) => {
  it.each([
    ["service", () => CommandLine.serve(place, env)],
    ["command", () => CommandLine.run(place, ["clients", "list"], env)]
  ] as const)("the %s says so without a secret", async (_program, start) => {
    const { code, err, out } = await start()
    assert.strictEqual(code, 1, err)
    assert.strictEqual(err, `sheaf: ${says}\n`)
    for (const secret of secrets) assert.notInclude(out + err, secret)
  })
})

it("the service starts once all keys are back", async () => {
  const { code, err } = await CommandLine.serve(place, settings)
  assert.strictEqual(code, 0, err)
})
