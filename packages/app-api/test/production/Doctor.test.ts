/**
 * Tests that `sheaf doctor` reports everything that a configuration lacks. `Markets.test.ts` covers complete
 * configurations.
 */
import { join } from "node:path"
import { assert, beforeAll, it } from "vitest"
import * as Tools from "../Tools.ts"
import { MarketFiles } from "./MarketFiles.ts"

const files = new MarketFiles(Tools.workspaceForAll())

beforeAll(async () => {
  await files.putAll()
})

it("a gap is a line that says what to do, and an exit code of 1", async () => {
  const none = await files.doctor("ee", ({ tls }) => ({ tls }))
  assert.strictEqual(none.code, 1)
  assert.match(none.out, /^MISSING {2}company {8}no company of the market ee: add one to connectors or banks$/m)
  const decoupled = await files.doctor("se", ({ electronicId: _electronicId, ...config }) => config)
  assert.match(decoupled.out, /^MISSING {2}electronic-id {2}bankid: add an entry/m)
  files.put("decoupled.json", JSON.stringify({ approaches: ["DECOUPLED"] }))
  const byProfile = await files.doctor("se", ({ banks = [], electronicId: _electronicId, ...config }) => ({
    ...config,
    banks: banks.map((bank) => ({ ...bank, approach: undefined, profile: join(files.etc, "decoupled.json") }))
  }))
  assert.match(byProfile.out, /^MISSING {2}electronic-id {2}bankid: add an entry/m)
  files.put("qwac.pem", "no certificate")
  const damaged = await files.doctor("fr")
  assert.match(damaged.out, /^MISSING {2}configuration {2}SHEAF_CONFIG: banks\.0\.qwac\.certFile/m)
  await files.putCertificates(10)
  const late = await files.doctor("fr")
  assert.match(late.out, /^MISSING {2}bank {11}banks\.0\.qwac\.certFile: valid for \d days; order the next one$/m)
  assert.match(late.err, /2 missing for the market fr/)
})
