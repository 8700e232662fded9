/** `sheaf doctor`: for each market, the example configuration lacks nothing that a file can show, and every gap is named. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, FileSystem } from "effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "vitest"
import * as Market from "@sheaf/domain/Market"
import * as DeployFiles from "../../src/testing/DeployFiles.ts"
import * as CommandLine from "../CommandLine.ts"
import * as ProviderFiles from "../companies/ProviderFiles.ts"
import * as SelfSigned from "../SelfSigned.ts"
import * as Tools from "../Tools.ts"

const place = Tools.workspaceForAll()
const { dataDir, folder } = place
const etc = join(folder, "etc")

const secret = (byte: number) => Buffer.alloc(32, byte).toString("base64")

const put = (name: string, content: string) => writeFileSync(join(etc, name), content, { mode: 0o600 })

/** Writes a provider's certificates under the names that the examples have. */
const putCertificates = (days: number) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const { qwac, seal } = yield* ProviderFiles.make({ host: "sheaf.example", organizationId: "PSDEE-EFSA-1", days })
    for (const [name, { certFile, keyFile }] of Object.entries({ qwac, seal })) {
      put(`${name}.pem`, yield* files.readFileString(certFile))
      put(`${name}.key`, yield* files.readFileString(keyFile))
    }
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.runPromise)

const doctor = async (market: string, change: (config: Record<string, unknown>) => object = (config) => config) => {
  const config = DeployFiles.readDeployFile(`markets/${market}.json`).replaceAll("/etc/sheaf", etc)
  put("config.json", JSON.stringify(change(JSON.parse(config))))
  return CommandLine.run(place, ["doctor", "--market", market], {
    SHEAF_MODE: "production",
    SHEAF_KEYS: `one:${secret(1)}`,
    SHEAF_PEPPER: secret(2),
    SHEAF_PUBLIC_URL: "https://sheaf.example",
    SHEAF_DATA_DIR: dataDir,
    SHEAF_CONFIG: join(etc, "config.json")
  })
}

beforeAll(async () => {
  mkdirSync(etc, { mode: 0o700 })
  const { certFile, keyFile } = SelfSigned.makeIn(folder)
  for (const name of ["server", "bankid"]) {
    put(`${name}.pem`, readFileSync(certFile, "utf8"))
    put(`${name}.key`, readFileSync(keyFile, "utf8"))
  }
  for (const name of ["bankid-ca", "smart-id-authorities", "mobile-id-authorities"]) {
    put(`${name}.pem`, readFileSync(certFile, "utf8"))
  }
  put("connector-secret", "0123456789abcdef")
  await putCertificates(90)
  const { code, err } = await CommandLine.run(place, ["certs", "init"])
  assert.strictEqual(code, 0, err)
})

describe.each(Market.all)("the example configuration of %s", (market) => {
  it("lacks nothing, and names what only a person can check", async () => {
    const { code, err, out } = await doctor(market)
    assert.deepStrictEqual([code, err], [0, ""], out)
    assert.notInclude(out, "MISSING")
    assert.match(out, /^OK {7}configuration {2}the service can start in production mode$/m)
    assert.match(out, new RegExp(`^CHECK {4}contract {7}${market}-\\w+: sheaf bank check`, "m"))
    const home = market === "ee" ? /Finantsinspektsioon lists PSDEE-EFSA-1/ : /its home authority has notified/
    assert.match(out, home)
  })
})

it("a gap is a line that says what to do, and an exit code of 1", async () => {
  const none = await doctor("ee", ({ tls }) => ({ tls }))
  assert.strictEqual(none.code, 1)
  assert.match(none.out, /^MISSING {2}company {8}no company of the market ee: add one to connectors or banks$/m)
  const decoupled = await doctor("se", ({ electronicId: _electronicId, ...config }) => config)
  assert.match(decoupled.out, /^MISSING {2}electronic-id {2}bankid: add an entry/m)
  put("qwac.pem", "no certificate")
  const damaged = await doctor("fr")
  assert.match(damaged.out, /^MISSING {2}configuration {2}SHEAF_CONFIG: banks\.0\.qwac\.certFile/m)
  await putCertificates(10)
  const late = await doctor("fr")
  assert.match(late.out, /^MISSING {2}bank {11}banks\.0\.qwac\.certFile: valid for \d days; order the next one$/m)
  assert.match(late.err, /2 missing for the market fr/)
})
