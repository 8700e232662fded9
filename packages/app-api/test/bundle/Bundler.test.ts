/** Tests the bundle in a folder outside every checkout, as a container runs it (ADR 17). */
import { TestClient, hasEnded } from "@sheaf/sandbox-site/testing"
import type { Scenario } from "@sheaf/adapters-sandbox/scenarios"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { cpSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { entryUrl } from "../../src/bundle/Checkout.ts"
import { start } from "../../src/testing/index.ts"
import type { ServiceProcess } from "../../src/testing/index.ts"
import { login } from "../Starts.ts"
import * as Tools from "../Tools.ts"

describe("a copied bundle", () => {
  const folder = Tools.folderForAll()
  let service: ServiceProcess
  let client: TestClient
  let scenarios: ReadonlyArray<Scenario>

  beforeAll(async () => {
    cpSync(dirname(fileURLToPath(entryUrl())), join(folder, "sheaf"), { recursive: true })
    const copied = [process.execPath, join(folder, "sheaf/sheaf.js"), "serve"] as const
    service = await start({ dataDir: join(folder, "data"), program: copied })
    client = new TestClient({ base: service.base })
    scenarios = await client.scenarios()
  })
  afterAll(() => service.stop())

  const complete = async (start: StartCollection) => {
    const id = await client.begin(start)
    assert.strictEqual((await client.poll(id, hasEnded)).status, "COMPLETED")
  }

  it.each([
    ["in a built-in font", "se-"],
    ["in a font with more characters", "lt-"]
  ])("completes a collection with a letter %s", async (_, market) => {
    const { company } =
      scenarios.find((one) => one.company.startsWith(market) && one.loginMethods.includes("USERNAME_AND_PASSWORD")) ??
      assert.fail("no such scenario")
    await complete({ company, loginMethod: "USERNAME_AND_PASSWORD", parameters: [login] })
  })

  it("completes a collection with an uploaded document", async () => {
    const { company, parameters } =
      scenarios.find((one) => one.loginMethods.includes("PDF_UPLOAD") && one.finalStatus === "COMPLETED") ??
      assert.fail("no such scenario")
    await complete({ company, loginMethod: "PDF_UPLOAD", parameters })
  })

  it("has only code that the engine keeps in one byte per character", () => {
    const wide = globSync(join(folder, "sheaf/*.js")).filter((file) => /[^\0-\u00ff]/.test(readFileSync(file, "utf8")))
    assert.deepStrictEqual(wide, [])
  })

  it("serves the documentation and the guides", async () => {
    for (const path of ["/docs", "/docs/guides"])
      assert.strictEqual((await fetch(service.base + path)).status, 200, path)
    const page = await (await fetch(`${service.base}/docs`)).text()
    const [script = ""] = /\/docs\/[^"]*\.js/.exec(page) ?? []
    assert.strictEqual((await fetch(service.base + script)).status, 200, script)
  })
})
