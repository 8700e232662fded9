/**
 * Tests the error for lost and swapped keys: one line that names the key and what the key sealed, but contains no
 * secret (spec 14.3).
 */
import { assert, beforeAll, describe, it } from "vitest"
import * as CommandLine from "../CommandLine.ts"
import * as Tools from "../Tools.ts"

const base64 = (fill: number): string => Buffer.alloc(32, fill).toString("base64")

const [a, b, pepper, other] = [base64(1), base64(2), base64(9), base64(7)]
const secrets = [a, b, pepper, other]

const place = Tools.workspaceForAll()

/** The settings of the last start: the key `two` sealed the newest secrets, and the key `one` sealed earlier ones. */
const settings = { SHEAF_KEYS: `two:${b},one:${a}`, SHEAF_PEPPER: pepper }

beforeAll(async () => {
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
    "two keys are swapped",
    { ...settings, SHEAF_KEYS: `one:${b},two:${a}` },
    `${lost}its key one differs from the key one in SHEAF_KEYS`
  ],
  ["the pepper has changed", { ...settings, SHEAF_PEPPER: other }, otherPepper]
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
