/** The client in Chromium, with a user's token and without the API key. */
import { chromiumPath } from "@sheaf/adapters-http/testing"
import { start } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { createClient } from "@sheaf/client"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium } from "playwright-core"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bundle } from "./Bundle.ts"

const dataDir = mkdtempSync(join(tmpdir(), "sheaf-browser-"))
let service: ServiceProcess
let browser: Browser
let token = ""

beforeAll(async () => {
  service = await start({ dataDir })
  browser = await chromium.launch({ executablePath: chromiumPath(), chromiumSandbox: false })
  const { users } = createClient({ baseUrl: service.base, apiKey: "sheaf-demo" })
  token = (await users.openSession((await users.create({ externalId: "browser" })).userId)).token
})

afterAll(async () => {
  await browser.close()
  await service.stop()
  rmSync(dataDir, { recursive: true })
})

/** Opens a page of an app that has the client, at an address. */
const openApp = async (origin: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  const { code } = await bundle("2026-04-01")
  await page.route(`${origin}/app`, (route) => route.fulfill({ contentType: "text/html", body: "<title>App</title>" }))
  await page.route(`${origin}/client.js`, (route) => route.fulfill({ contentType: "text/javascript", body: code }))
  await page.goto(`${origin}/app`)
  return page
}

/** The app's code. It is text, because Node's types do not include the browser's. */
const program = `(async ({ baseUrl, token }) => {
  const { createClient, SheafConnectionError } = await import("/client.js")
  const sheaf = createClient({ baseUrl, token, retries: 0 })
  try {
    const consent = await sheaf.consents.create({
      company: "se-fjallbanken",
      loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_TEST",
      parameters: [
        { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" },
        { type: "SWEDISH_EID", personalNumber: "198112189876" }
      ]
    })
    const statuses = []
    await consent.decided({ onStatus: ({ status }) => statuses.push(status) })
    const listed = []
    for await (const { consentId } of sheaf.consents.list()) listed.push(consentId === consent.id)
    return [statuses.at(-1), ...listed]
  } catch (error) {
    return [error instanceof SheafConnectionError ? error.name : String(error)]
  }
})`

const runIn = (page: Page): Promise<ReadonlyArray<unknown>> =>
  page.evaluate<ReadonlyArray<unknown>>(`${program}(${JSON.stringify({ baseUrl: service.base, token })})`)

describe("a page in Chromium", () => {
  it("acts for the user if it has Sheaf's origin, without an API key", async () => {
    const page = await openApp(service.base)
    const keys: Array<string | undefined> = []
    page.on("request", (request) => keys.push(request.headers()["authorization-token"]))
    assert.deepStrictEqual(await runIn(page), ["AUTHORIZED", true])
    assert.deepStrictEqual([...new Set(keys)], [undefined])
  })

  it("cannot call Sheaf from another origin", async () => {
    assert.deepStrictEqual(await runIn(await openApp("http://app.example")), ["SheafConnectionError"])
  })
})
